/**
 * Writes rows of a sheet as text, a few at a time, for spreadsheets that are larger than memory; nothing in them is
 * ever worked out. It is our own because threads compress the pieces, which the writers of libraries do not let them.
 */
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import type { Locale } from '#shared/lib/language.ts'
import { asPieces, type Entry, zipOf } from '../files/zip.ts'
import { csvStyleOf, escaped, fieldOf, harmless, maxCell, type NewCell, serialOf, sheetNames } from './workbook.ts'

export type Cell = NewCell | null

/** The text before and after the rows of a sheet. */
export const around: Record<ExportFormat, { before: string; after: string }> = {
  csv: { before: '\ufeff', after: '' },
  xlsx: {
    before:
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView ' +
      'workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" ' +
      'state="frozen"/></sheetView></sheetViews><sheetData>',
    after: '</sheetData></worksheet>',
  },
}

/**
 * The rows from the one with this number on; text is as the spreadsheets of `locale` read it, or as programs do without
 * one.
 */
export const rowsAs = (format: ExportFormat, rows: Cell[][], number: number, locale?: Locale): string =>
  format === 'csv'
    ? rows
        .map(
          row => `${row.map(cell => fieldOf(textOf(cell), csvStyleOf(locale))).join(csvStyleOf(locale).separator)}\r\n`,
        )
        .join('')
    : rows.map((row, index) => `<row r="${number + index}">${row.map(cellOf).join('')}</row>`).join('')

const textOf = (cell: Cell) => (cell !== null && typeof cell === 'object' ? cell.day : (cell ?? ''))

function cellOf(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>'
  if (typeof cell === 'object') {
    const serial = serialOf(cell)
    return serial === undefined ? cellOf(cell.day) : `<c s="${cell.day.length > 10 ? 2 : 1}"><v>${serial}</v></c>`
  }
  const text = escaped(harmless(cell)).slice(0, maxCell).toWellFormed()
  return `<c t="inlineStr"><is><t xml:space="preserve">${inXml(text)}</t></is></c>`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Signs that XML cannot hold are left out. */
const inXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>\r]/g, sign => signs[sign] ?? '')

/** The parts of a workbook beside its sheets, by their names in the ZIP. */
export function workbookParts(sheets: string[]): Record<string, string> {
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const each = (part: (name: string, number: number) => string) =>
    sheets.map((name, index) => part(inXml(name).replaceAll('"', '&quot;'), index + 1)).join('')
  return {
    '[Content_Types].xml':
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ' +
      'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ' +
      `ContentType="${main}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ` +
      `ContentType="${main}.styles+xml"/>` +
      each((_, number) => `<Override PartName="/${sheetPath(number)}" ContentType="${main}.worksheet+xml"/>`) +
      '</Types>',
    '_rels/.rels':
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" ` +
      `Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
      `xmlns:r="${office}"><sheets>` +
      `${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets>` +
      '</workbook>',
    'xl/_rels/workbook.xml.rels':
      `${xml}<Relationships ` +
      `xmlns="${packages}/relationships">` +
      each(
        (_, number) =>
          `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      ) +
      `<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    // The formats 14 and 22 are a day and a moment as the program's own language writes them.
    'xl/styles.xml':
      `${xml}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts ` +
      'count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill ' +
      'patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders ' +
      'count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf ' +
      'numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>',
  }
}

/** Where a sheet lies in the ZIP. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

// A spreadsheet of one sheet that is written while it is sent: no more than some of its rows is held at any time.

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
