/**
 * A sheet with its headings read: each row gives its cells by the one name of their column, and knows which of them
 * nobody asked for.
 */

import type { NoteCode } from '#shared/forms/xlsform.ts'
import type { SheetRow } from '../../lib/spreadsheets/sheetRows.ts'

export type Sheet = { name: string; rows: SheetRow[]; isUnread?: boolean }

/** The key of all columns without a heading. */
export const namelessKey = '?'

/** `shown` is what the sheet shows of a formatted number, for what is meant as words. */
export type Cell = Column & { text: string; shown?: string | undefined }

export class Row {
  readonly sheet: SheetName
  readonly number: number
  readonly cells: readonly Cell[]
  private readonly asked = new Set<Cell>()

  constructor(sheet: SheetName, number: number, cells: readonly Cell[]) {
    this.sheet = sheet
    this.number = number
    this.cells = cells
  }

  /** The text of a column; it counts as carried over from then on. */
  take(key: string): string | undefined {
    return this.takeAll(key)[0]?.text
  }

  /** The same column in all its languages. */
  takeAll(key: string): Cell[] {
    const found = this.cells.filter(cell => cell.key === key)
    for (const cell of found) this.asked.add(cell)
    return found
  }

  /** The texts of the columns that only tend reads, by the property that they carry. */
  takeOwn(): Map<string, string> {
    const own = this.cells.filter(({ key }) => key.startsWith(ownPrefix))
    for (const cell of own) this.asked.add(cell)
    return new Map(own.map(({ key, text }) => [key.slice(ownPrefix.length), text]))
  }

  has(key: string): boolean {
    return this.cells.some(cell => cell.key === key)
  }

  /** What nobody asked for. */
  left(): Cell[] {
    return this.cells.filter(cell => !this.asked.has(cell))
  }

  /** The place of a column, for findings; by its heading in this file where it has one. */
  at(key: string): Place {
    const column = this.cells.find(cell => cell.key === key)?.heading ?? key
    return { sheet: this.sheet, row: this.number, column }
  }

  atCell({ heading }: Cell): Place {
    return { sheet: this.sheet, row: this.number, column: heading }
  }
}

/** The columns of a sheet and its rows below them. The first row that is not empty names the columns. */
export function tableOf({ rows: [head, ...rows] }: Sheet, sheet: SheetName): { columns: Column[]; rows: Row[] } {
  if (!head) return { columns: [], rows: [] }
  const columns = new Map([...head.cells].map(([index, heading]) => [index, columnOf(heading, sheet)]))
  return {
    columns: [...columns.values()],
    rows: rows.flatMap(({ number, cells, shown }) => {
      const known = [...cells].map(([index, text]) => ({
        ...(columns.get(index) ?? nameless(index)),
        text,
        shown: shown?.get(index),
      }))
      return known.length > 0 ? [new Row(sheet, number, known)] : []
    }),
  }
}

/** A column that has no heading is called by its letter, as the spreadsheet calls it. */
const nameless = (index: number): Column => ({ heading: letterOf(index), key: namelessKey, language: null })

/** What spreadsheets call the column at a place: A, B, … Z, AA. */
export const letterOf = (index: number): string =>
  index < 0 ? '' : letterOf(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26))

// The headings of columns as people write them: every alias that XLSForm's converter knows, and the language at their
// end.

/** `key` is the one name that the import knows the column by; `language` as it is written. */
export type Column = { heading: string; key: string; language: string | null }

export type SheetName = 'survey' | 'choices' | 'external_choices' | 'settings'

/** Before the headings of columns that only tend reads. */
export const ownPrefix = 'tend::'

const aliases: Readonly<Record<string, string>> = {
  command: 'type',
  tag: 'name',
  caption: 'label',
  relevance: 'relevant',
  constraintmsg: 'constraint_message',
  'jr:constraintmsg': 'constraint_message',
  constraint_msg: 'constraint_message',
  required_msg: 'required_message',
  requiredmsg: 'required_message',
  'jr:requiredmsg': 'required_message',
  calculate: 'calculation',
  readonly: 'read_only',
  'jr:count': 'repeat_count',
  count: 'repeat_count',
  listname: 'list_name',
  list: 'list_name',
  guidance: 'guidance_hint',
  'entities:saveto': 'save_to',
  'big-image': 'media::big-image',
  image: 'media::image',
  audio: 'media::audio',
  video: 'media::video',
  title: 'form_title',
  set_form_title: 'form_title',
  id_string: 'form_id',
  set_form_id: 'form_id',
}

