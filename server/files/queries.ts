import { and, asc, count, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { type Context, permitted, type Services } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { previewType } from '../lib/files/picture.ts'
import { type StoredFile, storedElsewhere } from './ports.ts'
import { files } from './table.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'ability'> & { services: Pick<Services, 'fileOwners'> }

export type FileRow = typeof files.$inferSelect

/** The file at a path if the actor may read the row that it belongs to; 404 otherwise. */
export async function accessStored(ctx: Reader, path: string): Promise<StoredFile> {
  const { db, ability } = ctx
  const file = await findFile(ctx, or(eq(files.path, path), eq(files.previewPath, path)))
  if (file?.previewPath === path) return { ...file, path, contentType: previewType(path) }
  const found = file ?? (await storedElsewhere.query(db, { ability, path })).find(stored => stored !== null)
  if (!found) throw new Problem('not_found')
  return found
}

/** The file if the actor may read what it belongs to, or has sent it and nothing names it yet; 404 otherwise. */
export async function accessFile(ctx: Reader, id: number): Promise<FileRow> {
  const file = await findFile(ctx, eq(files.id, id))
  if (!file) throw new Problem('not_found')
  return file
}

/**
 * The file that meets the condition; 404 where it may not be read. What waits for a visitor's submission is nobody's to
 * read.
 */
async function findFile(ctx: Reader, where: SQL | undefined): Promise<FileRow | undefined> {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(where, isNull(files.waitingFor)))
  if (!file) return undefined
  const owner = file.ownedBy ?? (file.submissionId === null ? null : 'submission')
  if (owner === null) return permitted(ctx, 'read', 'File', file)
  const mayRead = ctx.services.fileOwners[owner]
  if (!mayRead || !(await mayRead(ctx, file))) throw new Problem('not_found')
  return file
}

/** The file to which a device of the company gave this uuid. */
export async function findFileByUuid(db: Database, companyId: number, uuid: string): Promise<FileRow | undefined> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.uuid, uuid)))
  return file
}

/** How many files wait for each submission that is still to come by a public link, by its uuid. */
export async function countWaiting(
  db: Database,
  companyId: number,
  publicLinkId: number,
): Promise<Map<string, number>> {
  const { waitingFor } = files
  const rows = await db
    .select({ waitingFor, number: count() })
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.publicLinkId, publicLinkId), isNotNull(waitingFor)))
    .groupBy(waitingFor)
  return new Map(rows.map(row => [row.waitingFor ?? '', row.number]))
}

/** The photos of a submission in the order in which they arrived. */
export const filesOfSubmission = (db: Database, submission: { companyId: number; id: number }): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.companyId, submission.companyId), eq(files.submissionId, submission.id)))
    .orderBy(asc(files.id))
