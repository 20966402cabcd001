/**
 * Animals and what happened to them as ICAR's Animal Data Exchange names it (github.com/adewg/ICAR), sent as they are
 * read.
 */
import { and, asc, between, eq, gt, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import type { EventDetails } from '#shared/animal-events/details.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { animalEvents as events } from '../animals/eventTable.ts'
import { animals, animalGroups as groups } from '../animals/table.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { type Database, inTurn, tenantOf } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { animalResource, eventResource, notExchanged } from './icar.ts'

const atOnce = 500

type Period = { from: string; until: string }

/** Throws 422 for days that end before they begin. */
export async function exchange({ from, until }: Period, ctx: Context): Promise<FileAnswer> {
  if (until < from) throw invalidField('until', 'before_start')
  const companyId = companyOf(ctx)
  const tenant = tenantOf(ctx.actor, companyId)
  const reading = <T>(work: (db: Database) => Promise<T>) =>
    inTurn(ctx.services.pools, 'isolated', fairnessKey(tenant, ctx.ip), tenant, false, work)
  const someAnimals = (after: number) =>
    reading(db =>
      db
        .select()
        .from(animals)
        .where(
          and(
            ...[eq(animals.companyId, companyId), gt(animals.id, after)],
            accessible(ctx.ability, 'read', 'Animal', animals),
          ),
        )
        .orderBy(asc(animals.id))
        .limit(atOnce),
    )
  const someEvents = (after: number) =>
    reading(db =>
      db
        .select({ event: events, animal: animals, group: groups })
        .from(events)
        .leftJoin(animals, and(eq(animals.companyId, events.companyId), eq(animals.id, events.animalId)))
        .leftJoin(groups, and(eq(groups.companyId, events.companyId), eq(groups.id, events.animalGroupId)))
        .where(
          and(
            ...[
              eq(events.companyId, companyId),
              gt(events.id, after),
              isNull(events.archivedAt),
              notInArray(events.type, [...notExchanged]),
            ],
            ...[eq(events.state, 'done'), between(events.day, from, until)],
            or(
              and(isNotNull(events.animalId), accessible(ctx.ability, 'read', 'Animal', animals)),
              and(isNotNull(events.animalGroupId), accessible(ctx.ability, 'read', 'AnimalGroup', groups)),
            ),
          ),
        )
        .orderBy(asc(events.id))
        .limit(atOnce),
    )
  async function* content() {
    yield Buffer.from('{"animals":[')
    yield* listed(someAnimals, row => row.id, animalResource)
    yield Buffer.from('],"events":[')
    yield* listed(
      someEvents,
      ({ event }) => event.id,
      ({ event, animal, group }) => eventResource({ ...event, details: event.details as EventDetails }, animal, group),
    )
    yield Buffer.from(']}')
  }
  return async () => ({
    content: content(),
    filename: `icar-ade ${from} ${until}.json`,
  })
}

/** All rows as JSON with commas between, some at a time. */
async function* listed<Row>(
  some: (after: number) => Promise<Row[]>,
  idOf: (row: Row) => number,
  present: (row: Row) => object,
) {
  let isFirst = true
  for (let last = 0; ; ) {
    const rows = await some(last)
    const text = rows.map(row => JSON.stringify(present(row))).join(',')
    if (rows.length > 0) yield Buffer.from(isFirst ? text : `,${text}`)
    isFirst &&= rows.length === 0
    last = rows.length > 0 ? idOf(rows.at(-1) as Row) : last
    if (rows.length < atOnce) return
  }
}
