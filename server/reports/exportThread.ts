/**
 * Puts the spreadsheet of `export.ts` together, in a thread: twenty thousand submissions have half a million answers.
 */

import { answerKey, keyParts } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import type { Locale } from '#shared/lib/language.ts'
import { localTime } from '#shared/lib/localTime.ts'
import { type Formatter, formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import { type NewCell, type NewSheet, writeCsv, writeWorkbook } from '../lib/spreadsheets/workbook.ts'
import type { UsedVersion } from './counting/totals.ts'

export type ToExport = {
  format: ExportFormat
  locale: Locale
  /** Days and times are those of the company. */
  zone: string
  name: string
  /**
   * Of what every submission has, in this order: number, day, time, form, person, subjects, score, rating, critical.
   */
  columns: string[]
  /** The few texts that answers are said in, by their keys. */
  texts: Record<string, string>
  /** The newest first; none where there is more than one form. */
  versions: UsedVersion[]
  forms: Record<number, string>
  rows: {
    id: number
    formId: number
    versionId: number
    completedAt: string
    hasTime: boolean
    person: string
    subjects: string[]
    scorePercent: number | null
    band: string | null
    criticalFailed: number
    /** As JSON. */
    answers: string
  }[]
  /** What follows in a workbook. */
  sheets: NewSheet<NewCell>[]
}

type Column = { name: string; id: string; questions: Map<number, { question: Question; words: Formatter }> }

export default async function exportThread(wanted: ToExport): Promise<Uint8Array> {
  const columns = columnsOf(wanted)
  const sheet: NewSheet<NewCell> = {
    name: wanted.name,
    columns: [...wanted.columns, ...columns.map(({ name }) => name)],
    rows: wanted.rows.map(row => ({ ...commonOf(row, wanted), ...answersOf(row, columns) })),
  }
  return wanted.format === 'csv' ? writeCsv(sheet, wanted.locale) : writeWorkbook([sheet, ...wanted.sheets])
}

/** One for each question that any version asks, named by the newest; two of one name are told apart by their ids. */
function columnsOf({ versions, columns: taken, locale, zone, texts }: ToExport): Column[] {
  const t = (key: string) => texts[key] ?? key
  const found = new Map<string, Column>()
  const names = new Set(taken)
  for (const { id: versionId, definition } of versions) {
    const words = formatterFor({ locale, timeZone: zone, t }, definition)
    for (const question of questionsOf(definition)) {
      const label = plainText(words.read(question.label)) || question.id
      const column = found.get(question.id) ?? {
        name: names.has(label) ? `${label} (${question.id})` : label,
        id: question.id,
        questions: new Map(),
      }
      names.add(column.name)
      found.set(question.id, column)
      column.questions.set(versionId, { question, words })
    }
  }
  return [...found.values()]
}

function commonOf(row: ToExport['rows'][number], { columns, forms, zone, texts }: ToExport) {
  const [date, clock] = localTime(new Date(row.completedAt), zone).split('T') as [string, string]
  const [number, day, time, form, person, about, score, rating, critical] = columns as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  return {
    [number]: row.id,
    [day]: { day: date },
    [time]: row.hasTime ? clock : '',
    [form]: forms[row.formId] ?? '',
    [person]: row.person,
    [about]: row.subjects.join(', '),
    [score]: row.scorePercent ?? '',
    [rating]: row.band ? (texts[`submissions.pdf.${row.band}`] ?? row.band) : '',
    [critical]: row.criticalFailed,
  }
}

/** Of rows of a repeat the answers stand in one cell, one after the other. */
function answersOf({ answers: json, versionId }: ToExport['rows'][number], columns: Column[]): Record<string, NewCell> {
  const answers: Answers = JSON.parse(json)
  const given = Map.groupBy(Object.keys(answers), key => keyParts(key).question_id)
  return Object.fromEntries(
    columns.flatMap(({ id, name, questions }): [string, NewCell][] => {
      const asked = questions.get(versionId)
      const keys = given.get(id)
      if (!asked || !keys) return []
      if (keys.length === 1 && keys[0] === answerKey(id) && typeof answers[id]?.value === 'number')
        return [[name, answers[id].value]]
      if (keys.length === 1 && asked.question.type === 'date' && typeof answers[id]?.value === 'string')
        return [[name, { day: answers[id].value }]]
      const said = keys.map(key => formatAnswer(asked.question, answers[key], asked.words)).filter(Boolean)
      return said.length > 0 ? [[name, said.join('; ')]] : []
    }),
  )
}
