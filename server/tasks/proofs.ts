/**
 * What shows that a task is done: the words and the photos of whoever did it. A task may ask for one of them (`proof`), which the form says
 * that opened it. Photos are files that their person sent before; they are seen by whoever sees the occurrence.
 */
import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { TaskProof } from '#shared/lib/taskFields.ts'
import { eraseFiles, keepFor } from '../files/commands.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/owners.ts'
import { sentTaskPhotos, sentTasks } from './table.ts'

const fileKind = 'task_proof'

/** Throws `proof_required` where a task asks for words or a photo and there are none. */
export function requireProof(
  proof: TaskProof | null,
  given: { note: string | null | undefined; photos: number },
): void {
  if (proof === 'note' && !given.note?.trim()) throw new Problem('proof_required')
  if (proof === 'photo' && given.photos === 0) throw new Problem('proof_required', { text: 'proof_photo_required' })
}

/** Keeps photos that the actor sent by themselves as what shows that an occurrence is done. Throws 422 for one that is not there, 415 for no picture. */
export async function keepProofPhotos(ctx: Context, sent: { companyId: number; id: number }, uuids: string[]) {
  const kept = await keepFor(ctx, [...new Set(uuids)], fileKind)
  if (kept.some(({ width }) => width === null)) throw new Problem('file_type_refused')
  if (kept.length > 0)
    await ctx.db
      .insert(sentTaskPhotos)
      .values(kept.map(file => ({ companyId: sent.companyId, sentTaskId: sent.id, fileId: file.id })))
}

/** Erases the photos of occurrences whose end is taken back. */
export async function eraseProofPhotos(ctx: Context, { companyId, id }: { companyId: number; id: number }) {
  const gone = await ctx.db
    .delete(sentTaskPhotos)
    .where(and(eq(sentTaskPhotos.companyId, companyId), eq(sentTaskPhotos.sentTaskId, id)))
    .returning({ fileId: sentTaskPhotos.fileId })
  if (gone.length === 0) return
  const ids = gone.map(({ fileId }) => fileId)
  await eraseFiles(ctx, await ctx.db.select().from(files).where(inArray(files.id, ids)))
}

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

/** Whoever sees the occurrence, or one that ended with it. */
export const proofFiles: FileOwners = {
  [fileKind]: async ({ db, ability }, { companyId, id }) => {
    const isOfIt = or(eq(sentTasks.id, sentTaskPhotos.sentTaskId), eq(sentTasks.doneWith, sentTaskPhotos.sentTaskId))
    const rows = await db
      .select({ sent: sentTasks })
      .from(sentTaskPhotos)
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, sentTaskPhotos.companyId), isOfIt))
      .where(and(eq(sentTaskPhotos.companyId, companyId), eq(sentTaskPhotos.fileId, id)))
    return rows.some(({ sent }) => allows(ability, 'read', 'SentTask', sent))
  },
}
