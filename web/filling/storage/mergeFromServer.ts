/** Brings what the server has of a submission together with what this device has of it. */
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { sameAnswer, sameAnswers } from '#shared/forms/answers/content.ts'
import { type Merge3, merge3 } from '#shared/lib/merge3.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { type AnswerRow, answersOf, type PhotoRow } from '../../answers/draft/rows.ts'
import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import { RequestError } from '../../lib/requestError.ts'
import { change } from './commands.ts'
import { isStatus, noteAttempt, noteDone, readWork, type SubmissionServer, verifyReceipt } from './deliver.ts'
import {
  type BaseRow,
  type Conflict,
  type Entry,
  type FormDatabase,
  findForm,
  formTables,
  inFormDatabase,
  newEntry,
  putBase,
} from './entry.ts'

type MigrateAnswers = typeof import('#shared/forms/answers/migrateAnswers.ts').migrateAnswers

/**
 * Takes in a newer row of the server. What only they changed is taken, what only we changed stays and is sent, what
 * both changed becomes the entry's conflict. False when a person must decide before anything can be sent.
 */
export async function mergeFromServer(known: Entry, detail: SubmissionDetail): Promise<boolean> {
  if (detail.status === 'complete') return closeWith(known, detail)
  const here = (await inFormDatabase(known.user_id, database => findForm(database, known.uuid))) ?? known
  // Few drafts go over to another version, and nothing is fetched within a transaction.
  const over = here.version === detail.version ? undefined : await import('#shared/forms/answers/migrateAnswers.ts')
  return inFormDatabase(known.user_id, database =>
    database.transaction('rw', formTables(database), async () => {
      const entry = await findForm(database, known.uuid)
      if (!entry || entry.state === 'done') return true
      // An answer that was long on its way: what the server took from here since must not be undone by it.
      if (entry.server_revision !== null && detail.revision < entry.server_revision) return entry.conflict === null
      const rows = await database.answers.where('uuid').equals(entry.uuid).toArray()
      return mergeInto(database, entry, rows, detail, over?.migrateAnswers)
    }),
  )
}

/** Ends an entry that is complete on the server, if the receipt is for what is here; otherwise it stays as it is. */
async function closeWith({ user_id, uuid }: Entry, detail: SubmissionDetail): Promise<boolean> {
  const work = await readWork(user_id, uuid)
  if (!work || work.entry.state === 'done') return true
  if (!(await verifyReceipt(detail, { uuid, ...work }))) return false
  return noteDone(work.entry, detail)
}

/** Begins an entry for a draft that was started on another device, or brings the one that is here together with it. */
export async function adopt(userId: number, detail: SubmissionDetail): Promise<void> {
  const found = await inFormDatabase(userId, database => findForm(database, detail.uuid))
  if (found) return void (await mergeFromServer(found, detail))
  const entry = entryOf(userId, detail)
  await inFormDatabase(userId, database =>
    database.transaction('rw', formTables(database), async () => {
      if (await findForm(database, entry.uuid)) return
      await database.entries.put(entry)
      await database.forms.put(formOf(detail))
      await putBase(database, { uuid: entry.uuid, agreed: detail.answers, attempted: {} })
      await database.answers.bulkPut(rowsOf(entry.uuid, Object.entries(detail.answers)))
      await putFiles(database, detail)
    }),
  )
}

