/** What the lines of a portion name: rows of registers and people, looked up together. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { keptMark } from '#shared/lib/folding.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { among, idsByMark } from '../lib/db/searchIds.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { registers } from '../subjects/registers.ts'
import { named } from './cells.ts'
import type { Referenced } from './registerFields.ts'

type Found = Map<string, number[]>

/** A plate is known without its spaces and hyphens. */
export function comparable(key: string, text: string): string {
  const mark = named(key === 'name' ? text : keptMark(text))
  return key === 'plate' ? mark.replace(/[ -]/g, '') : mark
}
const columnOf = (type: SubjectType, name: string) =>
  (registers[type] as unknown as Record<string, AnyPgColumn | undefined>)[name]

/** The living rows that the actor may read and that one of these values is the key of. */
export async function rowsByKey(ctx: Context, type: SubjectType, key: string, values: string[]) {
  const found = new Map<string, (Record<string, unknown> & { id: number })[]>()
  if (!columnOf(type, key) || values.length === 0) return found
  const ids = await idsByMark(ctx.db, { noun: type, key: key === 'plate' ? 'plain_plate' : key }, values)
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
    .where(and(ofType(ctx, type), among(id, ids)))
  return new Map(rows.map(row => [row.id, row]))
}

const ofType = (ctx: Context, type: SubjectType) =>
  and(
    ...[eq(registers[type].companyId, companyOf(ctx)), isNull(registers[type].archivedAt)],
    accessible(ctx.ability, 'read', registry[type].subject, registers[type]),
  )

/** The ids of what has one of these names, or as an animal or vehicle this mark. */
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

/** Of each name the rows whose mark it is, as it is written or as marks are compared. */
async function idsByKey(ctx: Context, noun: SubjectType, key: string, names: string[]) {
  const marks = new Map(names.map(name => [name, [...new Set([name, comparable(key, name)])]]))
  const sought = { noun, key: key === 'plate' ? 'plain_plate' : key }
  const ids = await idsByMark(ctx.db, sought, [...new Set([...marks.values()].flat())])
  return [...marks].flatMap(([text, of]) => of.flatMap(mark => (ids.get(mark) ?? []).map(id => ({ id, text }))))
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
