/** Workbooks as rows of texts: what cells hold, as XLSForm's own converter reads it. */
import { Problem } from '#shared/lib/problem.ts'
import { checkedWorkbook, maxSheets } from '../../lib/spreadsheets/archive.ts'
import { isOldWorkbook, library, rowsOf } from '../../lib/spreadsheets/sheetRows.ts'
import { isTableSheet } from './import/attachedTables.ts'
import { sheetCalled } from './import/bookSheets.ts'
import type { Sheet } from './table.ts'

/** The sheets of an .xlsx, .xlsm or .xls file. Throws 415 for anything else, 413 for what unpacks to too much. */
export async function readWorkbook(content: Uint8Array): Promise<Sheet[]> {
  const checked = isOldWorkbook(content) ? content : checkedWorkbook(content)
  const { read } = await library()
  try {
    const { SheetNames: all } = read(checked, { type: 'array', bookSheets: true })
    if (all.length > maxSheets) throw new Problem('too_large')
    const { SheetNames, Sheets } = read(checked, {
      type: 'array',
      sheets: sheetsToRead(all),
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      cellText: true,
      cellNF: true,
    })
    return SheetNames.map(name => ({ name, rows: rowsOf(Sheets[name]), isUnread: !Object.hasOwn(Sheets, name) }))
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('file_type_refused')
  }
}

/** The first of each that means something. */
const sheetsToRead = (names: string[]): number[] => {
  const meant = names.map(sheetCalled)
  return [...names.keys()].filter(
    index => (meant[index] && meant.indexOf(meant[index]) === index) || isTableSheet(names[index] ?? ''),
  )
}
