/** Defines the columns and cells of an exported sheet. */

import type { ExportValues } from '#shared/exports/rules.ts'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { filesIn } from '#shared/forms/answers/content.ts'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Definition, Repeat } from '#shared/forms/definition.ts'
import { isQuestion, placedElements } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { isAnswered } from '#shared/forms/scoreAnswer.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { cutToBytes } from '#shared/lib/filename.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { localDay, localTime } from '#shared/lib/localTime.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { subjectKey } from '#shared/subjects/registry.ts'
import { type Formatter, formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import type { FileRow } from '../../files/queries.ts'
import type { Cell } from '../../lib/spreadsheets/rows.ts'

export type UsedVersion = { id: number; formId: number; number: number; definition: Definition }

/** The columns of every submission. */
export const common = [
  ...['id', 'uuid', 'form_id', 'form', 'version', 'status', 'user_id', 'person', 'subjects'],
  ...['started_at', 'completed_at', 'received_at', 'score_percent', 'band', 'critical_failed'],
  ...['review_state', 'updated_at', 'notes', 'photos'],
] as const

/** Only programs ask for these. */
const forPrograms: readonly string[] = ['uuid', 'form_id', 'user_id']

export const commonColumns = (values: ExportValues): string[] =>
  common.filter(name => values === 'ids' || !forPrograms.includes(name))

/** The columns of a repeat's row before its answers. */
export const rowColumns = ['submission_id', 'number', 'row', 'parent_row'] as const

type AnswerColumn = { id: string; name: string; questions: Map<number, { question: Question; words: Formatter }> }

/** The repeats of a form in any of its versions, the newest first, each once. */
export function repeatsOf(versions: UsedVersion[]): Repeat[] {
  const found = versions.flatMap(({ definition }) =>
    placedElements(definition).flatMap(({ element }) => (element.type === 'repeat' ? [element] : [])),
  )
  return [...new Map(found.toReversed().map(repeat => [repeat.id, repeat])).values()].toReversed()
}

/** A column for each question that a version asks once, or in each row of the repeat; the newest version names it. */
export function answerColumns(
  versions: UsedVersion[],
  repeat: string | null,
  {
    locale,
    zone,
    texts,
    values,
  }: { locale: Locale; zone: string; texts: Record<string, string>; values: ExportValues },
): AnswerColumn[] {
  const found = new Map<string, AnswerColumn>()
  const taken = new Set<string>()
  for (const { id: version, definition } of versions) {
    const words = formatterFor({ locale, timeZone: zone, t: key => texts[key] ?? key }, definition)
    for (const { element, repeats } of placedElements(withChoices(definition))) {
      if (!isQuestion(element) || (repeats.at(-1)?.id ?? null) !== repeat) continue
      const label = values === 'ids' ? element.id : plainText(words.read(element.label)) || element.id
      const column = found.get(element.id) ?? {
        id: element.id,
        name: taken.has(label) ? `${label} (${element.id})` : label,
        questions: new Map(),
      }
      taken.add(column.name)
      column.questions.set(version, { question: element, words })
      found.set(element.id, column)
    }
  }
  return [...found.values()]
}

/** The labels of table rows that answers name, by version and question. */
export type TableLabels = Record<string, Record<string, string>>

export const labelsKey = (version: number, questionId: string) => `${version} ${questionId}`

/** Returns an answer as a cell: numbers and days as spreadsheets sort them, the rest as text or as stored. */
export function cellOf(
  { question, words }: { question: Question; words: Formatter },
  answer: Answer | undefined,
  values: ExportValues,
  pathOf: (file: { uuid: string; name?: string | undefined }) => string,
  labels: Record<string, string> = {},
): Cell {
  const value = answer?.value
  if (value === undefined || !isAnswered(answer)) return null
  if (typeof value === 'number') return value
  const files = filesIn(value)
  if (files.length > 0) return files.map(pathOf).join('\n')
  if (values === 'labels' && question.type === 'date') return { day: String(value) }
  if (values === 'labels' && question.type === 'date_time') return { day: String(value).slice(0, 16).replace('T', ' ') }
  if (question.type === 'date' || question.type === 'time' || question.type === 'date_time') return String(value)
  if (values === 'labels' && 'table' in question && question.table)
    return words.formats.list([value].flat().map(item => labels[String(item)] ?? String(item)))
  if (values === 'labels' && question.type !== 'place') return formatAnswer(question, answer, words)
  if (typeof value === 'string') return value
  if (!Array.isArray(value))
    return [value.latitude, value.longitude, value.altitude, value.accuracy].join(' ').trimEnd()
  return value.map(item => (typeof item === 'object' && 'id' in item ? item.id : item)).join(' ')
}

/** Returns the notes of answers, each with its question. */
export function notesOf(answers: Answers): string {
  return Object.entries(answers)
    .flatMap(([key, { note }]) => (note ? [`${keyParts(key).question_id}: ${note}`] : []))
    .join('\n')
}

/** The photos beside answers. */
export const photosOf = (answers: Answers) => Object.values(answers).flatMap(({ photos = [] }) => photos)

/** A submission as the database writes it. */
export type ReadRow = {
  id: number
  uuid: string
  form_id: number
  form_version_id: number
  number: number
  name: LocalizedText
  status: string
  user_id: number | null
  written_by: string | null
  contact: string | null
  started_at: string
  completed_at: string | null
  received_at: string | null
  score_percent: number | null
  band: string | null
  critical_failed: number
  review_state: string | null
  updated_at: string
  answers: Answers
}

type Saying = { values: ExportValues; locale: Locale; zone: string; texts: Record<string, string> }
type Named = { people: Map<number, string>; subjects: Map<number, NamedSubject[]> }

export function commonCells(
  row: ReadRow,
  { people, subjects }: Named,
  { values, locale, zone, texts }: Saying,
): Record<string, Cell> {
  const inWords = values === 'labels'
  const time = (moment: string | null): Cell =>
    moment && (inWords ? { day: clockOf(zone)(new Date(moment)) } : new Date(moment).toISOString())
  const text = (key: string | null, group: string): Cell => (key && inWords ? (texts[`${group}.${key}`] ?? key) : key)
  const about = subjects.get(row.id) ?? []
  const { id, uuid, form_id, user_id, critical_failed } = row
  return {
    ...{ id, uuid, form_id, user_id, critical_failed },
    form: textIn(row.name, locale, defaultLocale).text,
    version: row.number,
    status: text(row.status, 'submissions.states'),
    person: row.written_by ?? (user_id === null ? row.contact : (people.get(user_id) ?? '')),
    subjects: about.map(subject => (inWords ? subject.name : subjectKey(subject))).join(inWords ? ', ' : ' '),
    started_at: time(row.started_at),
    completed_at: time(row.completed_at),
    received_at: time(row.received_at),
    score_percent: row.score_percent,
    band: text(row.band, 'submissions.pdf'),
    review_state: text(row.review_state, 'reviews.states'),
    updated_at: time(row.updated_at),
  }
}

/** 2026-11-20 10:42, which every program reads as a time. */
const clockOf = (timeZone: string) => (moment: Date) => localTime(moment, timeZone).replace('T', ' ')

type Submission = { id: number; started_at: string; completed_at: string | null }

/** `files/2026-11-20 1234` */
export const folderOf = ({ id, started_at, completed_at }: Submission, zone: string): string =>
  `files/${localDay(new Date(completed_at ?? started_at), zone)} ${id}`

/** Returns unique paths of files in a ZIP, by uuid: the question, then the name on the device. */
export function pathsOf(
  folder: string,
  files: Pick<FileRow, 'uuid' | 'questionId' | 'name'>[],
): Record<string, string> {
  const taken = new Set<string>()
  return Object.fromEntries(
    files.map(({ uuid, questionId, name }) => {
      const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(clean(name)) ?? []
      const path = (end: string) => `${folder}/${clean(questionId ?? '')} ${cutToBytes(stem, 80)}${end}${ending}`
      let found = path('')
      for (let number = 2; taken.has(found.toLowerCase()); number++) found = path(` (${number})`)
      taken.add(found.toLowerCase())
      return [uuid, found]
    }),
  )
}

/** Removes what some system refuses in a file name: no path leads out of its folder. */
const clean = (name: string) => name.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, '_').replace(/^\.+|[. ]+$/g, '_')
