/** What the lines of a portion name: rows of registers and people, looked up together. */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { registers } from '../subjects/registers.ts'
import { users } from '../users/table.ts'
import { named } from './cells.ts'
import type { Referenced } from './registerFields.ts'

type Found = Map<string, number[]>

/** A plate is known without its spaces and hyphens. */
export const comparable = (key: string, text: string) =>
  key === 'plate' ? named(text).replace(/[ -]/g, '') : named(text)
const compared = (key: string, column: AnyPgColumn): SQL =>
  key === 'plate' ? sql<string>`translate(lower(${column}), ' -', '')` : sql<string>`lower(trim(${column}))`

const columnOf = (type: SubjectType, name: string) =>
  (registers[type] as unknown as Record<string, AnyPgColumn | undefined>)[name]

/** The living rows that the actor may read and that one of these values is the key of. */
export async function rowsByKey(ctx: Context, type: SubjectType, key: string, values: string[]) {
  const column = columnOf(type, key)
  const found = new Map<string, (Record<string, unknown> & { id: number })[]>()
  if (!column || values.length === 0) return found
  const text = compared(key, column)
  const rows = await ctx.db
    .select({ text: sql<string>`${text}`, row: registers[type] })
    .from(registers[type])
    .where(and(ofType(ctx, type), sql`${text} = any(${sql.param(values)}::text[])`))
  for (const { text: value, row } of rows) found.set(value, [...(found.get(value) ?? []), row])
  return found
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
  const among = (column: AnyPgColumn) => sql`lower(trim(${column})) = any(${sql.param(names)}::text[])`
  const mark = columnOf(type, 'identifier') ?? columnOf(type, 'plate')
  const { id, name } = registers[type]
  const rows = await ctx.db
    .select({ id, name, mark: mark ?? sql<null>`null` })
    .from(registers[type])
    .where(and(ofType(ctx, type), or(among(name), mark && among(mark))))
  return gathered(rows.flatMap(row => [row.name, row.mark as string | null].map(text => ({ id: row.id, text }))))
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
