/** A spreadsheet of one sheet that is written while it is sent: no more than some of its rows is held at any time. */
import type { ExportFormat } from '#shared/exports/options.ts'
import type { Locale } from '#shared/lib/language.ts'
import { asPieces, type Entry, zipOf } from '../files/zip.ts'
import { around, type Cell, rowsAs, sheetPath, workbookParts } from './rows.ts'
import { sheetNames } from './workbook.ts'

/** `locale` is that of the person whose spreadsheet opens it. */
type Sheet = { name: string; locale: Locale; headings: string[]; rows: AsyncIterable<Cell[][]> }

export const csvType = 'text/csv; charset=utf-8'

/** Its bytes. */
export const sheetFile = (format: ExportFormat, sheet: Sheet): AsyncGenerator<Uint8Array> =>
  format === 'csv' ? sheetBytes(format, sheet) : zipOf(workbook(sheet))

async function* sheetBytes(format: ExportFormat, { headings, rows, locale }: Sheet): AsyncGenerator<Uint8Array> {
  yield Buffer.from(around[format].before + rowsAs(format, [headings], 1, locale))
  let number = 2
  for await (const some of rows) {
    yield Buffer.from(rowsAs(format, some, number, locale))
    number += some.length
  }
  yield Buffer.from(around[format].after)
}

async function* workbook(sheet: Sheet): AsyncGenerator<Entry> {
  const modified = new Date()
  for (const [name, text] of Object.entries(workbookParts(sheetNames([sheet.name]))))
    yield { name, modified, content: Buffer.from(text) }
  yield { name: sheetPath(1), modified, pieces: asPieces(sheetBytes('xlsx', sheet)) }
}
