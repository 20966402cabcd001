/**
 * The registers on the server: the table of each, and the columns by which other tables point at their rows. Such a
 * table has one column for every register, of which exactly one is set: so the database itself knows that the row
 * exists and belongs to the company.
 */
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer } from 'drizzle-orm/pg-core'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { sameCompany } from '../lib/db/companyColumns.ts'
import { locations } from '../locations/table.ts'
import { vehicles } from '../vehicles/table.ts'

export const registers = { animal: animals, animal_group: animalGroups, location: locations, vehicle: vehicles }

export type SubjectColumnName = (typeof registry)[SubjectType]['column']
export type SubjectColumns = Record<SubjectColumnName, AnyPgColumn>

/** The columns' names. */
export const subjectColumnNames = subjectTypes.map(type => registry[type].column)

const nullable = () => integer()

/** One column for every register. */
export const subjectColumns = () =>
  Object.fromEntries(subjectTypes.map(type => [registry[type].column, nullable()])) as Record<
    SubjectColumnName,
    ReturnType<typeof nullable>
  >

/** The columns of such a table, in the order of the registry. */
export const subjectColumnList = (table: SubjectColumns) =>
  subjectTypes.map(type => table[registry[type].column]) as [AnyPgColumn, ...AnyPgColumn[]]

/**
 * Constraints and indexes of such a table: references within the company, one of which is set. `more` extends the
 * indexes.
 */
export const checkOneSubject = (
  name: string,
  table: SubjectColumns & { companyId: AnyPgColumn },
  ...more: AnyPgColumn[]
) => [
  ...references(name, table, more),
  check(`${name}_one`, sql`num_nonnulls(${sql.join(subjectColumnList(table), sql`, `)}) = 1`),
]

/** The same for rows that may have no subject. */
export const checkAtMostOneSubject = (name: string, table: SubjectColumns & { companyId: AnyPgColumn }) => [
  ...references(name, table, []),
  check(`${name}_one`, sql`num_nonnulls(${sql.join(subjectColumnList(table), sql`, `)}) <= 1`),
]

const references = (name: string, table: SubjectColumns & { companyId: AnyPgColumn }, more: AnyPgColumn[]) => [
  ...subjectTypes.map(type => index(`${name}_${type}_idx`).on(table.companyId, table[registry[type].column], ...more)),
  ...subjectTypes.map(type =>
    sameCompany(`${name}_${type}_id_fk`, table, table[registry[type].column], registers[type]),
  ),
]

/** The values of those columns for one subject. */
export const subjectColumnsOf = ({ type, id }: { type: SubjectType; id: number }) =>
  Object.fromEntries(subjectTypes.map(each => [registry[each].column, each === type ? id : null])) as Record<
    SubjectColumnName,
    number | null
  >
