/**
 * All work of a person that this device has not sent, as one ZIP: for when sending does not help. A folder for each form with its
 * answers as JSON, in the words of the form, and the photos as they were taken. Nothing is removed by it.
 */
import { Zip, ZipPassThrough } from 'fflate'
import type { Answer, Answers } from '#shared/forms/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { filesOf } from '#shared/forms/files.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { answerInWords, type Words, wordsFor } from '#shared/submissions/words.ts'
import { inDatabase } from '../lib/offline/database.ts'
import { answersOf, type Entry, type PhotoRow } from '../lib/offline/entry.ts'
import { pickUp } from '../lib/offline/rescue.ts'
import { isUnsent } from './isUnsent.ts'

type Reader = Parameters<typeof wordsFor>[0]
type Found = { entry: Entry; answers: Answers; photos: PhotoRow[]; definition: Definition | undefined }

/** The ZIP, in the reader's language. One form's photos at a time are in memory beside it. */
export async function rescueCopy(userId: number, reader: Reader): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part as Uint8Array<ArrayBuffer>)
  })
  const add = (path: string, content: Uint8Array) => {
    const file = new ZipPassThrough(path)
    zip.add(file)
    file.push(content, true)
  }
  const entries = await inDatabase(userId, database => database.entries.toArray())
  for (const { uuid } of entries.filter(isUnsent)) {
    const found = await readAll(userId, uuid)
    if (found) addEntry(found, reader, add)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}

const readAll = async (userId: number, uuid: string): Promise<Found | undefined> => {
  const rescued = await pickUp(userId, uuid)
  return inDatabase(userId, database =>
    database.transaction('r', database.entries, database.answers, database.photos, database.forms, async () => {
      const entry = await database.entries.get(uuid)
      if (!entry) return
      const rows = await database.answers.where('uuid').equals(uuid).toArray()
      const form = await database.forms.get([entry.form_id, entry.version])
      const photos = await database.photos.where('entry_uuid').equals(uuid).toArray()
      const latest = [...rows, ...rescued].sort((one, other) => one.changed_at - other.changed_at)
      return { entry, answers: answersOf(latest), photos, definition: form?.definition }
    }),
  )
}

function addEntry(found: Found, reader: Reader, add: (path: string, content: Uint8Array) => void): void {
  const { entry, answers, photos } = found
  const name = textIn(entry.form_name, reader.locale, 'en').text || 'form'
  const folder = fileName(`${entry.created_at.slice(0, 16).replace(':', '')} ${name} ${entry.uuid.slice(0, 8)}`)
  const named = new Set(filesOf(answers))
  const kept = photos.filter(({ uuid, bytes }) => bytes !== null && named.has(uuid))
  const pathOf = (photo: PhotoRow) => `photos/${photo.uuid.slice(0, 8)} ${fileName(photo.name)}`
  const paths = new Map(kept.map(photo => [photo.uuid, pathOf(photo)]))
  const text = JSON.stringify(inWords(found, reader, paths), null, 2)
  add(`${folder}/answers.json`, new TextEncoder().encode(text))
  for (const photo of kept) add(`${folder}/${pathOf(photo)}`, new Uint8Array(photo.bytes ?? new ArrayBuffer()))
}

function inWords({ entry, answers, definition }: Found, reader: Reader, paths: ReadonlyMap<string, string>) {
  const words = definition && wordsFor(reader, definition)
  const { uuid, form_id, version, company_id, state, task_sent_id, task_title, subjects, last_error } = entry
  return {
    form: textIn(entry.form_name, reader.locale, 'en').text,
    ...{ uuid, form_id, version, company_id, state, task_sent_id, task: task_title },
    about: subjects.map(subject => subject.name),
    began_at: entry.created_at,
    changed_at: entry.updated_at,
    completed_at: entry.completed_at,
    last_error,
    answers: Object.entries(answers).map(([key, answer]) => ({
      ...(words && definition && questionIn(key, answer, definition, words)),
      question_id: key,
      ...answer,
      files: filesOf({ [key]: answer }).map(file => paths.get(file) ?? file),
    })),
  }
}

/** What was asked and answered, as far as the form is here; in a repeat the question's id is the first part of the key. */
function questionIn(key: string, answer: Answer, definition: Definition, words: Words) {
  const question = questionsOf(definition).find(({ id }) => id === key.split('@')[0])
  return question && { question: words.read(question.label), answer: answerInWords(question, answer, words) }
}

/** A name that every system takes for a file. */
const fileName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '-')
    .slice(0, 120)
    .trim()
