/** Turns rules into the WHERE clause of lists. `permitted` of `lib/context.ts` checks them on one row. */
import { rulesToCondition } from '@casl/ability/extra'
import { and, arrayOverlaps, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ability, RawRule } from '#shared/lib/rules.ts'
import type { Context } from '../context.ts'
import { markMemoised } from '../db/prepared.ts'

/** The rows of a table on which the ability allows the action. Throws for a rule whose condition SQL does not know. */
export function accessible(ability: Ability, action: string, subject: string, table: PgTable): SQL {
  const condition = rulesToCondition(ability.rulesFor(action, subject), rule => conditionOf(rule, table), {
    and: parts => and(...parts) ?? sql`true`,
    or: parts => or(...parts) ?? sql`true`,
    empty: () => sql`true`,
  })
  return condition ?? sql`false`
}

const memoised = new WeakMap<Ability, Map<string, SQL>>()

/**
 * A condition that is the same as long as the ability is, such as that of a list without filters. It is built once, and
 * its queries are compiled once (`compiledOn`). `key` names it among those of the ability.
 */
export function memoisedCondition(ability: Ability, key: string, build: () => SQL | undefined): SQL {
  const conditions = memoised.get(ability) ?? new Map<string, SQL>()
  memoised.set(ability, conditions)
  const condition = conditions.get(key) ?? build() ?? sql`true`
  if (!conditions.has(key)) markMemoised(condition)
  conditions.set(key, condition)
  return condition
}

/**
 * The rows that the caller made themselves in the company of the session: documents, exports, imports. Of an
 * administrator who has opened no company, those in all of them.
 */
export const ownRows = ({ actor }: Pick<Context, 'actor'>, table: { companyId: AnyPgColumn; userId: AnyPgColumn }) =>
  and(
    actor.companyId === null && actor.isAdmin ? undefined : eq(table.companyId, actor.companyId ?? 0),
    eq(table.userId, actor.id),
  )

/** One rule as a condition of rows. */
function conditionOf(rule: { conditions?: RawRule['conditions']; inverted?: boolean }, table: PgTable): SQL {
  const parts = Object.entries(rule.conditions ?? {}).map(([field, value]) => compare(columnOf(table, field), value))
  return and(...parts) ?? sql`true`
}

function columnOf(table: PgTable, field: string): AnyPgColumn {
  const column = (table as unknown as Record<string, AnyPgColumn | undefined>)[field]
  if (!column) throw new Error(`A rule names the column ${field}, which its table does not have.`)
  return column
}

function compare(column: AnyPgColumn, value: unknown): SQL {
  if (value === null) return isNull(column)
  if (typeof value !== 'object') return eq(column, value)
  const [operator, operand] = Object.entries(value as object)[0] ?? []
  // Of a list in a column, one that is among them is enough, as for a row.
  if (operator === '$in' && Array.isArray(operand) && column.columnType === 'PgArray')
    return arrayOverlaps(column, operand)
  if (operator === '$in' && Array.isArray(operand)) return operand.length > 0 ? inArray(column, operand) : sql`false`
  // A column without a value differs from every operand, as for a row.
  if (operator === '$ne') return sql`${column} is distinct from ${operand}`
  if (operator === '$gt' && operand instanceof Date) return gt(column, operand)
  if (operator === '$eq') return eq(column, operand)
  throw new Error(`A rule uses ${operator}, which lists cannot ask for.`)
}
