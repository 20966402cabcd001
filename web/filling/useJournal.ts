import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { inDatabase } from '../lib/offline/database.ts'
import type { Entry } from '../lib/offline/entry.ts'
import type { Draft } from './Draft.ts'

/**
 * Follows the journal of an open form: answers that another tab or another device wrote go into the draft, and what became of the
 * entry is given back. Undefined until it was kept for the first time.
 */
export function useJournal(draft: Draft): Entry | undefined {
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => {
    const subscription = liveQuery(() => read(draft.entry)).subscribe({
      next([found, rows]) {
        draft.takeRows(rows)
        setEntry(before => (found && before && looksTheSame(before, found) ? before : found))
      },
      error: error => console.error('The device could not be read', error),
    })
    return () => subscription.unsubscribe()
  }, [draft])
  return entry
}

const read = ({ user_id, uuid }: Entry) =>
  inDatabase(user_id, database =>
    database.transaction('r', database.entries, database.answers, () =>
      Promise.all([database.entries.get(uuid), database.answers.where('uuid').equals(uuid).toArray()]),
    ),
  )

/** The counts that each change moves are not drawn: a keystroke draws one question, not the form. */
const looksTheSame = (one: Entry, other: Entry): boolean => shown(one) === shown(other)
const shown = (entry: Entry) =>
  JSON.stringify({ ...entry, change: 0, sent_change: 0, synced_at: 0, updated_at: '', server_revision: 0 })
