/** For tests: an XLSForm written as tables, the way people write them. */
import { importDefinition } from '#server/forms/xlsform/import/importDefinition.ts'
import { readWorkbook } from '#server/forms/xlsform/workbook.ts'
import { writeWorkbook } from '#server/lib/spreadsheets/workbook.ts'

/** Rows of cells parted by `|`, the first with the headings. */
export const sheetOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim().replaceAll('\\n', '\n').replaceAll('¦', '|')))

export type Tables = { survey: string; choices?: string; settings?: string; [other: string]: string | undefined }

export const workbookOf = (tables: Tables): Promise<Uint8Array> =>
  writeWorkbook(
    Object.entries(tables).flatMap(([name, text]) => {
      const [head = [], ...rows] = sheetOf(text ?? '')
      // Columns are told apart by their place, because some files have the same heading twice.
      const columns = head.map((heading, index) => heading || `unnamed ${index}`)
      return text === undefined
        ? []
        : [
            {
              name,
              columns,
              rows: rows.map(row => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? '']))),
            },
          ]
    }),
  )

/** What the import makes of it, with notes and faults as "survey 3 relevant: code". */
export async function imported(tables: Tables, reader: 'en' | 'hu' = 'en') {
  const { definition, form, findings } = importDefinition(await readWorkbook(await workbookOf(tables)), {
    reader,
    fileName: 'my form',
  })
  const said = (found: { sheet: string; row: number; column: string; code: string }[]) =>
    found.map(({ sheet, row, column, code }) => `${sheet} ${row} ${column}: ${code}`)
  return { definition, form, findings, notes: said(findings.notes), faults: said(findings.faults) }
}
