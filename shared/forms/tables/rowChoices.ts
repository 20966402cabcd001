import type { LocalizedText } from '../../lib/fields.ts'
import { type Locale, locales } from '../../lib/language.ts'
import type { Choice } from '../choices.ts'
import type { TableChoices } from './formTable.ts'
import type { Rows } from './Rows.ts'

const made = new WeakMap<Rows, Map<string, Choice[]>>()

/**
 * Rows of a table as choices, with all columns for filters; the same array for the same columns. Rows without a value
 * are left out. A column `label::hu` holds the labels of that language.
 */
export function rowChoices(rows: Rows, { value, label }: Omit<TableChoices, 'name'>, own: Locale): Choice[] {
  const key = JSON.stringify([value, label, own])
  const known = made.get(rows)
  const found = known?.get(key)
  if (found) return found
  const others = locales.filter(locale => rows.has(`${label}::${locale}`))
  const choices = rows.rows.flatMap((cells, row): Choice[] => {
    const id = rows.cell(row, value)
    if (id === '') return []
    const words: LocalizedText = { [own]: rows.cell(row, label) || id }
    for (const locale of others) {
      const text = rows.cell(row, `${label}::${locale}`)
      if (text) words[locale] = text
    }
    return [
      { id, label: words, attributes: Object.fromEntries(rows.columns.map((name, at) => [name, cells[at] ?? ''])) },
    ]
  })
  made.set(rows, (known ?? new Map()).set(key, choices))
  return choices
}
