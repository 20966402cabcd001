import { and, inArray, isNotNull, lt } from 'drizzle-orm'
import { formPictures } from '../forms/table.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Job } from '../lib/jobs.ts'
import { users } from '../users/table.ts'
import { files } from './table.ts'

/**
 * Files may be written shortly before their rows can be seen. And a database that was restored from yesterday's backup must not cost
 * today's photos.
 */
const strayFor = 7 * 24 * 3600_000
const batchSize = 500
/** Files that came by a public link, and whose submission did not follow. */
const waitsFor = 24 * 3600_000

/** Removes from the store what no row names: of erased rows, of uploads that a crash cut off, and of what was never submitted. */
export const removeStrayFiles: Job<object> = {
  name: 'files.remove-stray',
  // After the rows have been erased.
  schedule: '50 2 * * *',
  work: async (_, { db, services: { storage } }) => {
    const settled = Date.now() - strayFor
    let batch: string[] = []
    const sweep = async () => {
      for (const path of await withoutRow(db, batch)) await storage.remove(path)
      batch = []
    }
    for await (const { path, writtenAt } of storage.list()) {
      if (writtenAt.getTime() < settled) batch.push(path)
      if (batch.length === batchSize) await sweep()
    }
    await sweep()
    const given = await db
      .delete(files)
      .where(and(isNotNull(files.waitingFor), lt(files.createdAt, new Date(Date.now() - waitsFor))))
      .returning({ path: files.path })
    return async () => {
      for (const { path } of given) await storage.remove(path)
    }
  },
}

async function withoutRow(db: Database, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const named = await db.select({ path: files.path }).from(files).where(inArray(files.path, paths))
  const portraits = await db.select({ path: users.avatar }).from(users).where(inArray(users.avatar, paths))
  const ofForms = await db
    .select({ path: formPictures.path })
    .from(formPictures)
    .where(inArray(formPictures.path, paths))
  const known = new Set([...named, ...portraits, ...ofForms].map(({ path }) => path))
  return paths.filter(path => !known.has(path))
}
