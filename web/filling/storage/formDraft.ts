/** Stores the answers of an open form: one small row for each answer, read back before it counts as saved. */
import type { Definition } from '#shared/forms/definition.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { sameBytes } from '../../lib/hash.ts'
import { type EntryState, isEditable } from '../../lib/offline/outboxHandler.ts'
import { type DraftPersister, persistDraft } from '../../lib/offline/persistDraft.ts'
import { changed, makeRoom } from './commands.ts'
import { type Entry, type FormDatabase, findForm, inFormDatabase, readBase } from './entry.ts'
import { backupOf, readPhotos, restore } from './restore.ts'

export type FormDraft = DraftPersister<Entry, AnswerRow, PhotoRow>

type Beginning = {
  /** Answers that are stored already. */
  rows?: AnswerRow[]
  /** The form that is filled in, without which answers could not be shown again. */
  form?: Definition
  /** Stores the form on this device before the first answer. May be called again after it failed. */
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
        inFormDatabase(user_id, async database => (await database.entries.where('uuid').equals(uuid).count()) > 0),
      readPhotos,
      findPhoto: ({ user_id }, uuid) => inFormDatabase(user_id, ({ photos }) => photos.get(uuid)),
      readBase: ({ user_id, uuid }) => inFormDatabase(user_id, database => readBase(database, uuid)),
      backupOf,
      makeRoom: ({ user_id }) => makeRoom(user_id),
      errorKind: error => (error instanceof EntryClosed ? 'closed' : error instanceof EntryGone ? 'gone' : undefined),
      isOver: ({ state }) => state === 'done' || state === 'discarded',
    },
  })

/** The entry can no longer be changed: it was completed, perhaps in another tab. */
class EntryClosed extends Error {
  readonly state: EntryState
  constructor(state: EntryState) {
    super(`The entry is ${state}`)
    this.state = state
  }
}

/** The entry was kept here and is not any more: the browser dropped what it had. */
class EntryGone extends Error {
  constructor() {
    super('The device does not have the entry any more')
  }
}

/** What was read back is not what was written. */
class NotKept extends Error {
  constructor() {
    super('The device did not keep what was written')
  }
}

/**
 * Keeps answers, with the photos that came with them. `start` begins the entry where there is none yet. Resolves when
 * all of it was read back, with the entry as it was before and after. `wasKept`: that it is not there means that it was
 * dropped. Throws `EntryClosed`, `EntryGone`, `NotKept`, or the database's error.
 */
export async function keepAnswers(
  start: Entry,
  rows: AnswerRow[],
  photos: PhotoRow[] = [],
  wasKept = false,
): Promise<{ before: Entry; after: Entry }> {
  return inFormDatabase(start.user_id, async database => {
    const { entries, answers, photos: kept } = database
    const tables = photos.length > 0 ? [entries, answers, kept] : [entries, answers]
    const entry = await database.transaction('rw', tables, async () => {
      const before = await editable(database, start, wasKept)
      const after = changed(before)
      // All at once: they are encrypted at the same time.
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
 * Puts a completed entry into the outbox. Resolves when the device has kept it; from then on it is sent until the
 * server has all of it. Throws `EntryClosed` for an entry that is neither draft nor refused, and `EntryGone` for one
 * that was kept and is missing.
 */
export async function putInOutbox(start: Entry, wasKept = false): Promise<void> {
  await inFormDatabase(start.user_id, async database => {
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

async function editable(database: FormDatabase, start: Entry, wasKept = false): Promise<Entry> {
  const found = await findForm(database, start.uuid)
  if (!found && wasKept) throw new EntryGone()
  const entry = found ?? start
  if (!isEditable(entry)) throw new EntryClosed(entry.state)
  return entry
}

async function readBack(database: FormDatabase, rows: AnswerRow[], photos: PhotoRow[]): Promise<void> {
  const keys = rows.map(({ uuid, question_id }): [string, string] => [uuid, question_id])
  const found = rows.length > 0 ? await database.answers.bulkGet(keys) : []
  const pictures = photos.length > 0 ? await database.photos.bulkGet(photos.map(({ uuid }) => uuid)) : []
  const areKept =
    rows.every((row, index) => isKept(row, found[index])) &&
    photos.every(({ bytes }, index) => bytes === null || sameBytes(bytes, pictures[index]?.bytes ?? null))
  if (!areKept) throw new NotKept()
}

/** Whether a row was stored; a later change of the same answer, from another tab, counts too. */
const isKept = (row: AnswerRow, found: AnswerRow | undefined): boolean =>
  found !== undefined && (found.changed_at > row.changed_at || canonicalJson(found) === canonicalJson(row))
