import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { outbox } from '../lib/offline/sending.ts'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { tellUndo } from '../ui/toast.tsx'
import styles from './FormList.module.css'
import type { Entry } from './journal/entry.ts'
import { discard, undiscard } from './journal/journal.ts'
import type { DraftRow } from './useDraftRows.ts'

/** What was begun, with its age; one press goes on with it. */
export function DraftList({ drafts }: { drafts: DraftRow[] }) {
  const { t, i18n } = useTranslation()
  const nameOf = (draft: DraftRow) => textIn(draft.form_name, toLocale(i18n.language), defaultLocale).text

  async function remove({ user_id, uuid }: Entry, name: string) {
    if (!(await discard(user_id, uuid))) return
    outbox.sendSoon()
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
