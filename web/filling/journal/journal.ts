/**
 * Writing down what a person does, at each change, in one small row per answer. A change counts as kept when it was read back.
 * Everything that sends reads from here; what a screen has in memory is only a view of it.
 */

import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { sameBytes } from '../../lib/hash.ts'
import { type EntryState, isEditable } from '../../lib/offline/outboxHandler.ts'
import type { Entry } from './entry.ts'
import { entriesOfForms, findForm, inJournal, type JournalDatabase } from './journalDatabase.ts'

/** The entry can no longer be changed: it was completed, perhaps in another tab. */
export class EntryClosed extends Error {
  readonly state: EntryState
  constructor(state: EntryState) {
    super(`The entry is ${state}`)
    this.state = state
  }
}

/** The entry was kept here and is not any more: the browser dropped what it had. */
export class EntryGone extends Error {
  constructor() {
    super('The device does not have the entry any more')
  }
}

/** What was read back is not what was written. */
export class NotKept extends Error {
  constructor() {
    super('The device did not keep what was written')
  }
}

/**
 * Keeps answers, with the photos that came with them. `start` begins the entry where there is none yet. Resolves when all of it was read
 * back, with the entry as it was before and after. `wasKept`: that it is not there means that it was dropped. Throws `EntryClosed`,
 * `EntryGone`, `NotKept`, or the database's error.
 */
export async function keepAnswers(
  start: Entry,
  rows: AnswerRow[],
  photos: PhotoRow[] = [],
  wasKept = false,
): Promise<{ before: Entry; after: Entry }> {
  return inJournal(start.user_id, async database => {
    const { entries, answers, photos: kept } = database
    const tables = photos.length > 0 ? [entries, answers, kept] : [entries, answers]
    const entry = await database.transaction('rw', tables, async () => {
      const before = await editable(database, start, wasKept)
      const after = changed(before)
      // All at once: each is sealed first, for which the others need not wait.
      await Promise.all([
        rows.length > 0 && answers.bulkPut(rows),
        photos.length > 0 && kept.bulkPut(photos),
        entries.put(after),
      ])
      return { before, after }
    })
    await readBack(database, rows, photos)
    return entry
  })
}

/**
 * Puts a completed entry into the outbox. Resolves when that is kept; from then on it is sent until the server has all of it.
 * Throws `EntryClosed` for what is neither draft nor refused, `EntryGone` for what was kept and is not there any more.
 */
export async function putInOutbox(start: Entry, wasKept = false): Promise<void> {
  await inJournal(start.user_id, async database => {
    await database.transaction('rw', database.entries, async () => {
      const entry = await editable(database, start, wasKept)
      await database.entries.put({
        ...changed(entry),
        state: 'waiting',
        completed_at: new Date().toISOString(),
        conflict: null,
        last_error: null,
      })
    })
    const entry = await findForm(database, start.uuid)
    if (!entry || entry.state === 'draft' || entry.state === 'refused') throw new NotKept()
  })
}

/** Takes a completed entry back for changes, as long as nothing of its completion went out. Whether that was possible. */
export const takeBack = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry =>
    entry.state === 'waiting' && !entry.was_attempted ? { ...entry, state: 'draft', completed_at: null } : undefined,
  )

/** Sends a refused entry by itself, without the task that it was filled in for: somebody else ended that task meanwhile. */
export const sendWithoutTask = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry =>
    entry.state === 'refused'
      ? { ...entry, state: 'waiting', task_sent_id: null, task_title: null, last_error: null, next_attempt_at: 0 }
      : undefined,
  )

/** Lets go once more what was refused as unreadable: earlier versions sent texts that no server stores, and now they are left out. */
export async function tryMalformedAgain(userId: number): Promise<void> {
  for (const { uuid } of await inJournal(userId, entriesOfForms))
    await change(userId, uuid, entry =>
      entry.last_error?.code === 'malformed' && isEditable(entry)
        ? {
            ...entry,
            state: entry.state === 'refused' ? 'waiting' : 'draft',
            is_blocked: false,
            last_error: null,
            next_attempt_at: 0,
          }
        : undefined,
    )
}

/** Says what an entry is about, as long as it can be changed. */
export const setSubjects = (userId: number, uuid: string, subjects: NamedSubject[]): Promise<boolean> =>
  change(userId, uuid, entry => (isEditable(entry) ? { ...changed(entry), subjects, last_error: null } : undefined))

/** Hides a draft; the outbox removes it for good a little later, here and on the server. */
export const discard = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry =>
    isEditable(entry) ? { ...entry, state: 'discarded', updated_at: new Date().toISOString() } : undefined,
  )

/** Brings a discarded draft back. Whether it was still there. */
export const undiscard = (userId: number, uuid: string): Promise<boolean> =>
  change(userId, uuid, entry => (entry.state === 'discarded' ? { ...entry, state: 'draft' } : undefined))

/** Settles a conflict for all its questions: with what is here, or with what the server has. */
export const settle = (userId: number, uuid: string, winner: 'mine' | 'theirs'): Promise<void> =>
  inJournal(userId, database =>
    database.transaction('rw', database.entries, database.answers, async () => {
      const entry = await findForm(database, uuid)
      if (!entry?.conflict) return
      const { answers } = entry.conflict
      if (winner === 'theirs') {
        const rows = Object.entries(answers).map(([question_id, answer]) => ({
          uuid,
          question_id,
          answer,
          changed_at: Date.now(),
        }))
        await database.answers.bulkPut(rows)
      }
      await database.entries.put({ ...changed(entry), conflict: null, last_error: null })
    }),
  )

/** Changes an entry if it is there and `next` wants to. Tells whether it did. */
export const change = (userId: number, uuid: string, next: (entry: Entry) => Entry | undefined): Promise<boolean> =>
  inJournal(userId, database =>
    database.transaction('rw', database.entries, async () => {
      const entry = await findForm(database, uuid)
      const wanted = entry && next(entry)
      if (!wanted) return false
      await database.entries.put(wanted)
      return true
    }),
  )

async function editable(database: JournalDatabase, start: Entry, wasKept = false): Promise<Entry> {
  const found = await findForm(database, start.uuid)
  if (!found && wasKept) throw new EntryGone()
  const entry = found ?? start
  if (!isEditable(entry)) throw new EntryClosed(entry.state)
  return entry
}

/** A refused entry that is changed is a draft again; what the server said stays until it says something else. */
export const changed = (entry: Entry): Entry => ({
  ...entry,
  state: 'draft',
  change: entry.change + 1,
  updated_at: new Date().toISOString(),
  attempts: 0,
  next_attempt_at: 0,
  is_blocked: false,
})

async function readBack(database: JournalDatabase, rows: AnswerRow[], photos: PhotoRow[]): Promise<void> {
  const keys = rows.map(({ uuid, question_id }): [string, string] => [uuid, question_id])
  const found = rows.length > 0 ? await database.answers.bulkGet(keys) : []
  const pictures = photos.length > 0 ? await database.photos.bulkGet(photos.map(({ uuid }) => uuid)) : []
  const areKept =
    rows.every((row, index) => isKept(row, found[index])) &&
    photos.every(({ bytes }, index) => bytes === null || sameBytes(bytes, pictures[index]?.bytes ?? null))
  if (!areKept) throw new NotKept()
}

/** A later change of the same answer, from another tab, is as good. */
const isKept = (row: AnswerRow, found: AnswerRow | undefined): boolean =>
  found !== undefined && (found.changed_at > row.changed_at || canonicalJson(found) === canonicalJson(row))
