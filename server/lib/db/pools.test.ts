/** What one request leaves on a connection does not reach the next, and what is prepared answers as if it were not. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { locations as calls } from '#shared/locations/contract.ts'
import { locations } from '../../locations/table.ts'
import { company } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import { clientOf, type Database, openPools, withDatabase } from './pools.ts'
import { amongIds, preparedOn } from './prepared.ts'
import { StatementNames } from './statementNames.ts'

async function barnOf() {
  const farm = await company()
  const boss = await farm.manager()
  const { id } = await boss.call(calls.create, { name: 'Barn', type: 'barn' })
  return { barn: id, tenant: { companyId: farm.id, userId: boss.id } }
}

const prepareBarns = (db: Database, name: string) =>
  db.select({ id: locations.id }).from(locations).where(eq(locations.name, 'Barn')).prepare(name)
/** Without a word about the company: the wall alone decides. */
const allBarns = async (db: Database) => (await preparedOn(db, 'all barns', prepareBarns).execute()).map(({ id }) => id)
const processOf = async (db: Database) => (await clientOf(db).query('select pg_backend_pid() pid')).rows[0]?.pid
const nobody = { companyId: null, userId: null }

test('a connection carries nothing from one request to the next, however often its question was prepared', async () => {
  const { walled } = (await tend()).services.pools
  const [farm, dairy] = [await barnOf(), await barnOf()]
  const processes = new Set<number>()
  const seen = (tenant: typeof farm.tenant | typeof nobody, writes: boolean) =>
    withDatabase(walled, tenant, writes, async db => {
      processes.add(await processOf(db))
      return allBarns(db)
    })

  // More often than PostgreSQL plans for the values at hand.
  for (let round = 0; round < 10; round++) {
    const writes = round % 2 === 0
    expect(await seen(farm.tenant, writes)).toEqual([farm.barn])
    expect(await seen(dairy.tenant, writes)).toEqual([dairy.barn])
    expect(await seen(nobody, writes)).toEqual([])
    const failing = withDatabase(walled, farm.tenant, true, db => db.execute(sql`select 1 / 0`))
    await expect(failing).rejects.toThrow()
    expect(await seen(dairy.tenant, !writes)).toEqual([dairy.barn])
  }
  expect(processes.size).toBeLessThanOrEqual(walled.options.max ?? 0)
})

test('many at once each see their own company', async () => {
  const { walled } = (await tend()).services.pools
  const [farm, dairy] = [await barnOf(), await barnOf()]
  const asked = Array.from({ length: 60 }, (_, index) => [farm, dairy][index % 2] ?? farm)

  const seen = await Promise.all(asked.map(({ tenant }) => withDatabase(walled, tenant, false, allBarns)))
  expect(seen).toEqual(asked.map(({ barn }) => [barn]))
})

test('a prepared lookup is planned once, and can be asked again where PostgreSQL refused it', async () => {
  const pools = openPools((await tend()).ownerUrl, { requests: 4, jobs: 2, deliveries: 2 }, () => {})
  const { tenant, barn } = await barnOf()
  const build = (db: Database, name: string) =>
    db.select({ name: locations.name }).from(locations).where(amongIds(locations.id)).prepare(name)
  const found = (db: Database) => preparedOn(db, 'names of places', build).execute({ ids: [barn, barn + 1] })

  // It is asked first where PostgreSQL refuses everything, and is there nonetheless when it can be answered.
  for (let times = 0; times < 3; times++) {
    const inFailed = withDatabase(pools.walled, tenant, true, async db => {
      await db.execute(sql`select 1 / 0`).catch(() => {})
      return found(db)
    })
    await expect(inFailed).rejects.toThrow()
  }
  for (let times = 0; times < 3; times++)
    expect(await withDatabase(pools.walled, tenant, times % 2 === 0, found)).toEqual([{ name: 'Barn' }])
  expect(await withDatabase(pools.walled, nobody, false, found)).toEqual([])

  const { rows } = await withDatabase(pools.walled, tenant, false, db =>
    clientOf(db).query("select statement from pg_prepared_statements where name = 'names of places'"),
  )
  expect(rows).toHaveLength(1)
  await pools.close()
})

const named = async (db: Database) =>
  (await clientOf(db).query("select name, statement from pg_prepared_statements where name like 'often %'")).rows
const placesOf = (db: Database, name: string) =>
  db.select({ id: locations.id }).from(locations).where(eq(locations.name, name))
