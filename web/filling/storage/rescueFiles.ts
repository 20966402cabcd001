/**
 * A form of which the server has not everything, for the copy: its answers as JSON, in the words of the form, and the
 * photos as they were taken.
 */

import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { filesOf } from '#shared/forms/answers/content.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { filenameOf, partsOfFilename } from '#shared/lib/filename.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { copyFormat } from '#shared/submissions/delivery.ts'
import type { CopiedForm } from '#shared/submissions/deviceRecords.ts'
import { type Formatter, formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import { type AnswerRow, answersOf, type PhotoRow, removedIn } from '../../answers/draft/rows.ts'
import type { Reader } from '../../lib/format.ts'
import type { RescuedFile } from '../../lib/offline/outboxHandler.ts'
import { isAccountGone, isOfCompany, localDisplayName } from '../../lib/session/localNames.ts'
import { type Entry, findForm, inFormDatabase } from './entry.ts'
import { type Content, recoverRows } from './restore.ts'

type Found = {
  entry: Entry
  rows: AnswerRow[]
  answers: Answers
  photos: PhotoRow[]
  definition: Definition | undefined
}

/** The files of an entry for the copy of unsent work, in the reader's language. */
export async function rescueFiles({ user_id, uuid }: Entry, reader: Reader): Promise<RescuedFile[]> {
  const found = await readAll(user_id, uuid)
  return found ? filesOfForm(found, reader) : []
}

/** What an entry asks and answers so far, in the reader's language. */
export async function readAnswers({ user_id, uuid }: Entry, reader: Reader) {
  const found = await readAll(user_id, uuid)
  return found?.definition ? answersInWords(found.definition, found.answers, reader) : []
}

export type AnswerInWords = { question: string; answer: string }

/** Answers in the words of the form that asks for them. */
export function answersInWords(definition: Definition, answers: Answers, reader: Reader): AnswerInWords[] {
  const words = formatterFor(reader, definition)
  return Object.entries(answers).flatMap(([key, answer]) => {
    const found = questionIn(key, answer, definition, words)
    return found ? [{ ...found, answer: [found.answer, answer.note].filter(Boolean).join(' · ') }] : []
  })
}

/** The same for a form that is open, from memory. */
export const filesOfContent = ({ entry, definition, rows, photos }: Content, reader: Reader): RescuedFile[] =>
  filesOfForm({ entry, rows, answers: answersOf(rows), photos, definition }, reader)

const readAll = async (userId: number, uuid: string): Promise<Found | undefined> => {
  const rescued = await recoverRows(userId, uuid)
  return inFormDatabase(userId, database =>
    database.transaction('r', database.entries, database.answers, database.photos, database.forms, async () => {
      const entry = await findForm(database, uuid)
      if (!entry) return
      const rows = await database.answers.where('uuid').equals(uuid).toArray()
      const form = await database.forms.get([entry.form_id, entry.version])
      const photos = await database.photos.where('entry_uuid').equals(uuid).toArray()
      const latest = [...rows, ...rescued].sort((one, other) => one.changed_at - other.changed_at)
      return { entry, rows: latest, answers: answersOf(latest), photos, definition: form?.definition }
    }),
  )
}

function filesOfForm(found: Found, reader: Reader): RescuedFile[] {
  const { entry, answers, photos } = found
  const name = textIn(entry.form_name, reader.locale, 'en').text || 'form'
  const folder = filenameOf(`${entry.created_at.slice(0, 16).replace(':', '')} ${name}`, ` ${entry.uuid.slice(0, 8)}`)
  const named = new Set(filesOf(answers))
  const kept = photos.filter(({ uuid, bytes }) => bytes !== null && named.has(uuid))
  const pathOf = (photo: PhotoRow) => `photos/${photo.uuid.slice(0, 8)} ${filenameOf(...partsOfFilename(photo.name))}`
  const paths = new Map(kept.map(photo => [photo.uuid, pathOf(photo)]))
  const text = JSON.stringify({ ...inWords(found, reader, paths), ...forImport(found, kept, paths, reader) }, null, 2)
  return [
    { path: `${folder}/answers.json`, content: new TextEncoder().encode(text) },
    ...kept.map(photo => ({
      path: `${folder}/${pathOf(photo)}`,
      content: new Uint8Array(photo.bytes ?? new ArrayBuffer()),
    })),
  ]
}

function inWords({ entry, answers, definition }: Found, reader: Reader, paths: ReadonlyMap<string, string>) {
  const words = definition && formatterFor(reader, definition)
  const { uuid, form_id, version, company_id, state, task_sent_id, task_title, subjects, last_error } = entry
  return {
    form: textIn(entry.form_name, reader.locale, 'en').text,
    ...{ uuid, form_id, version, company_id, state, task_sent_id, task: task_title },
    about: subjects.map(subject => subject.name),
    began_at: entry.created_at,
    changed_at: entry.updated_at,
    completed_at: entry.completed_at,
    last_error,
    ...(entry.left?.length && { left: entry.left }),
    answers: Object.entries(answers).map(([key, answer]) => ({
      ...(words && definition && questionIn(key, answer, definition, words)),
      question_id: key,
      ...answer,
      files: filesOf({ [key]: answer }).map(file => paths.get(file) ?? file),
    })),
  }
}

/** What a manager's app needs to bring it in (`CopiedForm`). */
function forImport(
  { entry, rows, answers }: Found,
  photos: PhotoRow[],
  paths: ReadonlyMap<string, string>,
  reader: Reader,
): CopiedForm {
  const { uuid, form_id, version, company_id, payload_version, completed_at } = entry
  return {
    ...{ format: copyFormat, uuid, form_id, version, company_id, payload_version, form_name: entry.form_name },
    written_by: { id: entry.user_id, name: localDisplayName(entry.user_id) },
    began_at: entry.created_at,
    completed_at,
    device_time: completed_at === null ? null : wallClock(new Date(completed_at)),
    reason: reasonOf(entry, reader),
    subjects: entry.subjects.filter(({ id }) => id > 0).map(({ type, id, name }) => ({ type, id, name })),
    content: { answers, removed: removedIn(rows) },
    files: photos.map(photo => ({
      ...{ uuid: photo.uuid, question_id: photo.question_id, name: photo.name },
      ...{ content_type: photo.content_type, path: paths.get(photo.uuid) ?? '' },
    })),
  }
}

/** Why it was not sent: that there is nobody and no company to send it for, or what the server said. */
function reasonOf({ user_id, company_id, last_error: error }: Entry, { t }: Reader): string | null {
  if (isAccountGone(user_id)) return t('filling.outbox.accountGone')
  if (!isOfCompany(user_id, company_id)) return t('filling.outbox.otherCompany')
  return error && (error.message || t(`problem.${error.code}`))
}

/**
 * What was asked and answered, as far as the form is here; in a repeat the question's id is the first part of the key.
 */
function questionIn(key: string, answer: Answer, definition: Definition, words: Formatter) {
  const question = questionsOf(definition).find(({ id }) => id === key.split('@')[0])
  return question && { question: plainText(words.read(question.label)), answer: formatAnswer(question, answer, words) }
}
