import { useQuery } from '@tanstack/react-query'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { api } from '../api.ts'
import { isEditable } from '../lib/offline/outboxHandler.ts'
import { useLive } from '../lib/offline/useLive.ts'
import { useUser } from '../lib/session/session.ts'
import type { Entry } from './journal/entry.ts'
import { entriesOfForms, inJournal } from './journal/journalDatabase.ts'

/** `entry` is absent for drafts that only the server has. */
export type DraftRow = { id: string; form_name: LocalizedText; about: string; updated_at: string; entry?: Entry }

/** What the person began and did not complete, on this device and elsewhere, the latest first; and whether more may come in a moment. */
export function useDraftRows(): { drafts: DraftRow[]; areComing: boolean } {
  const user = useUser()
  const userId = user?.id ?? 0
  const here = useLive(() => inJournal(userId, entriesOfForms), [userId])
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
