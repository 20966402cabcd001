import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../lib/db/pools.ts'
import { files } from './table.ts'

export type FileRow = typeof files.$inferSelect

export async function findFileByPath(db: Database, path: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(files).where(eq(files.path, path))
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

/** The photos of a submission in the order in which they arrived. */
export const filesOfSubmission = (db: Database, submission: { companyId: number; id: number }): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.companyId, submission.companyId), eq(files.submissionId, submission.id)))
    .orderBy(asc(files.id))
