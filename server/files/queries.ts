import { and, asc, count, eq, isNotNull } from 'drizzle-orm'
import { accessFormPicture } from '../forms/queries.ts'
import { permitted } from '../lib/accessible.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { submissions } from '../submissions/table.ts'
import { files } from './table.ts'

export type FileRow = typeof files.$inferSelect

/** What the store has of a file, and how it is called. */
export type StoredFile = Pick<FileRow, 'path' | 'name' | 'contentType'>

/** The file if the actor may read the row that it belongs to; 404 otherwise. */
export async function accessFile(ctx: Pick<Context, 'db' | 'ability'>, path: string): Promise<StoredFile> {
  const [found] = await ctx.db
    .select({ file: files, submission: submissions })
    .from(files)
    .innerJoin(submissions, eq(submissions.id, files.submissionId))
    .where(eq(files.path, path))
  if (!found) return accessFormPicture(ctx, path)
  permitted(ctx, 'read', 'Submission', found.submission)
  return found.file
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
