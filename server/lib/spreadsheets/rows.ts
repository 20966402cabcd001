/** Rows of a sheet as text, a few at a time, for spreadsheets that are larger than memory. Nothing in them is ever worked out. */
import type { ExportFormat } from '#shared/exports/options.ts'
import { escaped, fieldOf, harmless } from './workbook.ts'

export type Cell = string | number | null

/** What stands before and after the rows of a sheet. */
export const around: Record<ExportFormat, { before: string; after: string }> = {
  csv: { before: '\ufeff', after: '' },
  xlsx: {
    before:
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>',
    after: '</sheetData></worksheet>',
  },
}

/** The rows from the one with this number on. */
export const rowsAs = (format: ExportFormat, rows: Cell[][], number: number): string =>
  format === 'csv'
    ? rows.map(row => `${row.map(cell => fieldOf(cell ?? '')).join(',')}\r\n`).join('')
    : rows.map((row, index) => `<row r="${number + index}">${row.map(cellOf).join('')}</row>`).join('')

/** The most that spreadsheet programs take. */
const longestCell = 32_767

function cellOf(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>'
  const text = escaped(harmless(cell)).slice(0, longestCell).toWellFormed()
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
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>${each((_, number) => `<Override PartName="/${sheetPath(number)}" ContentType="${main}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${each((name, number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
  }
}

/** Where a sheet lies in the ZIP. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** Names that programs take, each once: no more than 31 letters, and none of their own signs. */
export function sheetNames(wanted: string[]): string[] {
  const taken = new Set<string>()
  return wanted.map(name => {
    const clean =
      name
        .replace(/[\p{Cc}[\]:*?/\\]/gu, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || '1'
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` (${number})`
      const found = `${clean
        .slice(0, 31 - end.length)
        .toWellFormed()
        .trim()}${end}`
      if (taken.has(found.toLowerCase())) continue
      taken.add(found.toLowerCase())
      return found
    }
  })
}
