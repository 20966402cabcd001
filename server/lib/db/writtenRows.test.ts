/** Rows are written without the query builder as it would write them. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { locations } from '../../locations/table.ts'
import { company } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'
import { clientOf, openPools, withDatabase } from './pools.ts'
import { writeBlindly, writeRow, writeRows } from './writtenRows.ts'

test('a row is written and read as the query builder does it, and whoever gives SQL is refused', async () => {
  const { walled } = (await tend()).services.pools
  const farm = await company()
  const [boss, other] = [await farm.manager(), await company()]
  const at = new Date('2026-05-01T08:30:00.123Z')
  const barn = { companyId: farm.id, name: "Barn 'A'", type: 'barn' as const, createdAt: at, notes: null }
  await withDatabase(walled, { companyId: farm.id, userId: boss.id }, true, async db => {
    const written = await writeRow(db, locations, { ...barn, parentId: undefined })
    const [built] = await db.insert(locations).values(barn).returning()
    expect({ ...written, id: 0, updatedAt: at }).toEqual({ ...built, id: 0, updatedAt: at })
    expect(written).toMatchObject({ name: "Barn 'A'", createdAt: at, archivedAt: null, revision: 1 })
    const several = await writeRows(db, locations, [barn, { ...barn, revision: 7, name: 'B' }, { ...barn, name: 'C' }])
    expect(several.map(({ name, revision }) => [name, revision])).toEqual([
      ["Barn 'A'", 1],
      ['B', 7],
      ['C', 1],
    ])
    await writeBlindly(db, locations, [barn])
    expect(await db.select({ id: locations.id }).from(locations)).toHaveLength(6)
    await expect(writeRow(db, locations, { ...barn, name: sql`'Barn'` as never })).rejects.toThrow('name is given SQL')
  })
  const ofOthers = withDatabase(walled, { companyId: farm.id, userId: boss.id }, true, db =>
    writeRow(db, locations, { ...barn, companyId: other.id }),
  )
  await expect(ofOthers).rejects.toThrow('row-level security')
})

test('a row of given values is read and planned once, also where nobody asks what was written', async () => {
  const pools = openPools((await tend()).ownerUrl, { requests: 1, jobs: 1, deliveries: 1 }, () => {})
  const farm = await company()
  const barn = { companyId: farm.id, name: 'Barn', type: 'barn' as const }
  const write = (orNothing: boolean) =>
    withDatabase(pools.walled, { companyId: farm.id, userId: null }, true, async db => {
      for (let time = 0; time < 30; time++) await writeBlindly(db, locations, [barn], { orNothing })
      await writeBlindly(db, locations, [barn, barn], { orNothing })
    })
  await write(false)
  await write(true)
  const { rows } = await withDatabase(pools.walled, { companyId: farm.id, userId: null }, false, db =>
    clientOf(db).query<{ once: boolean }>(
      "select generic_plans > 0 as once from pg_prepared_statements where statement like 'insert into%'",
    ),
  )
  expect(rows).toEqual([{ once: true }, { once: true }])
  await pools.close()
})
