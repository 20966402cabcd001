import { Problem } from '#shared/lib/problem.ts'
import type { TaskProof } from '#shared/lib/taskFields.ts'
import { keepFor } from '../files/commands.ts'
import type { Context } from '../lib/context.ts'
import { fileKind } from './proofFiles.ts'
import { sentTaskPhotos } from './table.ts'

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
