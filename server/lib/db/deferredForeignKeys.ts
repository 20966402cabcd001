import type { AnyPgColumn, ForeignKeyBuilder } from 'drizzle-orm/pg-core'
import { sameCompany } from './companyColumns.ts'

type Pointing<Column extends string> = Record<Column | 'companyId', AnyPgColumn>

/**
 * References from a table to tables of higher features. The lower feature has the column, and the higher one says
 * beside its own table where it points (`at`).
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