const translated = new Set([
  'label',
  'hint',
  'guidance_hint',
  'constraint_message',
  'required_message',
  'media::image',
  'media::big-image',
  'media::audio',
  'media::video',
  'kobo--rank-constraint-message',
])
const known: Readonly<Record<string, ReadonlySet<string>>> = {
  survey: new Set([
    ...translated,
    'type',
    'name',
    'relevant',
    'required',
    'constraint',
    'calculation',
    'read_only',
    'repeat_count',
    'choice_filter',
    'default',
    'appearance',
    'parameters',
    'disabled',
    'kobo--matrix_list',
    'kobo--score-choices',
    'kobo--rank-items',
  ]),
  choices: new Set([...translated, 'list_name', 'name']),
  external_choices: new Set([...translated, 'list_name', 'name']),
  settings: new Set(['form_title', 'form_id', 'name', 'version', 'default_language', 'allow_choice_duplicates']),
}

/** Headings that mean something to other tools, in contrast to columns with remarks. */
export const isMeant = (heading: string): boolean =>
  /^(?:trigger|save_?to|autoplay|intent|query|no_?app_?error_?string|compact_tag|relevant|constraint)$|:/i.test(heading)

/** Prefixes that say only which part of the converted form a column belongs to. */
const wrappings = new Set(['bind', 'control', 'body'])

/** Reads a heading of a sheet. An unknown one becomes its own key, after `?`. */
export function columnOf(heading: string, sheet: SheetName): Column {
  const own = new RegExp(`^${ownPrefix}`, 'i').exec(heading)
  if (own) return { heading, key: ownPrefix + heading.slice(own[0].length).trim().toLowerCase(), language: null }
  const parts = partsOf(heading)
  const names = wrappings.has(plain(parts[0])) && parts.length > 1 ? parts.slice(1) : parts
  const [first, second] = [plain(names[0]), names[1]]
  if (first === 'media' && second !== undefined)
    return recognised(`media::${plain(second)}`, names.slice(2), heading, sheet)
  const key = sheet.endsWith('choices') && first === 'value' ? 'name' : (aliases[first] ?? first)
  return recognised(key, names.slice(1), heading, sheet)
}

function recognised(key: string, rest: string[], heading: string, sheet: string): Column {
  const language = rest.join('::').trim() || null
  const isKnown = known[sheet]?.has(key) && (language === null || translated.has(key))
  return isKnown ? { heading, key, language } : { heading, key: `?${heading}`, language: null }
}

/** "label::English (en)", "label : English"; the colon of "jr:count" is part of a name. */
function partsOf(heading: string): string[] {
  const parts = heading.includes('::')
    ? heading.split('::')
    : heading.split(/(?<!\b(?:jr|odk|orx|entities|oc|kobo)\s*):/i)
  return parts.map(part => part.trim())
}

const plain = (part = '') => part.trim().toLowerCase().replace(/\s+/g, '_')

export type Place = { sheet: string; row: number; column: string }
export type Values = Record<string, string | number>
/** `reason` is the code of a fault of an expression, which has a text of its own. */
export type Note = Place & { code: NoteCode; values: Values; reason?: string }
export type Fault = Place & { code: string; values: Values }

/**
 * What an import comes upon: notes about what is carried over differently or not at all, and faults, for which nothing
 * is created.
 */
export class Findings {
  readonly notes: Note[] = []
  readonly faults: Fault[] = []
  private readonly said = new Set<string>()

  note(place: Place, code: NoteCode, values: Values = {}, reason?: string): void {
    const { sheet, row, column } = place
    // Rows that stand for several, and files that say a thing twice, have it said once.
    const key = JSON.stringify([sheet, row, column, code, values, reason])
    if (this.said.has(key)) return
    this.said.add(key)
    this.notes.push({ sheet, row, column, code, values, ...(reason !== undefined && { reason }) })
  }

  hasNote(place: Place, code: NoteCode): boolean {
    return this.notes.some(
      note =>
        note.code === code && note.sheet === place.sheet && note.row === place.row && note.column === place.column,
    )
  }

  fault(place: Place, code: string, values: Values = {}): void {
    const { sheet, row, column } = place
    this.faults.push({ sheet, row, column, code, values })
  }
}
