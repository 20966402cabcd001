import type { Table } from 'dexie'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { inDatabase, type OfflineDatabase } from '../../lib/offline/database/database.ts'
import type { BaseRow, Entry, FormRow } from './entry.ts'

/**
 * A person's database as the journal sees it. `entries` may hold other kinds of work too: whoever reads all of them asks for those of
 * forms (`entriesOfForms`).
 */
export type JournalDatabase = Omit<OfflineDatabase, 'entries'> & {
  entries: Table<Entry, string>
  answers: Table<AnswerRow, [string, string]>
  photos: Table<PhotoRow, string>
  forms: Table<FormRow, [number, number]>
  bases: Table<BaseRow, string>
}

/** Does something in a person's journal (`inDatabase`). */
export const inJournal = <T>(userId: number, work: (database: JournalDatabase) => Promise<T>): Promise<T> =>
  inDatabase(userId, database => work(asJournal(database)))

export const asJournal = (database: OfflineDatabase) => database as unknown as JournalDatabase

/** Whether an entry is a form that is filled in, and no other work. */
export const isOfForm = (entry: object): entry is Entry => 'form_id' in entry

/** The forms among a person's entries. */
export const entriesOfForms = async ({ entries }: Pick<JournalDatabase, 'entries'>): Promise<Entry[]> =>
  (await entries.toArray()).filter(isOfForm)
