/** What a company's files take up is kept as a sum, and no upload reads all of them. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files as calls } from '#shared/files/contract.ts'
import { usedOf } from '../companies/planQueries.ts'
import { company, platform } from '../test/people.ts'
import { photo } from '../test/submissions.ts'
import { files } from './table.ts'

test('the sum follows stored and erased files, of each company by itself', async () => {
  const [farm, other] = [await company(), await company()]
  const [hand, stranger] = [await farm.worker(), await other.worker()]
  for (const person of [hand, hand, stranger])
    await person.call(calls.create, {}, { file: { name: 'ear.jpg', content: await photo() } })
  const used = () => platform(db => usedOf(db, farm.id, 'storage'))
  const summed = async () => {
    const [row] = await platform(db =>
      db
        .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)::int` })
        .from(files)
        .where(eq(files.companyId, farm.id)),
    )
    return row?.bytes
  }
  expect(await used()).toBe(await summed())
  expect(await used()).toBeGreaterThan(0)
  const [first] = await platform(db => db.select().from(files).where(eq(files.companyId, farm.id)))
  await platform(db => db.delete(files).where(eq(files.id, first?.id ?? 0)))
  expect(await used()).toBe(await summed())
})

test('with a hundred thousand files an upload looks at no more of them than with none', async () => {
  const farm = await company()
  const hand = await farm.worker()
  await hand.call(calls.create, {}, { file: { name: 'ear.jpg', content: await photo() } })
  await platform(async db => {
    await db.execute(sql`
      insert into files (company_id, uuid, user_id, path, name, content_type, size, sha256)
      select company_id, gen_random_uuid(), user_id, path || n, name, content_type, 1, sha256
      from files, generate_series(1, 100000) n where company_id = ${farm.id}`)
  })
  const read = await platform(async db => {
    await usedOf(db, farm.id, 'storage')
    const { rows } = await db.execute<{ read: number }>(
      sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
        where relname = 'files'`,
    )
    return rows[0]?.read ?? 0
  })
  expect(read).toBeLessThan(100)
})
