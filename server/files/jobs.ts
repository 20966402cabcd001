import { and, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import type { Services } from '../lib/context.ts'
import { type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { namedElsewhere } from './ports.ts'
import { filePieces, files } from './table.ts'

/**
 * Files may be written shortly before their rows can be seen. And a database that was restored from yesterday's backup
 * must not cost today's photos.
 */
const strayFor = 7 * 24 * 3600_000
const batchSize = 500
/** Files that were sent before what is to name them, and which nothing named. */
const waitsFor = 24 * 3600_000
/** The files of one transaction; the others follow in the next nights. */
const maxANight = 10_000

/** Of files that never came whole, those of which no piece has come for a day. */
async function forgetPieces(db: Database): Promise<void> {
  const { companyId, userId, uuid, createdAt } = filePieces
  const given = db
    .select({ companyId, userId, uuid })
    .from(filePieces)
    .groupBy(companyId, userId, uuid)
    .having(lt(max(createdAt), new Date(Date.now() - waitsFor)))
    .limit(maxANight)
  await db.delete(filePieces).where(sql`(${companyId}, ${userId}, ${uuid}) in ${given}`)
}

/**
 * Removes from the store what no row names: of erased rows, of uploads that a crash cut off, and of what was never
 * submitted.
 */
export const removeStrayFiles: Job<object> = {
  name: 'files.remove-stray',
  // After the rows have been erased.
  schedule: '50 2 * * *',
  work: async (_, { db, services }) => {
    const { storage } = services
    await forgetPieces(db)
    const unnamed = db
      .select({ id: files.id })
      .from(files)
      .where(
        and(isNull(files.submissionId), isNull(files.ownedBy), lt(files.createdAt, new Date(Date.now() - waitsFor))),
      )
      .limit(maxANight)
    const given = await db
      .delete(files)
      .where(inArray(files.id, unnamed))
      .returning({ path: files.path, previewPath: files.previewPath })
    return async () => {
      for (const { path, previewPath } of given) {
        await storage.remove(path)
        if (previewPath) await storage.remove(previewPath)
      }
      await sweep(services)
    }
  },
}

/** Walks through the whole store, which takes long where there is much: a connection is held for each batch alone. */
async function sweep({ pools, storage }: Services): Promise<void> {
  const settled = Date.now() - strayFor
  let batch: string[] = []
  const removeStray = async () => {
    const looked = batch
    batch = []
    const stray = await withDatabase(pools.jobs, noTenant, false, db => withoutRow(db, looked))
    for (const path of stray) await storage.remove(path)
  }
  for await (const { path, writtenAt } of storage.list()) {
    if (writtenAt.getTime() < settled) batch.push(path)
    if (batch.length === batchSize) await removeStray()
  }
  await removeStray()
}

async function withoutRow(db: Database, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const named = await db.select({ path: files.path }).from(files).where(inArray(files.path, paths))
  const previews = await db.select({ path: files.previewPath }).from(files).where(inArray(files.previewPath, paths))
  const portraits = await db.select({ path: users.avatar }).from(users).where(inArray(users.avatar, paths))
  const logo = sql<string>`${companies.logo} ->> 'path'`
  const logos = await db.select({ path: logo }).from(companies).where(inArray(logo, paths))
  const elsewhere = await namedElsewhere.query(db, paths)
  const known = new Set([...named, ...previews, ...portraits, ...logos].map(({ path }) => path).concat(...elsewhere))
  return paths.filter(path => !known.has(path))
}
