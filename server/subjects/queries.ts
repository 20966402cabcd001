/**
 * What tasks and submissions are about: animals, groups, places and vehicles. Each noun keeps its own table of them, with one column for
 * every register of which exactly one is set; so the database itself knows that they exist and belong to the company.
 */
import { and, asc, eq, getTableName, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { wire } from '#shared/lib/casing.ts'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import {
  type CurrentStatus,
  type NamedSubject,
  type SubjectRef,
  type SubjectType,
  subjectTypes,
} from '#shared/lib/subjects.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { amongIds, preparedOn } from '../lib/db/prepared.ts'
import type { StoredStatus } from '../lib/db/statusColumns.ts'
import { locations } from '../locations/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { registers } from './registers.ts'

type SubjectColumn = 'animalId' | 'animalGroupId' | 'locationId' | 'vehicleId'
type SubjectTable = PgTable & Record<'id' | SubjectColumn, AnyPgColumn>

/** The columns of a subject's row. */
export const subjectColumns = ({ type, id }: SubjectRef) => ({
  animalId: type === 'animal' ? id : null,
  animalGroupId: type === 'animal_group' ? id : null,
  locationId: type === 'location' ? id : null,
  vehicleId: type === 'vehicle' ? id : null,
})

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
  return [...new Map(subjects.map(subject => [`${subject.type} ${subject.id}`, subject])).values()]
}

const idsAmong = (subjects: SubjectRef[], type: SubjectType) =>
  subjects.filter(subject => subject.type === type).map(({ id }) => id)

/** Those of the ids that the company has in this register, archived ones too. */
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
  const prepared = preparedOn(db, `subjects of ${getTableName(table)}`, prepareSubjects(table, owner))
  const rows = await prepared.execute({ ids: ownerIds })
  for (const row of rows) {
    const list = found.get(row.owner as number) ?? []
    found.set(row.owner as number, [...list, ...named(row)])
  }
  return found
}

const prepareSubjects = (table: SubjectTable, owner: AnyPgColumn) => (db: Database, name: string) =>
  db
    .select({
      owner,
      animal: shown(animals),
      animal_group: shown(animalGroups),
      location: shown(locations),
      vehicle: shown(vehicles),
    })
    .from(table)
    .leftJoin(animals, eq(animals.id, table.animalId))
    .leftJoin(animalGroups, eq(animalGroups.id, table.animalGroupId))
    .leftJoin(locations, eq(locations.id, table.locationId))
    .leftJoin(vehicles, eq(vehicles.id, table.vehicleId))
    .where(amongIds(owner))
    .orderBy(asc(table.id))
    .prepare(name)

/** What is shown of a row where it is named. */
const shown = <Row extends (typeof registers)[SubjectType]>({ id, name, status, statusSince }: Row) => ({
  id,
  name,
  status,
  statusSince,
})

type Shown = { [Field in 'id' | 'name' | 'status' | 'statusSince']: (typeof animals.$inferSelect)[Field] | null }

/** The one register that the row points into. */
function named(row: Record<SubjectType, Shown | null>): NamedSubject[] {
  return subjectTypes.flatMap(type => {
    const { id, name, status, statusSince } = row[type] ?? {}
    if (!id || name == null) return []
    return [
      { type, id, name, status: currentStatus({ status: status ?? 'unknown', statusSince: statusSince ?? null }) },
    ]
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
