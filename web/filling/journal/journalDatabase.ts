import type { Table } from 'dexie'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { inDatabase, type OfflineDatabase } from '../../lib/offline/database.ts'
import type { OutboxEntry } from '../../lib/offline/outboxHandler.ts'
import type { BaseRow, Entry, FormRow } from './entry.ts'

/**
 * A person's database as the journal sees it. `entries` holds other kinds of work too: what is read of it is a form's only where that was asked
 * (`findForm`, `formsIn`).
 */
export type JournalDatabase = OfflineDatabase & {
  entries: Table<OutboxEntry | Entry, string>
  answers: Table<AnswerRow, [string, string]>
  photos: Table<PhotoRow, string>
  forms: Table<FormRow, [number, number]>
  bases: Table<BaseRow, string>
}

/** Does something in a person's journal (`inDatabase`). */
export const inJournal = <T>(userId: number, work: (database: JournalDatabase) => Promise<T>): Promise<T> =>
  inDatabase(userId, database => work(asJournal(database)))

export const asJournal = (database: OfflineDatabase) => database as JournalDatabase

/** Whether an entry is a form that is filled in, and no other work. */
export const isOfForm = (entry: object): entry is Entry => 'form_id' in entry

/** An entry where it is a form's; undefined for any other work. */
const formIn = (entry: OutboxEntry | undefined): Entry | undefined => (entry && isOfForm(entry) ? entry : undefined)

/** The form of this uuid. */
export const findForm = ({ entries }: Pick<JournalDatabase, 'entries'>, uuid: string) => entries.get(uuid).then(formIn)

/** The forms among entries. */
export const formsIn = (entries: readonly OutboxEntry[]): Entry[] => entries.filter(isOfForm)

/** The forms among a person's entries. */
export const entriesOfForms = async ({ entries }: Pick<JournalDatabase, 'entries'>): Promise<Entry[]> =>
  formsIn(await entries.toArray())
