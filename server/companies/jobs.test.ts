import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { files } from '../files/table.ts'
import { filledCompany } from '../test/filledCompany.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { eraseArchivedCompanies } from './jobs.ts'
import { companies } from './table.ts'

const archive = (id: number, daysAgo: number) =>
  platform(db =>
    db
      .update(companies)
      .set({ archivedAt: new Date(Date.now() - daysAgo * 86_400_000) })
      .where(eq(companies.id, id)),
  )

const runJob = async () => {
  const { services } = await tend()
  await platform(db => eraseArchivedCompanies.work({}, { db, services }))
  await jobsDone()
}

/** How many rows each table has of a company. */
const rowsOf = (id: number) =>
  platform(async db => {
    const tables = await db.execute<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'sessions'`)
    const counts = tables.rows.map(
      ({ name }) =>
        sql`select ${name}::text as name, count(*)::int as n from ${sql.identifier(name)} where company_id = ${id}`,
    )
    const { rows } = await db.execute<{ name: string; n: number }>(sql.join(counts, sql` union all `))
    return new Map(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]))
  })

test('a company is erased with all its data thirty days after archiving, and no other is touched', async () => {
  const [gone, recent] = [await filledCompany(), await filledCompany()]
  // What is made in the background, such as a report's PDF with its seals, is there before rows are counted.
  await jobsDone()
  const { storage } = (await tend()).services
  const pathsOf = (id: number) =>
    platform(db => db.select({ path: files.path }).from(files).where(eq(files.companyId, id)))
  const [path] = (await pathsOf(gone.id)).map(file => file.path)
  const [kept] = (await pathsOf(recent.id)).map(file => file.path)
  const before = await rowsOf(recent.id)
  expect((await rowsOf(gone.id)).size).toBeGreaterThan(15)
  await archive(gone.id, 31)
  await archive(recent.id, 29)
  await runJob()

  expect(await rowsOf(gone.id)).toEqual(new Map())
  expect(await platform(db => db.select().from(companies).where(eq(companies.id, gone.id)))).toEqual([])
  await expect(storage.read(path ?? '')).rejects.toThrow()
  expect((await storage.read(kept ?? '')).length).toBeGreaterThan(0)
  expect(await rowsOf(recent.id)).toEqual(before)
})

test('where a company cannot be erased, its files are not gone before it', async () => {
  const { id } = await filledCompany()
  await jobsDone()
  const [file] = await platform(db => db.select({ path: files.path }).from(files).where(eq(files.companyId, id)))
  const { storage } = (await tend()).services
  const owner = new Client({ connectionString: (await tend()).ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query('create table holds_companies (held integer references companies)')
  await owner.query('insert into holds_companies values ($1)', [id])
  await archive(id, 31)
  await runJob().catch(() => {})
  await owner.query('drop table holds_companies')
  expect((await storage.read(file?.path ?? '')).length).toBeGreaterThan(0)
})
