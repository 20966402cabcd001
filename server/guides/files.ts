/** The pictures, files and videos of guides: sent first, then named in a text by their address. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { GuideContent } from '#shared/guides/contract.ts'
import { storedPathsIn } from '#shared/guides/guideText.ts'
import { allows } from '#shared/lib/rules.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { guideFiles, guides } from './table.ts'

const kind = 'guide'

/** A file may be seen by all who may read a guide that names it. */
export const guideFileOwners: FileOwners = {
  [kind]: async ({ db, ability }, { companyId, id }) => {
    const rows = await db
      .select({ guide: guides })
      .from(guideFiles)
      .innerJoin(guides, and(eq(guides.companyId, guideFiles.companyId), eq(guides.id, guideFiles.guideId)))
      .where(and(eq(guideFiles.companyId, companyId), eq(guideFiles.fileId, id)))
    return rows.some(({ guide }) => allows(ability, 'read', 'Guide', guide))
  },
}

/**
 * Gives a guide the files that its draft names: those that the actor sent, and those of other guides that they may
 * read. What else an address means stays as it is, and is shown to nobody who could not see it before.
 */
export async function keepNamedFiles(
  ctx: Context,
  { id: guideId, companyId }: { id: number; companyId: number },
  { body }: GuideContent,
): Promise<void> {
  const paths = [...new Set(Object.values(body).flatMap(storedPathsIn))]
  if (paths.length === 0) return
  const named = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, companyId), inArray(files.path, paths)))
  for (const file of named) {
    const isOwn = file.userId === ctx.actor.id && file.submissionId === null && file.ownedBy === null
    if (isOwn)
      await ctx.db
        .update(files)
        .set({ ownedBy: kind })
        .where(and(eq(files.id, file.id), isNull(files.ownedBy)))
    else if (file.ownedBy !== kind || !(await guideFileOwners[kind]?.(ctx, file))) continue
    await ctx.db.insert(guideFiles).values({ companyId, guideId, fileId: file.id }).onConflictDoNothing()
  }
}
