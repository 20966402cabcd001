/** What a cell means to the field that it is matched with. */

import { keptText } from '#shared/lib/folding.ts'
import { plainWord } from '#shared/lib/plainWord.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { type RegisterField, wordOf } from './registerFields.ts'

/** What cells name, looked up for a portion of lines at a time. */
export type Names = {
  /** The choice that a word stands for. */
  choices: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** The rows that have a name or a mark, by field. */
  rows: ReadonlyMap<string, Map<string, number[]>>
}

/** The value that the field's call takes. Throws a 422 that names the field. */
export function cellValue(field: RegisterField, cell: string, names: Names): unknown {
  const { name } = field
  switch (field.kind) {
    case 'text':
      return wordOf[name]?.kept(cell) ?? cell
    case 'number':
      return numberOf(cell) ?? refuse(name, 'wrong_type')
    case 'day':
      return dayOf(cell) ?? refuse(name, 'not_a_date')
    case 'flag':
      return flagOf(cell) ?? refuse(name, 'wrong_type')
    case 'choice':
      return names.choices.get(name)?.get(plainWord(cell)) ?? refuse(name, 'not_an_option')
    case 'reference': {
      const [first, second] = names.rows.get(name)?.get(named(cell)) ?? []
      return second === undefined ? (first ?? refuse(name, 'not_found')) : refuse(name, 'several')
    }
  }
}

/** As names are compared. */
export const named = (text: string) => keptText(text).toLowerCase()

const refuse = (field: string, code: string): never => {
  throw invalidField(field, code)
}

/** Whichever sign stands last parts the decimals; spaces and other signs part thousands. */
function numberOf(cell: string): number | undefined {
  const tight = cell.replace(/[\s'’]/g, '')
  const at = Math.max(tight.lastIndexOf(','), tight.lastIndexOf('.'))
  const whole = at < 0 ? tight : tight.slice(0, at).replace(/[.,]/g, '')
  const text = at < 0 ? whole : `${whole}.${tight.slice(at + 1)}`
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** 2026-11-23, 2026. 11. 23., 2026/11/23, 23.11.2026, 23/11/2026; what comes after a T is a time. */
function dayOf(cell: string): string | undefined {
  const [yearFirst, dayFirst] = [
    /^(\d{4})[-./]\s*(\d{1,2})[-./]\s*(\d{1,2})\.?(?:T.*)?$/.exec(cell),
    /^(\d{1,2})[-./]\s*(\d{1,2})[-./]\s*(\d{4})\.?$/.exec(cell),
  ]
  const [year, month, day] = yearFirst?.slice(1) ?? dayFirst?.slice(1).toReversed() ?? []
  if (!year || !month || !day) return undefined
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

const yes = new Set(['1', 'x', 'true', 'yes', 'igen', 'ja', 'oui', 'نعم'])
const no = new Set(['0', 'false', 'no', 'nem', 'nein', 'non', 'لا'])
const flagOf = (cell: string) => (yes.has(cell.toLowerCase()) ? true : no.has(cell.toLowerCase()) ? false : undefined)