async function mergeInto(
  database: FormDatabase,
  entry: Entry,
  rows: AnswerRow[],
  detail: SubmissionDetail,
  migrateAnswers: MigrateAnswers | undefined,
): Promise<boolean> {
  const base = await database.bases.get(entry.uuid)
  const { fits, left, version } = await inOneVersion(database, entry, rows, detail, migrateAnswers)
  const [mine, theirs] = [fits(answersOf(rows)), fits(detail.answers)]
  const merge = mergeAnswers({ agreed: fits(agreedOn(rows, base)), attempted: base?.attempted ?? {}, mine, theirs })
  await database.answers.bulkPut(rowsOf(entry.uuid, [...merge.taken]))
  await database.answers.bulkPut(
    rowsOf(
      entry.uuid,
      Object.keys(left?.answers ?? {}).map(key => [key, undefined]),
    ),
  )
  await putBase(database, { uuid: entry.uuid, agreed: detail.answers, attempted: {} })
  await putFiles(database, detail)

  const stillOpen = entry.conflict?.question_ids.filter(id => !sameAnswer(mine[id], theirs[id])) ?? []
  const conflict = conflictOver([...new Set([...stillOpen, ...merge.conflicting])], theirs)
  const merged = { ...mine, ...Object.fromEntries([...merge.taken].map(([id, answer]) => [id, answer ?? {}])) }
  const isSent = version === detail.version && sameAnswers(merged, theirs)
  await database.entries.put({
    ...entry,
    version,
    ...(left && { left: [...(entry.left ?? []), left] }),
    conflict,
    state: conflict && isUnderway(entry) ? 'refused' : entry.state,
    server_id: detail.id,
    server_revision: detail.revision,
    follows: detail.follows,
    change: isSent ? entry.change : entry.change + 1,
    sent_change: isSent ? entry.change : entry.sent_change,
    updated_at: merge.taken.size > 0 ? new Date().toISOString() : entry.updated_at,
  })
  return conflict === null
}

/**
 * The version in which both continue: the newer one, where one side has gone over to it. What the other has and it does
 * not ask is left with the draft.
 */
async function inOneVersion(
  database: FormDatabase,
  entry: Entry,
  rows: AnswerRow[],
  detail: SubmissionDetail,
  migrateAnswers: MigrateAnswers | undefined,
) {
  if (entry.version === detail.version)
    return { fits: (answers: Answers) => answers, left: undefined, version: entry.version }
  // It went over in this very moment, in another tab: the next try has what it takes.
  if (!migrateAnswers) throw new RequestError({ status: 0, code: 'unknown_error' })
  const here = await database.forms.get([entry.form_id, entry.version])
  const isTheirs = detail.version > entry.version || !here
  if (isTheirs) await database.forms.put(formOf(detail))
  const definition = isTheirs ? detail.definition : here.definition
  const fits = (answers: Answers) => migrateAnswers(definition, answers).carried
  const older = isTheirs ? answersOf(rows) : detail.answers
  const known = entry.left?.flatMap(({ answers }) => Object.entries(answers)) ?? []
  const news = Object.entries(migrateAnswers(definition, older).left).filter(
    ([key, answer]) => !known.some(([at, one]) => at === key && sameAnswer(one, answer)),
  )
  const left =
    news.length > 0
      ? { version: isTheirs ? entry.version : detail.version, answers: Object.fromEntries(news) }
      : undefined
  return { fits, left, version: isTheirs ? detail.version : entry.version }
}

/**
 * Where there is no row, this device lost what both agreed on: it is taken from the server again. Who takes an answer
 * away leaves a row.
 */
function agreedOn(rows: AnswerRow[], base: BaseRow | undefined): Answers {
  const here = new Set(rows.map(({ question_id }) => question_id))
  return Object.fromEntries(Object.entries(base?.agreed ?? {}).filter(([id]) => here.has(id)))
}

const conflictOver = (question_ids: string[], theirs: Answers): Conflict | null =>
  question_ids.length > 0
    ? { question_ids, answers: Object.fromEntries(question_ids.map(id => [id, theirs[id] ?? {}])) }
    : null

const rowsOf = (uuid: string, answers: [string, AnswerRow['answer'] | undefined][]): AnswerRow[] =>
  answers.map(([question_id, answer]) => ({ uuid, question_id, answer: answer ?? {}, changed_at: Date.now() }))

/** Photos that only the server has are shown from there. */
async function putFiles(database: FormDatabase, { uuid: entry_uuid, files }: SubmissionDetail): Promise<void> {
  const known = await database.photos.bulkGet(files.map(({ uuid }) => uuid))
  const photos = files.map(
    ({ uuid, question_id, name, content_type, path }, index): PhotoRow => ({
      ...(known[index] ?? {
        uuid,
        entry_uuid,
        question_id,
        name,
        content_type,
        bytes: null,
        sha256: null,
        taken_at: '',
      }),
      state: 'sent',
      path,
    }),
  )
  await database.photos.bulkPut(photos)
}

