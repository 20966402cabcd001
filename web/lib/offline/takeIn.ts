/** Brings what the server has of a submission together with what this device has of it. */
import type { Answers } from '#shared/forms/answers.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { inDatabase, type OfflineDatabase } from './database.ts'
import { type AnswerRow, answersOf, type Conflict, type Entry, isUnderway, type PhotoRow } from './entry.ts'
import { mergeAnswers, sameAnswer, sameAnswers } from './merge.ts'
import { newEntry } from './newEntry.ts'
import { provesReceived } from './provesReceived.ts'
import { readWork } from './readWork.ts'
import { formOf, noteDone } from './received.ts'

/**
 * Takes in a newer row of the server. What only they changed is taken, what only we changed stays and is sent, what both changed
 * becomes the entry's conflict. False when a person must decide before anything can be sent.
 */
export async function takeIn(known: Entry, detail: SubmissionDetail): Promise<boolean> {
  if (detail.status === 'complete') return closeWith(known, detail)
  return inDatabase(known.user_id, database =>
    database.transaction('rw', tablesOf(database), async () => {
      const entry = await database.entries.get(known.uuid)
      if (!entry || entry.state === 'done') return true
      // An answer that was long on its way: what the server took from here since must not be undone by it.
      if (entry.server_revision !== null && detail.revision < entry.server_revision) return entry.conflict === null
      const mine = answersOf(await database.answers.where('uuid').equals(entry.uuid).toArray())
      return mergeInto(database, entry, mine, detail)
    }),
  )
}

/** Ends an entry that is complete on the server, if the receipt is for what is here; otherwise it stays as it is. */
async function closeWith({ user_id, uuid }: Entry, detail: SubmissionDetail): Promise<boolean> {
  const work = await readWork(user_id, uuid)
  if (!work || work.entry.state === 'done') return true
  if (!(await provesReceived(detail, { uuid, ...work }))) return false
  return noteDone(work.entry, detail)
}

/** Begins an entry for a draft that was started on another device, or brings the one that is here together with it. */
export async function adopt(userId: number, detail: SubmissionDetail): Promise<void> {
  const found = await inDatabase(userId, database => database.entries.get(detail.uuid))
  if (found) return void (await takeIn(found, detail))
  const entry = entryOf(userId, detail)
  await inDatabase(userId, database =>
    database.transaction('rw', tablesOf(database), async () => {
      if (await database.entries.get(entry.uuid)) return
      await database.entries.put(entry)
      await database.forms.put(formOf(detail))
      await database.bases.put({ uuid: entry.uuid, agreed: detail.answers, attempted: {} })
      await database.answers.bulkPut(rowsOf(entry.uuid, Object.entries(detail.answers)))
      await putFiles(database, detail)
    }),
  )
}

const tablesOf = ({ entries, answers, photos, forms, bases }: OfflineDatabase) => [
  entries,
  answers,
  photos,
  forms,
  bases,
]

async function mergeInto(
  database: OfflineDatabase,
  entry: Entry,
  mine: Answers,
  detail: SubmissionDetail,
): Promise<boolean> {
  const base = await database.bases.get(entry.uuid)
  const theirs = detail.answers
  const merge = mergeAnswers({ agreed: base?.agreed ?? {}, attempted: base?.attempted ?? {}, mine, theirs })
  await database.answers.bulkPut(rowsOf(entry.uuid, [...merge.taken]))
  await database.bases.put({ uuid: entry.uuid, agreed: theirs, attempted: {} })
  await putFiles(database, detail)

  const stillOpen = entry.conflict?.question_ids.filter(id => !sameAnswer(mine[id], theirs[id])) ?? []
  const conflict = conflictOver([...new Set([...stillOpen, ...merge.conflicts])], theirs)
  const merged = { ...mine, ...Object.fromEntries([...merge.taken].map(([id, answer]) => [id, answer ?? {}])) }
  const isSent = sameAnswers(merged, theirs)
  await database.entries.put({
    ...entry,
    conflict,
    state: conflict && isUnderway(entry) ? 'refused' : entry.state,
    server_id: detail.id,
    server_revision: detail.revision,
    change: isSent ? entry.change : entry.change + 1,
    sent_change: isSent ? entry.change : entry.sent_change,
    updated_at: merge.taken.size > 0 ? new Date().toISOString() : entry.updated_at,
  })
  return conflict === null
}

const conflictOver = (question_ids: string[], theirs: Answers): Conflict | null =>
  question_ids.length > 0
    ? { question_ids, answers: Object.fromEntries(question_ids.map(id => [id, theirs[id] ?? {}])) }
    : null

const rowsOf = (uuid: string, answers: [string, AnswerRow['answer'] | undefined][]): AnswerRow[] =>
  answers.map(([question_id, answer]) => ({ uuid, question_id, answer: answer ?? {}, changed_at: Date.now() }))

/** Photos that only the server has are shown from there. */
async function putFiles(database: OfflineDatabase, { uuid: entry_uuid, files }: SubmissionDetail): Promise<void> {
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
  })
