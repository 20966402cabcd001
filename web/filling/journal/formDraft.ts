/** Keeps the answers of an open form in the journal: the drafts of forms as `persistDraft` stores them. */
import type { Definition } from '#shared/forms/definition.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { type DraftPersister, persistDraft } from '../../lib/offline/persistDraft.ts'
import { readBase } from './bases.ts'
import type { Entry } from './entry.ts'
import { EntryClosed, EntryGone, keepAnswers, putInOutbox } from './journal.ts'
import { inJournal } from './journalDatabase.ts'
import { makeRoom } from './prune.ts'
import { backupOf } from './recoverRows.ts'
import { readPhotos, restore } from './restore.ts'

export type FormDraft = DraftPersister<Entry, AnswerRow, PhotoRow>

type Beginning = {
  /** Answers that are kept already. */
  rows?: AnswerRow[]
  /** The form that is filled in, without which answers could not be shown again. */
  form?: Definition
  /** Sees to it that the form is on this device, before the first answer is. May be called again where it could not. */
  keepForm?: () => Promise<void>
  /** Called after each batch: there is something to send. */
  onKept?: () => void
}

/** Begins to keep the answers of an open form. */
export const persistForm = (entry: Entry, { rows, form, keepForm, onKept }: Beginning = {}): FormDraft =>
  persistDraft({
    entry,
    ...(rows && { rows }),
    ...(onKept && { onKept }),
    storage: {
      prepare: keepForm ?? (async () => undefined),
      write: keepAnswers,
      restore: content => restore({ ...content, definition: form }),
      async complete(entry, wasKept) {
        await putInOutbox(entry, wasKept)
        return { ...entry, state: 'waiting', completed_at: new Date().toISOString() }
      },
      isKept: ({ user_id, uuid }) =>
        inJournal(user_id, async database => (await database.entries.where('uuid').equals(uuid).count()) > 0),
      readPhotos,
      findPhoto: ({ user_id }, uuid) => inJournal(user_id, ({ photos }) => photos.get(uuid)),
      readBase: ({ user_id, uuid }) => inJournal(user_id, database => readBase(database, uuid)),
      backupOf,
      makeRoom: ({ user_id }) => makeRoom(user_id),
      errorKind: error => (error instanceof EntryClosed ? 'closed' : error instanceof EntryGone ? 'gone' : undefined),
      isOver: ({ state }) => state === 'done' || state === 'discarded',
    },
  })
