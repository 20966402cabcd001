/**
 * Subjects of tasks and submissions: animals, groups, places and vehicles. A table that references them has one column
 * for each register, of which one is set, so the database guards existence and company.
 */

import { and, asc, eq, getTableName, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { wire } from '#shared/lib/casing.ts'
import { distinctBy } from '#shared/lib/distinct.ts'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import type { CurrentStatus, NamedSubject, SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectType, subjectKey, subjectTypes } from '#shared/subjects/registry.ts'
import type { Database } from '../lib/db/pools.ts'
import { inPreparedIds, preparedOn } from '../lib/db/prepared.ts'
import { registers, type SubjectColumnName } from './registers.ts'
import type { StoredStatus } from './statusTable.ts'

type SubjectTable = PgTable & Record<'id' | SubjectColumnName, AnyPgColumn>

/** The subjects, each once. Throws a 422 that names those which the company does not have. */
export async function requireSubjects(db: Database, companyId: number, subjects: SubjectRef[]): Promise<SubjectRef[]> {
  const known = await Promise.all(
    subjectTypes.map(type => knownSubjects(db, companyId, type, idsAmong(subjects, type))),
  )
  const exists = ({ type, id }: SubjectRef) => known[subjectTypes.indexOf(type)]?.has(id)
  const errors: FieldErrors = {}
  subjects.forEach((subject, index) => {
    if (!exists(subject)) errors[`subjects.${index}.id`] = [{ code: 'not_found' }]
  })
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return distinctBy(subjects, subjectKey)
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
  for (const row of rows) {
    const list = found.get(row.owner as number)
    if (list) list.push(...named(row))
    else found.set(row.owner as number, named(row))
  }
  return found
}

/** A table has one owner. */
const prepareSubjects = (table: SubjectTable, owner: AnyPgColumn) => (db: Database, name: string) => {
  const query = db
    .select({ owner, ...ofRegisters } as Record<string, AnyPgColumn>)
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
}))

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
