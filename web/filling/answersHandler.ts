/**
 * The outbox handler of forms: a draft is sent when the person pauses, a completed form with its photos. Subjects and
 * answers may name rows that were made on this device: the form waits until the server has given them ids.
 */
import type { Answer } from '#shared/forms/answers/answers.ts'
import { type Translate, textIn } from '#shared/lib/localizedText.ts'
import { payloadVersion } from '#shared/submissions/delivery.ts'
import type { AnswerRow } from '../answers/draft/rows.ts'
import type { Reader } from '../lib/format.ts'
import { type Description, isUnderway, type OutboxHandler } from '../lib/offline/outboxHandler.ts'
import { persistDraft } from '../lib/offline/persistDraft.ts'
import { prune, tryMalformedAgain } from './storage/commands.ts'
import { deliver, type SubmissionServer } from './storage/deliver.ts'
import { type Entry, findForm, inFormDatabase, isUnsent } from './storage/entry.ts'
import { canGoOn } from './storage/mergeFromServer.ts'

/** A draft is sent when the person pauses this long, or has not paused for the longer time. */
const pauseMs = 2_000
const maxUnsentMs = 10_000
/** A discarded draft can be brought back for so long. */
const undoMs = 10_000
const never = Number.POSITIVE_INFINITY

/** Makes the handler; `onDone` is called with each entry that the server has whole. */
export const answersHandler = (server: SubmissionServer, onDone: (uuid: string) => void): OutboxHandler<Entry> => ({
  name: 'answers',
  payloadVersion,
  deliver: entry => deliver(server, entry),
  merge: (entry, refusal) => canGoOn(server, entry, refusal),
  describe,
  // What says answers in words is fetched when somebody asks for the copy.
  read: async (entry, reader) => (await import('./storage/rescueFiles.ts')).readAnswers(entry, reader),
  rescue: async (entry, reader) => (await import('./storage/rescueFiles.ts')).rescueFiles(entry, reader),
  dueAt,
  keepsTime: ({ state }) => state === 'discarded',
  isUnsent,
  // A draft counts only once it could not be sent, or the badge would blink at each answer.
  isNoticed: entry =>
    isUnderway(entry) || entry.state === 'refused' || (entry.state === 'draft' && entry.last_error !== null),
  dependsOn: temporaryIdsIn,
  resolve: resolveIds,
  about: ({ task_sent_id: id }) => (id === null ? undefined : `SentTask ${id}`),
  async carryOver(userId) {
    await persistDraft.encryptBackups(userId)
    await prune(userId)
    await tryMalformedAgain(userId)
  },
  onDone: ({ uuid }) => onDone(uuid),
})

/** When an entry is to be sent; never, where there is nothing to send or the person must do something first. */
function dueAt(entry: Entry): number {
  if (isUnderway(entry)) return entry.next_attempt_at
  const updatedAt = Date.parse(entry.updated_at)
  if (entry.state === 'discarded') return Math.max(entry.next_attempt_at, updatedAt + undoMs)
  const hasNews = entry.state === 'draft' && entry.change > entry.sent_change
  if (!hasNews || entry.is_blocked || entry.conflict) return never
  return Math.max(entry.next_attempt_at, Math.min(updatedAt + pauseMs, entry.synced_at + maxUnsentMs))
}

function describe(entry: Entry, { locale, t }: Reader): Description {
  const about = [entry.task_title, ...entry.subjects.map(({ name }) => name)]
  const wanted = advice(entry)
  return {
    title: textIn(entry.form_name, locale, 'en').text,
    details: about.flatMap(one => one || []),
    href: `/submission/filling/${entry.uuid}`,
    ...(wanted && { advice: (t as Translate)(`filling.outbox.advice.${wanted}`) }),
  }
}

/**
 * What the person can do about an entry that did not get through: the key of its text below `filling.outbox.advice`.
 */
export function advice({ state, conflict, last_error: error }: Pick<Entry, 'state' | 'conflict' | 'last_error'>) {
  if (conflict) return 'decide'
  if (!error || state === 'done') return undefined
  if (isUnderway({ state })) return error.status >= 400 ? 'wait' : undefined
  if (error.code === 'submission_complete') return 'compare'
  if (error.code.startsWith('task_')) return 'withoutTask'
  if (error.code === 'subject_required') return 'saySubject'
  if (error.code === 'form_not_published') return 'askToOpen'
  if (error.status === 403 || error.status === 404) return 'askManager'
  if (error.code === 'invalid') return 'mend'
  // The same would be refused again, however often it is completed.
  if ([400, 413, 415].includes(error.status)) return 'saveCopy'
  if (state === 'refused') return 'again'
  return undefined
}

type Ids = ReadonlyMap<number, number>

/** The temporary ids in an entry's subjects and answers. */
export const temporaryIdsIn = async ({ user_id, uuid, subjects }: Entry): Promise<number[]> => {
  const rows = await inFormDatabase(user_id, ({ answers }) => answers.where('uuid').equals(uuid).toArray())
  const ids = [...subjects.map(({ id }) => id), ...rows.flatMap(({ answer }) => idsIn(answer))]
  return ids.filter(id => id < 0)
}

/** Puts the server's ids in their place. */
export const resolveIds = ({ user_id, uuid }: Entry, ids: Ids): Promise<void> =>
  inFormDatabase(user_id, database =>
    database.transaction('rw', database.entries, database.answers, async () => {
      const entry = await findForm(database, uuid)
      if (!entry) return
      const rows = await database.answers.where('uuid').equals(uuid).toArray()
      await database.answers.bulkPut(rows.map(row => withIds(row, ids)))
      const subjects = entry.subjects.map(subject => ({ ...subject, id: ids.get(subject.id) ?? subject.id }))
      await database.entries.put({ ...entry, subjects, change: entry.change + 1 })
    }),
  )

const idsIn = ({ value }: Answer): number[] =>
  Array.isArray(value) ? value.flatMap(item => (typeof item === 'object' && 'id' in item ? [item.id] : [])) : []

function withIds(row: AnswerRow, ids: Ids): AnswerRow {
  const { value } = row.answer
  if (!Array.isArray(value) || idsIn(row.answer).every(id => !ids.has(id))) return row
  const named = [...value].map(item =>
    typeof item === 'object' && 'id' in item ? { ...item, id: ids.get(item.id) ?? item.id } : item,
  )
  return { ...row, answer: { ...row.answer, value: named as typeof value }, changed_at: row.changed_at + 1 }
}
