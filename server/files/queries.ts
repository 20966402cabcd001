import { eq } from 'drizzle-orm'
import type { Database } from '../lib/db/pools.ts'
import { files } from './table.ts'

export type FileRow = typeof files.$inferSelect

export async function findFileByPath(db: Database, path: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(files).where(eq(files.path, path))
  return file
}
