import { useEffect, useState } from 'react'
import type { Draft } from '../../answers/draft/Draft.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import { followEntries } from '../../lib/offline/entries.ts'
import type { Entry } from '../journal/entry.ts'
import { asJournal, findForm } from '../journal/journalDatabase.ts'
import type { Writer } from '../journal/Writer.ts'

type Found = { entry: Entry | undefined; rows: AnswerRow[] | undefined }

/**
 * Follows the journal of an open form: answers that another tab or another device wrote go into the draft, and what became of the
 * entry is given back. Undefined until it was kept for the first time.
 */
export function useJournal(draft: Draft, writer: Writer): Entry | undefined {
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => {
    const { user_id, uuid } = draft.entry
    return followEntries<Found>(
      user_id,
      found => {
        const database = asJournal(found)
        return database.transaction('r', database.entries, database.answers, async () => {
          const entry = await findForm(database, uuid)
          // What was written here need not be read: all answers at every letter would be too much.
          if (!entry || writer.own.covers(entry)) return { entry, rows: undefined }
          return { entry, rows: await database.answers.where('uuid').equals(uuid).toArray() }
        })
      },
      ({ entry: found, rows }) => {
        if (!found) void writer.check()
        if (found && rows) draft.takeRows(rows)
        if (found) writer.read(found, rows)
        setEntry(before => (found && before && looksTheSame(before, found) ? before : found))
      },
    )
  }, [draft, writer])
  return entry
}

/** The counts that each change moves are not drawn, only that there is one: a keystroke draws one question, not the form. */
const looksTheSame = (one: Entry, other: Entry): boolean => shown(one) === shown(other)
const shown = (entry: Entry) =>
  JSON.stringify({
    ...entry,
    change: Math.min(entry.change, 1),
    sent_change: 0,
    synced_at: 0,
    updated_at: '',
    server_revision: 0,
  })
