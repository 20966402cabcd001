/** What the lines of a portion name: rows of registers and people, looked up together. */

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { distinct } from '#shared/lib/distinct.ts'
import { normalizedIdentifier, normalizedText } from '#shared/lib/folding.ts'
import { locales } from '#shared/lib/language.ts'
import { parseNumber } from '#shared/lib/numbers.ts'
import { maxDay, parseDay } from '#shared/lib/parseDay.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { foldWord } from '#shared/lib/searching.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { idsByIdentifier, inIds } from '../lib/db/searchIds.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { registers } from '../subjects/registers.ts'
import { isIdentifying, type Referenced, type RegisterField, wordOf } from './registerFields.ts'
import type { ColumnReading, ImportRow } from './table.ts'

type Found = Map<string, number[]>

/** A plate is known without its spaces and hyphens. */
export function comparable(key: string, text: string): string {
  const identifier = named(key === 'name' ? text : normalizedIdentifier(text))
  return key === 'plate' ? identifier.replace(/[ -]/g, '') : identifier
}
const columnOf = (type: SubjectType, name: string) =>
  (registers[type] as unknown as Record<string, AnyPgColumn | undefined>)[name]

/** The living rows that the actor may read and that one of these values is the key of. */
export async function rowsByKey(ctx: Context, type: SubjectType, key: string, values: string[]) {
  const found = new Map<string, (Record<string, unknown> & { id: number })[]>()
  if (!columnOf(type, key) || values.length === 0) return found
  const ids = await idsByIdentifier(ctx.db, { type, key: key === 'plate' ? 'plain_plate' : key }, values)
  const rows = await readable(ctx, type, [...ids.values()].flat())
  for (const [value, of] of ids)
    found.set(
      value,
      of.map(id => rows.get(id)).filter(row => row !== undefined),
    )
  return found
}

async function readable(ctx: Context, type: SubjectType, ids: number[]) {
  const { id } = registers[type]
  const rows = await ctx.db
    .select()
    .from(registers[type])
    .where(and(ofType(ctx, type), inIds(id, ids)))
  return new Map(rows.map(row => [row.id, row]))
}

const ofType = (ctx: Context, type: SubjectType) =>
  and(
    ...[eq(registers[type].companyId, companyOf(ctx)), isNull(registers[type].archivedAt)],
    accessible(ctx.ability, 'read', registry[type].subject, registers[type]),
  )

/** The ids of the rows that have one of these names, or as an animal or vehicle this identifier. */
export async function idsByName(ctx: Context, of: Referenced, values: string[]): Promise<Found> {
  const names = [...new Set(values.map(named))]
  if (names.length === 0) return new Map()
  return of === 'person' ? peopleByName(ctx, names) : subjectsByName(ctx, of, names)
}

async function subjectsByName(ctx: Context, type: SubjectType, names: string[]): Promise<Found> {
  const keys = ['name', 'identifier', 'plate'].filter(key => columnOf(type, key))
  const found = await Promise.all(keys.map(key => idsByKey(ctx, type, key, names)))
  const rows = await readable(
    ctx,
    type,
    found.flat().map(({ id }) => id),
  )
  return gathered(found.flat().filter(({ id }) => rows.has(id)))
}

/** Rows of each name or identifier, as it is written or in the form in which identifiers are compared. */
async function idsByKey(ctx: Context, type: SubjectType, key: string, names: string[]) {
  const forms = new Map(names.map(name => [name, distinct([name, comparable(key, name)])]))
  const column = { type, key: key === 'plate' ? 'plain_plate' : key }
  const ids = await idsByIdentifier(ctx.db, column, distinct([...forms.values()].flat()))
  return [...forms].flatMap(([text, of]) => of.flatMap(form => (ids.get(form) ?? []).map(id => ({ id, text }))))
}

async function peopleByName(ctx: Context, names: string[]): Promise<Found> {
  const rows = await ctx.db
    .select({ id: users.id, text: users.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.companyId, companyOf(ctx)), isAtWork, inArray(sql`lower(trim(${users.name}))`, names)))
  return gathered(rows)
}

function gathered(rows: { id: number; text: string | null }[]): Found {
  const found: Found = new Map()
  for (const { id, text } of rows) {
    if (!text) continue
    const ids = found.get(named(text)) ?? []
    if (!ids.includes(id)) found.set(named(text), [...ids, id])
  }
  return found
}

/** The names of rows, archived or not, and of people, at work or not. */
export async function namesOf(ctx: Context, of: Referenced, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows =
    of === 'person'
      ? await ctx.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
      : await ctx.db
          .select({ id: registers[of].id, name: registers[of].name })
          .from(registers[of])
          .where(and(eq(registers[of].companyId, companyOf(ctx)), inArray(registers[of].id, ids)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// What a cell means to the field that it is matched with.

/** What cells name, looked up for a portion of lines at a time. */
export type Names = {
  /** The choice that a word means. */
  choices: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** The rows that have a name or an identifier, by field. */
  rows: ReadonlyMap<string, Map<string, number[]>>
}

/**
 * A cell: what it shows, what is typed in it where it is a number or a day of a workbook, and how its column is
 * written.
 */
type Cell = { text: string; typed?: string | undefined; reading?: ColumnReading | undefined }
type Reader = Pick<ImportRow, 'language'> & { names: Names }

/** The value that the field's call takes. Throws a 422 that names the field. */
export function cellValue(field: RegisterField, cell: Cell, { language, names }: Reader): unknown {
  const { name } = field
  const { text, typed, reading } = cell
  switch (field.kind) {
    case 'text':
      if (isIdentifying(name) && hasLostDigits(cell)) refuse(name, 'digits_lost')
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
export const named = (text: string) => normalizedText(text).toLowerCase()

const refuse = (field: string, code: string): never => {
  throw invalidField(field, code)
}

/**
 * Whether a spreadsheet read a long identifier as a number, which keeps fifteen digits, or as text such as 2.76E+14.
 */
const hasLostDigits = ({ text, typed }: Cell) =>
  (typed !== undefined && typed !== '' && Number(typed) >= 1e15) || /^\d([.,]\d+)?e\+\d+$/i.test(text)

const needlessToday = '2000-01-01'

/** The day of a cell; the time that some programs write beside it is left out. Months are named in any language. */
function dayOf(cell: string, language: ImportRow['language'], reading: ColumnReading | undefined): string | undefined {
  if (cell.length > maxDay) return undefined
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
