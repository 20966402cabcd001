/** The sheet of settings: one row below its headings. */
import { type Findings, ownPrefix, type Row } from './table.ts'

type Settings = {
  title: string | undefined
  defaultLanguage: string | undefined
  allowsTwins: boolean
  /** Tend wrote the file. */
  isOwn: boolean
  /** What only tend says: of the form and of its definition. */
  own: Map<string, unknown>
}

/** The mark of a file that tend wrote. */
export const formatColumn = `${ownPrefix}format`

export function settingsOf(row: Row | undefined, findings: Findings): Settings {
  const own = row ? ownProperties(row, findings) : new Map<string, unknown>()
  const settings = {
    title: row?.take('form_title'),
    defaultLanguage: row?.take('default_language'),
    allowsTwins: /^(?:yes|true|true\(\)|1)$/i.test(row?.take('allow_choice_duplicates') ?? ''),
    isOwn: own.has('format'),
    own,
  }
  for (const key of ['form_id', 'version']) {
    // In tend's own files they only name the form for other tools.
    const value = row?.take(key)
    if (row && value !== undefined && !settings.isOwn) findings.note(row.at(key), 'own_number', { value })
  }
  // In tend's own files it only keeps the whole of the form and a question apart.
  if (settings.isOwn) row?.take('name')
  for (const cell of row?.left() ?? [])
    findings.note(row?.atCell(cell) ?? fallback, 'setting_left_out', { value: cell.text.slice(0, 200) })
  own.delete('format')
  return settings
}

const fallback = { sheet: 'settings', row: 1, column: '' }

// The columns that only tend reads: one for each property that XLSForm has no column for, `tend::points`, with its
// value as JSON; null takes away what the other columns say. So a form that was exported comes back as it was, and
// other tools pass over what they do not know.

/** A text that is longer than a cell continues in the next column of the same name with a number. */
const maxCell = 30_000

/** Settings that follow from the position of the rows. */
const structure = new Set(['schema', 'id', 'questions', 'sections'])

/** The properties that a row says in tend's own columns. */
export function ownProperties(row: Row, findings: Findings): Map<string, unknown> {
  const written = row.takeOwn()
  const properties = new Map<string, unknown>()
  for (const [name, text] of written) {
    if (/::\d+$/.test(name)) continue
    try {
      if (structure.has(name)) throw new SyntaxError(name)
      properties.set(name, JSON.parse(text + restOf(written, name)))
    } catch {
      findings.fault(row.at(ownPrefix + name), 'xlsform_own_column')
    }
  }
  return properties
}

function restOf(written: Map<string, string>, name: string): string {
  let rest = ''
  for (let count = 2; ; count++) {
    const more = written.get(`${name}::${count}`)
    if (more === undefined) return rest
    rest += more
  }
}

/** The cells of a property: one, or as many as its length needs. */
export function ownCells(name: string, value: unknown): Record<string, string> {
  // Some characters cannot stand in a spreadsheet, and what looks like its own escapes would be read as such; escaped
  // as JSON they can.
  const json = JSON.stringify(value ?? null).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\u200b\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi,
    escaped,
  )
  const cells: Record<string, string> = {}
  for (let at = 0, count = 1; at < json.length; count++) {
    // A half ends with a sign that is not blank, because cells are trimmed.
    let end = Math.min(json.length, at + maxCell)
    while (end < json.length && /\s|[\ud800-\udbff]/.test(json[end - 1] ?? '') && end > at + 1) end--
    while (end < json.length && /\s/.test(json[end] ?? '')) end++
    cells[`${ownPrefix}${name}${count === 1 ? '' : `::${count}`}`] = json.slice(at, end)
    at = end
  }
  return cells
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A part of a form with the properties of its row's own columns in place of what the others say. */
export function withOwn<Part extends object>(part: Part, row: Row, findings: Findings): Part {
  return overlaid(part, ownProperties(row, findings))
}

/** What does not fit is found when the whole form is checked. */
export function overlaid<Part extends object>(part: Part, properties: ReadonlyMap<string, unknown>): Part {
  if (properties.size === 0) return part
  const all = new Map<string, unknown>(Object.entries(part))
  for (const [name, value] of properties)
    if (value === null) all.delete(name)
    else all.set(name, value)
  return Object.fromEntries(all) as Part
}
