/** What a cell means to the field that it is matched with. */

import { keptText } from '#shared/lib/folding.ts'
import { locales } from '#shared/lib/language.ts'
import { parseNumber } from '#shared/lib/numbers.ts'
import { longestDay, parseDay } from '#shared/lib/parseDay.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { foldWord } from '#shared/lib/searching.ts'
import { isMark, type RegisterField, wordOf } from './registerFields.ts'
import type { ColumnReading, ImportRow } from './table.ts'

/** What cells name, looked up for a portion of lines at a time. */
export type Names = {
  /** The choice that a word means. */
  choices: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** The rows that have a name or a mark, by field. */
  rows: ReadonlyMap<string, Map<string, number[]>>
}

/** A cell: what it shows, what is typed in it where it is a number or a day of a workbook, and how its column is written. */
export type Cell = { text: string; typed?: string | undefined; reading?: ColumnReading | undefined }
type Reader = Pick<ImportRow, 'language'> & { names: Names }

/** The value that the field's call takes. Throws a 422 that names the field. */
export function cellValue(field: RegisterField, cell: Cell, { language, names }: Reader): unknown {
  const { name } = field
  const { text, typed, reading } = cell
  switch (field.kind) {
    case 'text':
      if (isMark(name) && hasLostDigits(cell)) refuse(name, 'digits_lost')
      return wordOf[name]?.kept(text) ?? text
    case 'number': {
      if (typed && Number.isFinite(Number(typed))) return Number(typed)
      const { isWhole } = field
      return parseNumber(text, language, { decimal: reading?.decimal, isWhole }) ?? refuse(name, 'wrong_type')
    }
    case 'day':
      return dayOf(typed || text, language, reading) ?? refuse(name, 'not_a_date')
    case 'flag':
      return flagOf(text) ?? refuse(name, 'wrong_type')
    case 'choice':
      return names.choices.get(name)?.get(foldWord(text)) ?? refuse(name, 'not_an_option')
    case 'reference': {
      const [first, second] = names.rows.get(name)?.get(named(text)) ?? []
      return second === undefined ? (first ?? refuse(name, 'not_found')) : refuse(name, 'several')
    }
  }
}

/** As names are compared. */
export const named = (text: string) => keptText(text).toLowerCase()

const refuse = (field: string, code: string): never => {
  throw invalidField(field, code)
}

/** Whether a spreadsheet took a long mark for a number: beyond fifteen digits it keeps zeros, and a text of it shows 2.76E+14. */
const hasLostDigits = ({ text, typed }: Cell) =>
  (typed !== undefined && typed !== '' && Number(typed) >= 1e15) || /^\d([.,]\d+)?e\+\d+$/i.test(text)

const needlessToday = '2000-01-01'

/** The day of a cell; the time that some programs write beside it is left out. Months are named in any language. */
function dayOf(cell: string, language: ImportRow['language'], reading: ColumnReading | undefined): string | undefined {
  if (cell.length > longestDay) return undefined
  const day = cell.replace(/(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?|Z)?$/i, '')
  const order = reading?.dayOrder
  for (const locale of /\p{L}/u.test(day) ? [language, ...locales] : [language]) {
    const found = parseDay(day, locale, { today: needlessToday, wholeYear: true, order })
    if (found) return found
  }
  return undefined
}

const yes = new Set(['1', 'x', 'true', 'yes', 'igen', 'ja', 'oui', 'نعم'].map(foldWord))
const no = new Set(['0', 'false', 'no', 'nem', 'nein', 'non', 'لا'].map(foldWord))
const flagOf = (cell: string) => (yes.has(foldWord(cell)) ? true : no.has(foldWord(cell)) ? false : undefined)