const planMode = async (db: Database) =>
  (await clientOf(db).query("select current_setting('plan_cache_mode') mode")).rows[0]?.mode

test('what is asked often is read once, and planned for the company at hand each time', async () => {
  const pools = openPools((await tend()).ownerUrl, { requests: 1, jobs: 1, deliveries: 1 }, () => {})
  const [farm, dairy] = [await barnOf(), await barnOf()]
  const asked = (tenant: typeof farm.tenant, times: number) =>
    withDatabase(pools.walled, tenant, false, async db => {
      for (let time = 0; time < times; time++) await placesOf(db, 'Barn')
    })

  await asked(farm.tenant, 10)
  expect(await withDatabase(pools.walled, farm.tenant, false, named)).toEqual([])
  await asked(dairy.tenant, 20)
  const statements = await withDatabase(pools.walled, farm.tenant, false, named)
  expect(statements).toEqual([{ name: 'often 0', statement: expect.stringContaining('from "locations"') }])
  for (const { tenant, barn } of [farm, dairy, farm])
    expect(await withDatabase(pools.walled, tenant, false, db => placesOf(db, 'Barn'))).toEqual([{ id: barn }])
  const { rows } = await withDatabase(pools.walled, farm.tenant, false, db =>
    clientOf(db).query(
      "select generic_plans::int, custom_plans::int from pg_prepared_statements where name = 'often 0'",
    ),
  )
  expect(rows[0]).toEqual({ generic_plans: 0, custom_plans: expect.any(Number) })
  await pools.close()
})

test('how it is planned survives transactions that fail, and lookups by a key keep their plan', async () => {
  const pools = openPools((await tend()).ownerUrl, { requests: 1, jobs: 1, deliveries: 1 }, () => {})
  const { tenant, barn } = await barnOf()
  const build = (db: Database, name: string) =>
    db.select({ id: locations.id }).from(locations).where(amongIds(locations.id)).prepare(name)
  const lookedUp = (db: Database) => preparedOn(db, 'places by id', build).execute({ ids: [barn] })
  const both = async (db: Database) => [await placesOf(db, 'Barn'), await lookedUp(db), await placesOf(db, 'Barn')]
  for (let time = 0; time < 20; time++) await withDatabase(pools.walled, tenant, false, both)

  for (const writes of [true, false, true]) {
    const failing = withDatabase(pools.walled, tenant, writes, async db => {
      await lookedUp(db)
      await db.execute(sql`select 1 / 0`).catch(() => {})
      return both(db)
    })
    // Outside a transaction one failed query spoils no other.
    if (writes) await expect(failing).rejects.toThrow()
    else expect(await failing).toEqual([[{ id: barn }], [{ id: barn }], [{ id: barn }]])
    await withDatabase(pools.walled, tenant, writes, async db => {
      await placesOf(db, 'Barn')
      expect(await planMode(db)).toBe('force_custom_plan')
      await lookedUp(db)
      expect(await planMode(db)).toBe('auto')
      await db.transaction(async inner => inner.rollback()).catch(() => {})
      await placesOf(db, 'Barn')
      expect(await planMode(db)).toBe('force_custom_plan')
    })
  }
  const { rows } = await withDatabase(pools.walled, tenant, false, db =>
    clientOf(db).query("select generic_plans > 0 as once from pg_prepared_statements where name = 'places by id'"),
  )
  expect(rows).toEqual([{ once: true }])
  await pools.close()
})

test('a connection names no more than some dozens of texts', () => {
  const names = new StatementNames()
  for (let text = 0; text < 700; text++) expect(names.of(`select ${text}`)).toBeUndefined()
  const [planned, written] = ['insert into "pens" ("id") select 1', 'insert into "pens" ("id") values ($1), ($2)']
  const often = [planned, written, ...Array.from({ length: 98 }, (_, index) => `again ${index + 2}`)]
  for (const text of often) for (let time = 0; time < 20; time++) names.of(text)
  expect(names.of(planned)).toEqual({ name: 'often 0', isPlannedOnce: false })
  // Nothing is looked for where given values are written: one plan does for all.
  expect(names.of(written)).toEqual({ name: 'often 1', isPlannedOnce: true })
  expect(names.of('again 59')).toEqual({ name: 'often 59', isPlannedOnce: false })
  for (let time = 0; time < 30; time++) expect(names.of('again 60')).toBeUndefined()
})
