/**
 * How a job of the clock works for all companies: none waits for the slowest of them, and what fails in one stops no
 * other.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Services } from '../context.ts'

/** Companies that are worked for at once. */
const lanes = 3
/** How long a run waits for a company that an earlier run still works for; then it leaves it to that one. */
const patienceMs = 2_000

/** For jobs whose runs may overlap, because one company's work takes longer than the time to the next run. */
export const overlapping = { atOnce: 3, ofOne: 3 }

/** By the running tend, then by job and company. */
const underWay = new WeakMap<Services['pools'], Map<string, Promise<void>>>()

/**
 * Works for each company, a few at once.
 * @throws the first failure, once all others are done
 */
export async function eachCompany(
  { pools }: Pick<Services, 'pools'>,
  job: string,
  companyIds: Iterable<number>,
  work: (companyId: number) => Promise<void>,
): Promise<void> {
  const busy = underWay.get(pools) ?? new Map<string, Promise<void>>()
  underWay.set(pools, busy)
  const waiting = [...new Set(companyIds)]
  const failures: unknown[] = []
  const next = async (): Promise<void> => {
    const companyId = waiting.shift()
    if (companyId === undefined) return
    const key = `${job} ${companyId}`
    const earlier = busy.get(key)
    if (earlier) await Promise.race([earlier, delay(patienceMs, undefined, { ref: false })])
    else {
      const done = work(companyId).catch(error => void failures.push(error))
      busy.set(key, done)
      await done
      busy.delete(key)
    }
    return next()
  }
  await Promise.all(Array.from({ length: lanes }, next))
  if (failures.length > 0) throw failures[0]
}

/**
 * The condition by which at most `limit` of the rows that are due are taken, the first of each company before the
 * second of any: so that a company with very many keeps none waiting.
 */
export const fairShare = (
  table: PgTable & { id: AnyPgColumn; companyId: AnyPgColumn },
  due: SQL | undefined,
  since: AnyPgColumn,
  limit: number,
): SQL => sql`${table.id} in (
  select taken.id from (
    select ${table.id} as id, row_number() over (partition by ${table.companyId}
      order by ${since}, ${table.id}) as place
    from ${table} where ${due}
  ) taken order by taken.place limit ${limit})`
