/**
 * The tables that a workbook asks for: files beside it, sheets of it that are called like such a file, and lists that
 * are too long to be choices. One that is nowhere is carried over by its name, for somebody to add its file.
 */

import { tableNamed } from '#shared/forms/choiceSets.ts'
import { keepContent } from '#shared/forms/tables/contents.ts'
import {
  type FormTable,
  maxCell,
  maxTableColumns,
  maxTableRows,
  type TableContent,
} from '#shared/forms/tables/formTable.ts'
import { type Findings, letterOf, type Place, type Sheet, type Values } from '../table.ts'
import type { FollowedNames } from './followNames.ts'
import type { List } from './lists.ts'

export type GivenTable = { uuid: string; content: TableContent }
/** By the name of their file without the ending. */
export type GivenTables = Readonly<Record<string, GivenTable>>

/** Whether a sheet is a table. */
export const isTableSheet = (name: string): boolean => /.\.csv$/i.test(name.trim())

/** What the sheet of a table is called: spreadsheets allow no more letters, and not all of them. */
export const tableSheet = (id: string): string => `${id.replace(/[\\/?*[\]:]/g, '_').slice(0, 27)}.csv`

export class AttachedTables {
  readonly used = new Map<string, FormTable>()
  /** Tables to store with the form. */
  readonly contents: GivenTable[] = []
  /** What values are called now that answers are compared with. */
  followed: Pick<FollowedNames, 'inTable'> = { inTable: (_, content) => content }
  private readonly own = new Map<string, FormTable>()
  private readonly given: GivenTables
  private readonly sheets: ReadonlyMap<string, Sheet>
  private readonly findings: Findings

  constructor(book: Sheet[], given: GivenTables, findings: Findings) {
    this.given = given
    this.findings = findings
    this.sheets = new Map(
      book.filter(({ name }) => isTableSheet(name)).map(sheet => [sheet.name.trim().toLowerCase(), sheet]),
    )
  }

  /** The id of the table that a file is, which is one of the form's from then on. */
  use(name: string, place: Place): string {
    const id =
      tableNamed(name)
        .replace(/[\s'"[\]/]+/g, '_')
        .slice(0, 128) || 'table'
    if (!this.used.has(id)) this.used.set(id, this.tableFor(id, tableNamed(name), place))
    return id
  }

  /** A list as a table: the name of its choices, their words, and all further columns. */
  fromList({ name, choices }: List): string {
    const id = name.replace(/[\s'"[\]/]+/g, '_').slice(0, 128)
    const locales = [...new Set(choices.flatMap(({ label }) => Object.keys(label)))]
    const more = [...new Set(choices.flatMap(({ attributes = {} }) => Object.keys(attributes)))]
    const columns = ['name', 'label', ...locales.map(locale => `label::${locale}`), ...more]
    const rows = choices.map(({ id: value, label, attributes = {} }) => {
      const words: Partial<Record<string, string>> = label
      return [
        value,
        Object.values(words)[0] ?? value,
        ...locales.map(locale => words[locale] ?? ''),
        ...more.map(column => attributes[column] ?? ''),
      ]
    })
    this.used.set(id, this.keep(id, crypto.randomUUID(), { columns, rows }))
    return id
  }

  /** Tables that the file says of itself keep their uuid; their content is in a sheet, if anywhere. */
  restore(tables: readonly FormTable[]): void {
    for (const table of tables) {
      const sheet = this.sheets.get(tableSheet(table.name).toLowerCase())
      if (table.uuid !== undefined && sheet) this.keep(table.name, table.uuid, this.contentIn(sheet))
      this.own.set(table.name, table)
    }
  }

  private tableFor(id: string, name: string, place: Place): FormTable {
    const own = this.own.get(id)
    if (own) return own
    const given = this.given[name]
    const sheet = this.sheets.get(tableSheet(name).toLowerCase())
    if (given && this.followed.inTable(name, given.content) !== given.content)
      return this.keep(id, crypto.randomUUID(), this.followed.inTable(name, given.content))
    if (given) {
      keepContent(given.uuid, given.content)
      return { name: id, uuid: given.uuid, columns: given.content.columns, rows: given.content.rows.length }
    }
    if (sheet) return this.keep(id, crypto.randomUUID(), this.followed.inTable(name, this.contentIn(sheet)))
    this.findings.note(place, 'table_needed', { name: `${name}.csv`.slice(0, 200) })
    return { name: id, columns: [], rows: 0 }
  }

  private keep(id: string, uuid: string, content: TableContent): FormTable {
    keepContent(uuid, content)
    this.contents.push({ uuid, content })
    return { name: id, uuid, columns: content.columns, rows: content.rows.length }
  }

  private contentIn({ name, rows: [head, ...rows] }: Sheet): TableContent {
    if (rows.length > maxTableRows)
      this.findings.fault({ sheet: name, row: maxTableRows, column: '' }, 'xlsform_too_many_rows', {
        maximum: maxTableRows,
      })
    const note = (row: number, at: number, code: 'cell_unused' | 'text_cut', values: Values) =>
      this.findings.note({ sheet: name, row, column: letterOf(at) }, code, values)
    const columns = new Map<string, number>()
    for (const [at, heading] of head?.cells ?? []) {
      const isKept = columns.size < maxTableColumns && heading.length <= 200 && !columns.has(heading)
      if (isKept) columns.set(heading, at)
      else note(head?.number ?? 1, at, 'cell_unused', { value: heading.slice(0, 200) })
    }
    const places = [...columns]
    const kept = new Set(columns.values())
    return {
      columns: [...columns.keys()],
      rows: rows.slice(0, maxTableRows).map(({ number, cells, shown }) => {
        for (const [at, text] of cells)
          if (!kept.has(at) && head?.cells.has(at) === false)
            note(number, at, 'cell_unused', { value: text.slice(0, 200) })
        return places.map(([heading, at]) => {
          const text = (isLabel.test(heading) ? shown?.get(at) : undefined) ?? cells.get(at) ?? ''
          if (text.length > maxCell) note(number, at, 'text_cut', { maximum: maxCell })
          return text.slice(0, maxCell)
        })
      }),
    }
  }
}

/** Columns of words, which are read as the sheet shows them. */
const isLabel = /^label(?:::|$)/i
