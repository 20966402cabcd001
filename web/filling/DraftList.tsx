import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { isEditable } from '../lib/offline/outboxHandler.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { useUser } from '../lib/session/session.ts'
import { useLive } from '../lib/useLive.ts'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import styles from './FormList.module.css'
import { discard, undiscard } from './storage/commands.ts'
import { type Entry, entriesOfForms, inFormDatabase } from './storage/entry.ts'

/** What the person began and did not complete; nothing where there is none. */
export function Drafts() {
  const { drafts } = useDraftRows()
  return drafts.length > 0 && <DraftList drafts={drafts} />
}

/** Begun drafts with their age; a press continues one. */
export function DraftList({ drafts }: { drafts: DraftRow[] }) {
  const { t, i18n } = useTranslation()
  const nameOf = (draft: DraftRow) => textIn(draft.form_name, toLocale(i18n.language), defaultLocale).text

  async function remove({ user_id, uuid }: Entry, name: string) {
    if (!(await discard(user_id, uuid))) return
    useQueue.sendSoon()
    tellUndo(t('filling.discarded', { name }), t('common.undo'), () => void undiscard(user_id, uuid))
  }

  return (
    <section aria-labelledby="drafts" className={styles.section}>
      <h2 id="drafts" className={styles.heading}>
        {t('filling.goOn')}
      </h2>
      <ul className={styles.list}>
        {drafts.map(({ entry, ...draft }) => (
          <li key={draft.id} className={styles.draft}>
            <Link to="/submission/filling/$id" params={{ id: draft.id }} className={styles.form}>
              <IconPencil size={22} className={styles.icon} />
              <span className={styles.words}>
                <span className={styles.name}>{nameOf(draft)}</span>
                <span className={styles.description}>
                  {draft.about && `${draft.about} · `}
                  <LocalTime value={draft.updated_at} as="relative" />
                </span>
              </span>
            </Link>
            {entry && !entry.follows && (
              <ActionIcon
                size={56}
                aria-label={t('filling.discard', { name: nameOf(draft) })}
                title={t('filling.discard', { name: nameOf(draft) })}
                onClick={() => void remove(entry, nameOf(draft))}
              >
                <IconTrash size={22} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `entry` is absent for drafts that only the server has. */
export type DraftRow = { id: string; form_name: LocalizedText; about: string; updated_at: string; entry?: Entry }

/**
 * What the person began and did not complete, on this device and elsewhere, the latest first; and whether more may come
 * in a moment.
 */
export function useDraftRows(): { drafts: DraftRow[]; areComing: boolean } {
  const user = useUser()
  const userId = user?.id ?? 0
  const here = useLive(() => inFormDatabase(userId, entriesOfForms), [userId])
  const there = useQuery(api.submissions.list.query({ status: 'draft', user_id: userId, sort: '-updated_at' }))
  const areComing = !here || there.isLoading
  if (!here) return { drafts: [], areComing }
  const known = new Set(here.map(({ uuid }) => uuid))
  const rows = [
    ...here
      .filter(entry => isEditable(entry) && entry.company_id === user?.company_id)
      .map(entry => ({
        id: entry.uuid,
        form_name: entry.form_name,
        about: aboutOf(entry.task_title, entry.subjects),
        updated_at: entry.updated_at,
        entry,
      })),
    ...(there.data?.data ?? [])
      .filter(({ uuid }) => !known.has(uuid))
      .map(({ id, form_name, subjects, updated_at }) => ({
        id: String(id),
        form_name,
        about: aboutOf(null, subjects),
        updated_at,
      })),
  ]
  return { drafts: rows.sort((one, other) => (one.updated_at < other.updated_at ? 1 : -1)), areComing }
}

const aboutOf = (title: string | null, subjects: { name: string }[]) =>
  [title, ...subjects.map(({ name }) => name)].filter(Boolean).join(' · ')
