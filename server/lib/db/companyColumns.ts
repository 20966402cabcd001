import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { foreignKey, index, integer, unique } from 'drizzle-orm/pg-core'
import { identity } from './columns.ts'

/** The first columns of every table of a company, the whole of which goes when the company is erased. */
export const ofCompany = (companies: { id: AnyPgColumn }) => ({
  id: identity(),
  companyId: integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' }),
})

/**
 * What lets other tables point here together with the company, so that the database itself refuses a reference into another
 * company; the index serves the company's rows by id.
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

/** The index behind a register's list: a company's rows by name. */
export const nameIndex = (name: string, table: { companyId: AnyPgColumn; name: AnyPgColumn }) =>
  index(`${name}_company_id_name_idx`).on(table.companyId, table.name)
