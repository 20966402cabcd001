/** What one request leaves on a connection does not reach the next, and what is prepared answers as if it were not. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { locations as calls } from '#shared/locations/contract.ts'
import { locations } from '../../locations/table.ts'
import { company } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import { clientOf, type Database, openPools, withDatabase } from './pools.ts'
import { inPreparedIds, preparedOn } from './prepared.ts'

async function barnOf() {
  const farm = await company()
  const boss = await farm.manager()
  const { id } = await boss.call(calls.create, { name: 'Barn', type: 'barn' })
  return { barn: id, tenant: { companyId: farm.id, userId: boss.id, reach: null } }
}

const prepareBarns = (db: Database, name: string) =>
  db.select({ id: locations.id }).from(locations).where(eq(locations.name, 'Barn')).prepare(name)
/** Without a word about the company: row-level security alone decides. */
const allBarns = async (db: Database) => (await preparedOn(db, 'all barns', prepareBarns).execute()).map(({ id }) => id)
const processOf = async (db: Database) => (await clientOf(db).query('select pg_backend_pid() pid')).rows[0]?.pid
const nobody = { companyId: null, userId: null }

test('a connection carries nothing from one request to the next, however often its question was prepared', async () => {
  const { isolated } = (await tend()).services.pools
  const [farm, dairy] = [await barnOf(), await barnOf()]
  const processes = new Set<number>()
  const seen = (tenant: typeof farm.tenant | typeof nobody, writes: boolean) =>
    withDatabase(isolated, tenant, writes, async db => {
      processes.add(await processOf(db))
      return allBarns(db)
    })

  // More often than PostgreSQL plans for the values at hand.
  for (let round = 0; round < 10; round++) {
    const writes = round % 2 === 0
    expect(await seen(farm.tenant, writes)).toEqual([farm.barn])
    expect(await seen(dairy.tenant, writes)).toEqual([dairy.barn])
    expect(await seen(nobody, writes)).toEqual([])
    const failing = withDatabase(isolated, farm.tenant, true, db => db.execute(sql`select 1 / 0`))
    await expect(failing).rejects.toThrow()
    expect(await seen(dairy.tenant, !writes)).toEqual([dairy.barn])
  }
  expect(processes.size).toBeLessThanOrEqual(isolated.options.max ?? 0)
})

test('many at once each see their own company', async () => {
  const { isolated } = (await tend()).services.pools
  const [farm, dairy] = [await barnOf(), await barnOf()]
  const asked = Array.from({ length: 60 }, (_, index) => [farm, dairy][index % 2] ?? farm)

  const seen = await Promise.all(asked.map(({ tenant }) => withDatabase(isolated, tenant, false, allBarns)))
  expect(seen).toEqual(asked.map(({ barn }) => [barn]))
})

test('a prepared lookup is planned once, and can be asked again where PostgreSQL refused it', async () => {
  const pools = openPools((await tend()).ownerUrl, { requests: 4, jobs: 2, deliveries: 2 }, () => {})
  const { tenant, barn } = await barnOf()
  const build = (db: Database, name: string) =>
    db.select({ name: locations.name }).from(locations).where(inPreparedIds(locations.id)).prepare(name)
  const found = (db: Database) => preparedOn(db, 'names of places', build).execute({ ids: [barn, barn + 1] })

  // It is asked first where PostgreSQL refuses everything, and is there nonetheless when it can be answered.
  for (let times = 0; times < 3; times++) {
    const inFailed = withDatabase(pools.isolated, tenant, true, async db => {
      await db.execute(sql`select 1 / 0`).catch(() => {})
      return found(db)
    })
    await expect(inFailed).rejects.toThrow()
  }
  for (let times = 0; times < 3; times++)
    expect(await withDatabase(pools.isolated, tenant, times % 2 === 0, found)).toEqual([{ name: 'Barn' }])
  expect(await withDatabase(pools.isolated, nobody, false, found)).toEqual([])

  const { rows } = await withDatabase(pools.isolated, tenant, false, db =>
    clientOf(db).query("select statement from pg_prepared_statements where name = 'names of places'"),
  )
  expect(rows).toHaveLength(1)
  await pools.close()
})

test('on a connection that reads, PostgreSQL refuses every write', async () => {
  const { pools } = (await tend()).services
  const { tenant } = await barnOf()
  for (const pool of [pools.isolated, pools.platform, pools.jobs]) {
    const writing = withDatabase(pool, tenant, false, db => db.update(locations).set({ name: 'Changed' }))
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } })
  }
  expect(await withDatabase(pools.isolated, tenant, true, async db => (await db.select().from(locations)).length)).toBe(
    1,
  )
})

test('on a connection that reads, a query that locks rows fails: doors lock for calls that write', async () => {
  const { pools } = (await tend()).services
  const { barn, tenant } = await barnOf()
  const locking = (writes: boolean) =>
    withDatabase(pools.isolated, tenant, writes, db =>
      db.select({ id: locations.id }).from(locations).where(eq(locations.id, barn)).for('update'),
    )
  await expect(locking(false)).rejects.toMatchObject({ cause: { code: '25006' } })
  expect(await locking(true)).toEqual([{ id: barn }])
})
