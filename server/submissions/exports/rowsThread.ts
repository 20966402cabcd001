/**
 * Writes a batch of an exported sheet as bytes, in a thread; content.ts asks batch by batch, so that memory stays flat.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ExportValues } from '#shared/exports/rules.ts'
import { answerKey, keyParts } from '#shared/forms/answers/answerKey.ts'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { Deflated } from '../../lib/files/zip.ts'
import { around, type Cell, rowsAs } from '../../lib/spreadsheets/rows.ts'
import {
  answerColumns,
  cellOf,
  commonCells,
  commonColumns,
  folderOf,
  labelsKey,
  notesOf,
  pathsOf,
  photosOf,
  type ReadRow,
  rowColumns,
  type TableLabels,
  type UsedVersion,
} from './columns.ts'

export type SheetPlan = {
  format: ExportFormat
  values: ExportValues
  locale: Locale
  zone: string
  /** The texts of headings and answers, by their keys. */
  texts: Record<string, string>
  /** The repeat of the sheet; null for the submissions. */
  repeat: string | null
  /** The newest first; none where several forms are in one table. */
  versions: UsedVersion[]
}

/** Some submissions, with what they name. */
export type Batch = {
  count: number
  /** As JSON. */
  rows: string
  people: Map<number, string>
  subjects: Map<number, NamedSubject[]>
  labels: TableLabels
  /** Those that lie in the ZIP. */
  files: (Parameters<typeof pathsOf>[1][number] & { submissionId: number })[]
}

export type ToWrite = {
  plan: SheetPlan
  /** None where a sheet begins or ends. */
  batch: Batch | null
  /** The progress of the sheet: its lines, and its unpacked size. */
  sofar: { lines: number; size: number; crc: number }
  isFirst: boolean
  isLast: boolean
  /** In a ZIP. */
  packed: boolean
}

export type RowsWritten = Deflated & { lines: number }

export default function writeRows({ plan, batch, sofar, isFirst, isLast, packed }: ToWrite): RowsWritten {
  const columns = answerColumns(plan.versions, plan.repeat, plan)
  const lines = batch ? (JSON.parse(batch.rows) as ReadRow[]).flatMap(row => linesOf(row, batch, plan, columns)) : []
  if (isFirst) lines.unshift(headingsOf(plan, columns))
  const locale = plan.values === 'labels' ? plan.locale : undefined
  const text = rowsAs(plan.format, lines, sofar.lines + 1, locale) + (isLast ? around[plan.format].after : '')
  return { ...asPiece(Buffer.from(text), sofar, packed), lines: sofar.lines + lines.length }
}

/** What follows what is written so far. */
const asPiece = (plain: Buffer, { size, crc }: { size: number; crc: number }, packed: boolean): Deflated => ({
  bytes: packed ? deflateRawSync(plain, { level: 5, finishFlush: constants.Z_FULL_FLUSH }) : plain,
  size: size + plain.byteLength,
  crc: packed ? crc32(plain, crc) : 0,
})

type Columns = ReturnType<typeof answerColumns>

function headingsOf({ values, repeat, texts }: SheetPlan, columns: Columns): Cell[] {
  const own = repeat === null ? commonColumns(values) : rowColumns
  return [
    ...own.map(name => (values === 'ids' ? name : (texts[`exports.columns.${name}`] ?? name))),
    ...columns.map(({ name }) => name),
  ]
}

function linesOf(row: ReadRow, batch: Batch, plan: SheetPlan, columns: Columns): Cell[][] {
  const { values, repeat } = plan
  const { answers } = row
  const paths = pathsOf(
    folderOf(row, plan.zone),
    batch.files.filter(file => file.submissionId === row.id),
  )
  const pathOf = ({ uuid, name }: Pick<FileReference, 'uuid' | 'name'>) => paths[uuid] ?? name ?? uuid
  const answersOf = (rowId?: string) =>
    columns.map(({ id, questions }) => {
      const asked = questions.get(row.form_version_id)
      const labels = batch.labels[labelsKey(row.form_version_id, id)]
      return asked ? cellOf(asked, answers[answerKey(id, rowId)], values, pathOf, labels) : null
    })
  if (repeat === null) {
    const cells: Record<string, Cell> = {
      ...commonCells(row, batch, plan),
      notes: notesOf(answers),
      photos: photosOf(answers).map(pathOf).join('\n'),
    }
    return [[...commonColumns(values).map(name => cells[name] ?? null), ...answersOf()]]
  }
  return Object.entries(answers).flatMap(([key, { value }]) => {
    const { question_id, row_id: parent } = keyParts(key)
    if (question_id !== repeat || !Array.isArray(value)) return []
    return value.map((rowId, index) => [row.id, index + 1, String(rowId), parent ?? null, ...answersOf(String(rowId))])
  })
}
