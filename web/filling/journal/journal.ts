/**
 * Writing down what a person does, at each change, in one small row per answer. A change counts as kept when it was read back.
 * Everything that sends reads from here; what a screen has in memory is only a view of it.
 */

import type { NamedSubject } from '#shared/subjects/contract.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import type { Entry } from './entry.ts'
import { entriesOfForms, findForm, inJournal } from './journalDatabase.ts'

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
