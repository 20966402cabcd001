import { isNotNull, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn, ExtraConfigColumn } from 'drizzle-orm/pg-core'
import { check, foreignKey, index, integer, unique } from 'drizzle-orm/pg-core'
import { identity } from './columns.ts'
import { collated, ownAlphabets } from './naturalOrder.ts'

/** The first columns of every table of a company, the whole of which goes when the company is erased. */
export const ofCompany = (companies: { id: AnyPgColumn }) => ({
  id: identity(),
  companyId: integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' }),
})

/**
 * Where a member works, or an invited person will: locations with all below them, animal groups and vehicles. All null
 * is the whole company. Erased places leave their number behind, which nothing ever has again: a reach shrinks by
 * itself and never grows.
 */
export const reachColumns = () => ({
  reachLocations: integer().array(),
  reachGroups: integer().array(),
  reachVehicles: integer().array(),
})

/** A reach is set as a whole or not at all. */
export const checkReach = (
  name: string,
  t: Record<keyof ReturnType<typeof reachColumns>, AnyPgColumn | ExtraConfigColumn>,
) => check(`${name}_reach`, sql`num_nonnulls(${t.reachLocations}, ${t.reachGroups}, ${t.reachVehicles}) in (0, 3)`)

/**
 * What lets other tables point here together with the company, so that the database itself refuses a reference into
 * another company; the index serves the company's rows by id.
 */
export const companyKey = (name: string, table: { companyId: AnyPgColumn; id: AnyPgColumn }) =>
  unique(`${name}_company_key`).on(table.companyId, table.id)

/** A reference to a row of the same company, named `<table>_<column>_fk`. */
export const sameCompany = (
  name: string,
  table: { companyId: AnyPgColumn },
  column: AnyPgColumn,
  target: { companyId: AnyPgColumn; id: AnyPgColumn },
) =>
  foreignKey({
    name,
    columns: [table.companyId, column] as [AnyPgColumn, AnyPgColumn],
    foreignColumns: [target.companyId, target.id] as [AnyPgColumn, AnyPgColumn],
  })

type Listed = Record<'id' | 'companyId' | 'name' | 'createdAt' | 'updatedAt' | 'archivedAt', AnyPgColumn>
type Searched = Record<'companyId' | 'searchText', ExtraConfigColumn>

/**
 * The indexes behind a register's list, one for each order that it offers, and behind its erasing. Each ends
 * with whether a row is archived, so that rows skipped by far pages are counted in the index alone (`listing.ts`).
 */
export const registerIndexes = (name: string, table: Listed) => [
  ...nameIndexes(`${name}_company_id_name`, [table.companyId], table.name, [table.id, table.archivedAt]),
  ...timeIndexes(name, table),
]

/** The indexes behind an order by names: that of the column, and one for each language with an alphabet of its own. */
export const nameIndexes = (name: string, before: AnyPgColumn[], called: AnyPgColumn, behind: AnyPgColumn[]) => [
  index(`${name}_idx`).on(...([...before, called, ...behind] as [AnyPgColumn])),
  ...Object.entries(ownAlphabets).map(([locale, alphabet]) =>
    index(`${name}_${locale}_idx`).on(...([...before, collated(called, alphabet), ...behind] as [AnyPgColumn])),
  ),
]

/** Three letters at a time of what rows are found by, the company's own apart (`searchIds.ts`). */
export const searchIndex = (name: string, { companyId, searchText }: Searched) =>
  index(`${name}_search_idx`).using('gin', companyId, searchText.op('gin_trgm_ops'))

/**
 * Two and three letters at a time, of each company under keys of its own: what a search reads does not grow with the
 * rows of others, and two letters are enough. For what a company has a million of.
 */
export const gramsIndex = (name: string, { companyId, searchText }: Searched) =>
  index(`${name}_grams_idx`).using('gin', sql`search_grams(${companyId}, ${searchText})`).with({ fastupdate: false })

/**
 * The texts themselves, of one company beside each other: words that many of its rows hold are found in them without a
 * look at the rows, each of which lies on a page of its own among those of others. An index takes no text of any
 * length, so the few long ones have their own.
 */
export const textsIndexes = (name: string, { companyId, id, archivedAt, searchText }: Searched & Texted) => [
  index(`${name}_texts_idx`).on(companyId, id, archivedAt, searchText).where(sql`octet_length(${searchText}) <= 2000`),
  index(`${name}_long_texts_idx`).on(companyId, id).where(sql`octet_length(${searchText}) > 2000`),
]
type Texted = Record<'id' | 'archivedAt', ExtraConfigColumn>

/** Identifiers without separators (`bare_identifiers`), of rows whose identifiers may have some; as `gramsIndex`. */
export const bareIdentifiersIndex = (
  name: string,
  { companyId, identifier, otherIdentifiers }: Record<string, ExtraConfigColumn>,
) =>
  index(`${name}_bare_identifiers_idx`)
    .using('gin', sql`search_grams(${companyId}, bare_identifiers(${identifier}, ${otherIdentifiers}))`)
    .with({ fastupdate: false })
    .where(sql`${identifier} <> bare_identifier(${identifier}) or ${otherIdentifiers} <> '[]'`)

/** Rows by a column that lists narrow by, in the order of names; how many they are is counted in the index alone. */
export const filterIndex = (name: string, { companyId, name: called, id, archivedAt }: Named, column: AnyPgColumn) =>
  index(`${name}_idx`).on(companyId, column, called, id, archivedAt)
type Named = Pick<Listed, 'companyId' | 'name' | 'id' | 'archivedAt'>

/** Living rows by a name or an identifier as imports compare them (`search_identifiers`). */
export const matchIndex = (name: string, { companyId, archivedAt }: Matched, column: AnyPgColumn) =>
  index(`${name}_match_idx`).on(companyId, sql`(lower(trim(${column})) collate "C")`).where(isNull(archivedAt))
type Matched = Pick<Listed, 'companyId' | 'archivedAt'>

/**
 * Indexes of a company's rows by creation, last change and archiving. Each order ends with the id, as lists do.
 */
export const timeIndexes = (name: string, table: Omit<Listed, 'name'>) => [
  index(`${name}_company_id_created_at_idx`).on(table.companyId, table.createdAt, table.id, table.archivedAt),
  index(`${name}_company_id_updated_at_idx`).on(table.companyId, table.updatedAt, table.id, table.archivedAt),
  archivedIndex(name, table),
]

/** Index of archived rows, for the job that erases them. */
export const archivedIndex = (name: string, { archivedAt }: Pick<Listed, 'archivedAt'>) =>
  index(`${name}_archived_at_idx`).on(archivedAt).where(isNotNull(archivedAt))
