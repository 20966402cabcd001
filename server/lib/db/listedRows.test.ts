/** Rows of lists are what the query builder reads, column by column: moments, days, lists and texts of every language. */
import { and, desc, eq, getTableColumns, gt, isNull, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { findings } from '../../findings/table.ts'
import { registers } from '../../subjects/registers.ts'
import { submissions } from '../../submissions/table.ts'
import { sentTasks, tasks } from '../../tasks/table.ts'
import { filledCompany } from '../../test/filledCompany.ts'
import { tend } from '../../test/tend.ts'
import { countRows, listedRows } from './listedRows.ts'
import { withDatabase } from './pools.ts'

type Listed = PgTable & Record<'id' | 'companyId', AnyPgColumn>

test('each column of what lists show is read as the query builder reads it', async () => {
  const { id: companyId } = await filledCompany()
  const tables: Listed[] = [...Object.values(registers), submissions, tasks, sentTasks, findings]
  const seen = await withDatabase(
    (await tend()).services.pools.walled,
    { companyId, userId: null },
    false,
    async db => {
      const counts: number[] = []
      for (const table of tables) {
        const { words, searchText, ...columns } = getTableColumns(table) as Record<string, AnyPgColumn>
        const where = and(eq(table.companyId, companyId), gt(table.id, 0)) as SQL
        const order = [desc(table.id)]
        const asked = { where, order, limit: 50, offset: 0 }
        const built = await db
          .select(columns)
          .from(table as PgTable)
          .where(where)
          .orderBy(...order)
          .limit(50)
        const shown = listedRows(table, columns)
        expect(await shown.rows(db, asked)).toEqual(built)
        expect(await shown.rows(db, { ...asked, offset: 1 })).toEqual(built.slice(1))
        expect(await countRows(db, table, where, 1000)).toBe(built.length)
        expect(await countRows(db, table, undefined, 1)).toBe(Math.min(1, built.length))
        expect(await shown.rows(db, { ...asked, where: isNull(table.id) })).toEqual([])
        counts.push(built.length)
      }
      return counts
    },
  )
  expect(Math.min(...seen)).toBeGreaterThan(0)
})