const entryOf = (userId: number, detail: SubmissionDetail): Entry =>
  newEntry({
    uuid: detail.uuid,
    user_id: userId,
    company_id: detail.company_id,
    form_id: detail.form_id,
    version: detail.version,
    form_name: detail.form_name,
    task_sent_id: detail.task_sent_id,
    subjects: detail.subjects,
    created_at: detail.started_at,
    updated_at: detail.updated_at,
    server_id: detail.id,
    server_revision: detail.revision,
    follows: detail.follows,
  })

/** The form of a submission, as this device keeps forms. */
const formOf = ({ form_id, version, company_id, form_name, definition }: SubmissionDetail) => ({
  form_id,
  version,
  company_id,
  name: form_name,
  definition,
  kept_at: new Date().toISOString(),
})

async function mergeCurrent(server: SubmissionServer, { user_id, uuid }: Entry): Promise<boolean> {
  const entry = await inFormDatabase(user_id, database => findForm(database, uuid))
  return entry?.server_id != null && mergeFromServer(entry, await server.get({ id: entry.server_id }))
}

/** Whether a refusal was cleared up, so that sending can be tried again at once. */
export async function canGoOn(server: SubmissionServer, entry: Entry, error: unknown): Promise<boolean> {
  if (!(error instanceof RequestError)) return false
  if (error.code === 'corrected_meanwhile') return recordConflict(entry, error.data)
  // Changed on another device, or an answer of ours that never arrived here: both are in the row that the server has
  // now. Or it lost what the server still has.
  if (['stale_revision', 'submission_complete', 'answers_lost'].includes(error.code)) return mergeCurrent(server, entry)
  // The draft was removed elsewhere. The work was not: it begins there again, under the same uuid.
  if (isStatus(error, 404, 410) && entry.server_id !== null) {
    await noteAttempt(entry, { server_id: null, server_revision: null })
    await noteLostPhotos(entry, [])
    return true
  }
  // Perhaps for want of a photo that the server had and lost.
  if (error.code === 'invalid' && entry.server_id !== null && isUnderway(entry)) {
    const { files } = await server.get({ id: entry.server_id })
    return noteLostPhotos(
      entry,
      files.map(file => file.uuid),
    )
  }
  return false
}

/**
 * Photos that were sent and are not there, `received` being all that are: they are sent again. Whether there were any.
 */
const noteLostPhotos = async ({ user_id, uuid }: Entry, received: string[]): Promise<boolean> => {
  return inFormDatabase(user_id, ({ photos }) =>
    photos.db.transaction('rw', photos, async () => {
      const known = await photos.where('entry_uuid').equals(uuid).toArray()
      const lost = known.filter(one => one.state === 'sent' && one.bytes !== null && !received.includes(one.uuid))
      await photos.bulkPut(lost.map(photo => ({ ...photo, state: 'kept', path: null })))
      return lost.length > 0
    }),
  )
}

type Sides = {
  /** What both sides last agreed on. */
  agreed: Answers
  /** What was sent since, without an answer: the server may have it, and then it is ours. */
  attempted: Record<string, Answer[]>
  mine: Answers
  theirs: Answers
}

/**
 * Merges two versions of the same answers by question. A change of one side is taken; where both changed, the answer
 * stays as it is here and the question is a conflict.
 */
export const mergeAnswers = ({ agreed, attempted, mine, theirs }: Sides): Merge3<Answer> =>
  merge3({
    ...{ base: agreed, mine, theirs, isSame: sameAnswer },
    isMine: (id, answer) => (attempted[id] ?? []).some(one => sameAnswer(one, answer)),
  })

/**
 * Notes another person's correction of the same answers as a conflict. Tells that nothing can be sent until it is
 * decided.
 */
export async function recordConflict({ user_id, uuid }: Entry, data: unknown): Promise<false> {
  const { revision, answers } = data as { revision: number; answers: Answers }
  await change(user_id, uuid, entry => ({
    ...entry,
    follows_seen: revision,
    conflict: { question_ids: Object.keys(answers), answers },
  }))
  return false
}
