import type { AnyPgColumn, ForeignKeyBuilder } from 'drizzle-orm/pg-core'
import { sameCompany } from './companyColumns.ts'

type Pointing<Column extends string> = Record<Column | 'companyId', AnyPgColumn>

/**
 * References from a table to tables of higher features. The lower feature has the column and does not know where it points; the higher one says
 * it (`at`) beside its own table. Whoever reads the schema as a whole has all tables, and so all references.
 */
export class DeferredForeignKeys<Column extends string> {
  private readonly made: ((table: Pointing<Column>) => ForeignKeyBuilder)[] = []

  /** A reference to a row of the same company, by the name that the database knows it by. */
  at(name: string, column: Column, target: { companyId: AnyPgColumn; id: AnyPgColumn }): void {
    this.made.push(table => sameCompany(name, table, table[column], target))
  }

  /** All that were said, for the lower table's own list. */
  of(table: Pointing<Column>): ForeignKeyBuilder[] {
    return this.made.map(make => make(table))
  }
}
