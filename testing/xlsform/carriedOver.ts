/** For tests: which words of a spreadsheet are neither in the form that was made of it nor in what is said about it. */
import type { Imported } from '#server/forms/xlsform/import/importDefinition.ts'
import type { Sheet } from '#server/forms/xlsform/table.ts'

/** What is said of a row as a whole. */
const ofRows = new Set(['type_left_out', 'type_emptied', 'row_comment', 'row_disabled', 'headings_left_out'])

/** The words of `generatedSheets.ts`, each of which stands in one cell only, as "survey 3 label: label12x". */
export function lostWords(book: Sheet[], { definition, form, findings }: Imported): string[] {
  const made = JSON.stringify([definition, form])
  const said = new Set(findings.notes.map(({ sheet, row, column }) => `${sheet} ${row} ${column}`))
  const rows = new Set(findings.notes.flatMap(({ code, sheet, row }) => (ofRows.has(code) ? [`${sheet} ${row}`] : [])))
  return book.flatMap(({ name, rows: [head, ...lines] }) =>
    lines.flatMap(({ number, cells }) =>
      [...cells].flatMap(([index, text]) => {
        const sheet = name.trim().toLowerCase()
        const place = `${sheet} ${number} ${head?.cells.get(index)?.trim()}`
        const words = text.match(/[a-z]+\d+x/g) ?? []
        const lost = words.filter(word => !made.includes(word) && !said.has(place) && !rows.has(`${sheet} ${number}`))
        return lost.map(word => `${place}: ${word}`)
      }),
    ),
  )
}
