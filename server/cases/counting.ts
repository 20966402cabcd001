/** Cases in figures, none of which is about fewer than five people. */
import { and, eq, gte, lte } from 'drizzle-orm'
import type { CaseReport } from '#shared/cases/contract.ts'
import { type Identity, smallestGroup } from '#shared/cases/rules.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { clocksOf } from './clocks.ts'
import { cases } from './table.ts'

/** Cases that came in a year, or ever. */
export async function countCases(ctx: Context, year: number | undefined): Promise<CaseReport> {
  const inYear =
    year === undefined ? [] : [gte(cases.receivedOn, `${year}-01-01`), lte(cases.receivedOn, `${year}-12-31`)]
  const { identity, receivedOn, acknowledgedOn, answeredOn, hasReturned } = cases
  const rows = await ctx.db
    .select({ identity, receivedOn, acknowledgedOn, answeredOn, hasReturned })
    .from(cases)
    .where(and(accessible(ctx.ability, 'read', 'Case', cases), eq(cases.companyId, companyOf(ctx)), ...inYear))
    .limit(100_000)
  const total = rows.length
  const said = (counted: number) => (isTold(counted) && isTold(total - counted, true) ? counted : null)
  const of = (wanted: Identity) => rows.filter(row => row.identity === wanted).length
  return {
    total: isTold(total) ? total : null,
    acknowledged_in_time: said(
      rows.filter(row => row.acknowledgedOn !== null && row.acknowledgedOn <= clocksOf(row).acknowledgeBy).length,
    ),
    answered_in_time: said(
      rows.filter(row => row.answeredOn !== null && row.answeredOn <= clocksOf(row).answerBy).length,
    ),
    returned: said(rows.filter(row => row.hasReturned).length),
    by_identity: parts({ anonymous: of('anonymous'), confidential: of('confidential'), open: of('open') }),
  }
}

const isTold = (counted: number, orNone = false) => counted >= smallestGroup || (orNone && counted === 0)

/** Parts of a total that is told: of those that are hidden together there are none or five, or they could be worked out. */
export function parts<Name extends string>(counted: Record<Name, number>): Record<Name, number | null> {
  const smallestFirst = Object.entries<number>(counted).sort(([, one], [, other]) => one - other)
  const told = smallestFirst.filter(([, number]) => isTold(number))
  const hidden = smallestFirst.filter(([, number]) => !isTold(number))
  const sum = () => hidden.reduce((all, [, number]) => all + number, 0)
  while (told.length > 0 && !isTold(sum(), true)) hidden.push(told.shift() ?? ['', 0])
  const shown = new Map(told)
  return Object.fromEntries(smallestFirst.map(([name]) => [name, shown.get(name) ?? null])) as Record<
    Name,
    number | null
  >
}
