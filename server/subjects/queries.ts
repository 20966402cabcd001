/**
 * Subjects of tasks and submissions: animals, groups, places and vehicles. A table that references them has one column
 * for each register, of which one is set, so the database guards existence and company.
 */

import { and, asc, eq, getTableName, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { wire } from '#shared/lib/casing.ts'
import { distinctBy } from '#shared/lib/distinct.ts'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import type { Places } from '#shared/lib/reach.ts'
import type { CurrentStatus, NamedSubject, SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectType, subjectKey, subjectTypes } from '#shared/subjects/registry.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { inPreparedIds, preparedOn } from '../lib/db/prepared.ts'
import { registers, type SubjectColumnName } from './registers.ts'
import type { StoredStatus } from './statusTable.ts'

type SubjectTable = PgTable & Record<'id' | SubjectColumnName, AnyPgColumn>

/**
 * The subjects, each once. Throws a 422 that names those which the company does not have, or the reach of who asks.
 * What began at `since` may be about animals that have left the reach in between: late work is believed.
 */
export async function requireSubjects(
  db: Database,
  companyId: number,
  subjects: SubjectRef[],
  since?: Date,
): Promise<SubjectRef[]> {
  const known = await Promise.all(
    subjectTypes.map(type => knownSubjects(db, companyId, type, idsAmong(subjects, type))),
  )
  const animals = known[subjectTypes.indexOf('animal')]
  const left = idsAmong(subjects, 'animal').filter(id => !animals?.has(id))
  if (since && left.length > 0) {
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from animals_in_reach_at(${sql.param(left)}::int[], ${since.toISOString()}::timestamptz) id`,
    )
    for (const { id } of rows) animals?.add(id)
  }
  const exists = ({ type, id }: SubjectRef) => known[subjectTypes.indexOf(type)]?.has(id)
  const errors: FieldErrors = {}
  subjects.forEach((subject, index) => {
    if (!exists(subject)) errors[`subjects.${index}.id`] = [{ code: 'not_found' }]
  })
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return distinctBy(subjects, subjectKey)
}

/** Where the subjects are now, as records keep it; null where there are none. */
export async function placesOfSubjects(db: Database, companyId: number, subjects: SubjectRef[]): Promise<Places> {
  if (subjects.length === 0) return null
  const { rows } = await db.execute<{ places: string[] }>(sql`
    select subject_places(${companyId}::int, s.animal, s.animal_group, s.location, s.vehicle, 'infinity') as places
    from jsonb_to_recordset(${JSON.stringify(subjects.map(({ type, id }) => ({ [type]: id })))}::jsonb)
      as s (animal int, animal_group int, location int, vehicle int)`)
  return rows.map(({ places }) => places)
}

const idsAmong = (subjects: SubjectRef[], type: SubjectType) =>
  subjects.filter(subject => subject.type === type).map(({ id }) => id)

/** Returns the ids that the company has in this register, archived ones included. */
export async function knownSubjects(
  db: Database,
  companyId: number,
  type: SubjectType,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const table = registers[type]
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, companyId), inArray(table.id, ids)))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Throws a 422 at the field of a subject that a member of a part does not see, as for one that is not there. Others
 * are answered by the database's references.
 */
export async function requireSeen(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  companyId: number,
  named: { field: string; type: SubjectType; id: number | null | undefined }[],
): Promise<void> {
  if (!actor.reach) return
  for (const type of subjectTypes) {
    const asked = named.flatMap(one => (one.type === type && one.id ? [{ field: one.field, id: one.id }] : []))
    const known = await knownSubjects(
      db,
      companyId,
      type,
      asked.map(({ id }) => id),
    )
    const missing = asked.find(({ id }) => !known.has(id))
    if (missing) throw invalidField(missing.field, 'not_found')
  }
}

/** The subjects of many tasks or submissions in one query, with their names and states, by the id in `owner`. */
export async function subjectsOf(
  db: Database,
  table: SubjectTable,
  owner: AnyPgColumn,
  ownerIds: number[],
): Promise<Map<number, NamedSubject[]>> {
  const found = new Map<number, NamedSubject[]>()
  if (ownerIds.length === 0) return found
  const name = `subjects of ${getTableName(table)}`
  const rows = await preparedOn(db, name, prepareSubjects(table, owner)).execute({ ids: ownerIds })
  const beside = await subjectsBeside(db, rows)
  for (const row of rows) {
    const list = found.get(row.owner as number)
    const subjects = named({ ...row, ...beside(row) })
    if (list) list.push(...subjects)
    else found.set(row.owner as number, subjects)
  }
  return found
}

/**
 * Columns of subjects outside of the reach of who asks: a record that they see, because it is theirs or was made while
 * the animal was here, says what it is about. Nobody else has rows without them, and asks nothing.
 */
async function subjectsBeside(db: Database, rows: Record<string, unknown>[]) {
  const pointed = rows.flatMap(row =>
    shown.flatMap(of => (row[of.pointer] && !row[of.id] ? [{ of, id: row[of.pointer] as number }] : [])),
  )
  if (pointed.length === 0) return () => undefined
  const ids = subjectTypes.map(
    type => sql`${sql.param(pointed.flatMap(({ of, id }) => (of.type === type ? [id] : [])))}::int[]`,
  )
  const { rows: hidden } = await db.execute<Hidden>(
    sql`select register, id, name, status, status_since::text, withheld_until::text
      from subjects_beside(${sql.join(ids, sql`, `)})`,
  )
  const known = new Map(hidden.map(one => [`${one.register} ${one.id}`, one]))
  return (row: Record<string, unknown>) => {
    const of = shown.find(({ id, pointer }) => row[pointer] && !row[id])
    const one = of && known.get(`${of.type} ${row[of.pointer]}`)
    if (!of || !one) return undefined
    return {
      ...{ [of.id]: one.id, [of.name]: one.name, [of.status]: one.status, [of.withheldUntil]: one.withheld_until },
      [of.statusSince]: one.status_since === null ? null : new Date(one.status_since),
    }
  }
}
type Hidden = {
  register: SubjectType
  id: number
  name: string
  status: StoredStatus
  status_since: string | null
  withheld_until: string | null
}

/** A table has one owner. */
const prepareSubjects = (table: SubjectTable, owner: AnyPgColumn) => (db: Database, name: string) => {
  const query = db
    .select({ owner, ...ofRegisters, ...pointersOf(table) } as Record<string, AnyPgColumn>)
    .from(table as PgTable)
    .$dynamic()
  for (const type of subjectTypes) {
    const register = registers[type]
    query.leftJoin(register, eq(register.id, table[registry[type].column]))
  }
  return query.where(inPreparedIds(owner)).orderBy(asc(table.id)).prepare(name)
}

/** Columns that are shown of a row, by their names in the lookup. */
const shown = subjectTypes.map(type => ({
  type,
  ...{ id: `${type} id`, name: `${type} name`, status: `${type} status`, statusSince: `${type} since` },
  withheldUntil: `${type} withheld`,
  pointer: `${type} pointer`,
}))

const pointersOf = (table: SubjectTable): Record<string, AnyPgColumn> =>
  Object.fromEntries(shown.map(({ type, pointer }) => [pointer, table[registry[type].column]]))

const ofRegisters: Record<string, AnyPgColumn> = Object.fromEntries(
  shown.flatMap(({ type, ...names }) => {
    const register = registers[type] as unknown as Record<string, AnyPgColumn | undefined>
    return Object.entries(names).flatMap(([field, name]) => (register[field] ? [[name, register[field]]] : []))
  }),
)

/** The one register that the row points into. */
function named(row: Record<string, unknown>): NamedSubject[] {
  return shown.flatMap(of => {
    const [id, name] = [row[of.id] as number | null, row[of.name] as string | null]
    if (!id || name === null) return []
    const [status, statusSince] = [row[of.status] as StoredStatus | null, row[of.statusSince] as Date | null]
    const withheldUntil = row[of.withheldUntil] as string | null | undefined
    const state = currentStatus({ status: status ?? 'unknown', statusSince })
    return [{ type: of.type, id, name, status: state, ...(withheldUntil && { withheld_until: withheldUntil }) }]
  })
}

type Stated = { status: StoredStatus; statusSince: Date | null }

/** The state of a row in wire form. */
export const currentStatus = ({ status, statusSince }: Stated): CurrentStatus | null =>
  status === 'unknown' || !statusSince ? null : { state: status, since: statusSince.toISOString() }

/** A row of a register in wire form. */
export const presentSubject = <Row extends Stated>(row: Row) => {
  const { statusSince, ...rest } = row
  return { ...wire(rest), status: currentStatus(row) }
}
