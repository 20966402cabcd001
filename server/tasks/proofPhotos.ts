import { and, asc, eq, inArray } from 'drizzle-orm'
import { files } from '../files/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { sentTaskPhotos } from './table.ts'

export type ProofPhoto = { uuid: string; path: string; name: string }

/** The photos of each occurrence, in the order in which they came. */
export async function proofPhotosOf(db: Database, sentTaskIds: number[]): Promise<Map<number, ProofPhoto[]>> {
  if (sentTaskIds.length === 0) return new Map()
  const { sentTaskId, companyId, fileId, id } = sentTaskPhotos
  const rows = await db
    .select({ sentTaskId, uuid: files.uuid, path: files.path, name: files.name })
    .from(sentTaskPhotos)
    .innerJoin(files, and(eq(files.companyId, companyId), eq(files.id, fileId)))
    .where(inArray(sentTaskId, sentTaskIds))
    .orderBy(asc(id))
  const found = new Map<number, ProofPhoto[]>()
  for (const { sentTaskId: of, ...photo } of rows) found.set(of, [...(found.get(of) ?? []), photo])
  return found
}
