/** The sheet of settings: one row below its headings. */
import { ownPrefix } from './columns.ts'
import type { Findings } from './findings.ts'
import { ownProperties } from './ownColumns.ts'
import type { Row } from './table.ts'

export type Settings = {
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
