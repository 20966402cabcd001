import { createHash, randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context, Upload } from '../lib/context.ts'
import { requireRoom } from '../plans/commands.ts'
import type { FileRow } from './queries.ts'
import { files } from './table.ts'

/** Of a submission, or of one that will have the uuid `waitingFor` and is to come by a public link. */
export type FileOwner = { companyId: number; questionId: string } & (
  | { submissionId: number }
  | { publicLinkId: number; waitingFor: string }
)

/**
 * Keeps an uploaded file for the row that it belongs to. It is in the store before its row can be seen, and leaves again if the
 * row does not stay. Throws 422 for a uuid that another file has.
 */
export async function storeFile(ctx: Context, owner: FileOwner, uuid: string, upload: Upload): Promise<FileRow> {
  await requireRoom(ctx, owner.companyId, 'storage', upload.content.length)
  const path = newPath(owner.companyId, ctx.now, upload.extension)
  const [row] = await ctx.db
    .insert(files)
    .values({
      ...owner,
      uuid,
      userId: ctx.actor.id || null,
      path,
      name: nameOf(upload),
      contentType: upload.contentType,
      size: upload.content.length,
      sha256: createHash('sha256').update(upload.content).digest('hex'),
      sentSha256: upload.sentSha256,
      width: upload.width,
      height: upload.height,
      createdAt: ctx.now,
    })
    .returning()
  if (!row) throw new Error('The file was not stored.')
  ctx.afterRollback.push(() => ctx.services.storage.remove(path))
  await ctx.services.storage.write(path, upload.content)
  return row
}

/** Gives a submission that came by a public link the files that waited for it. */
export async function adoptFiles(
  { db }: Context,
  link: { companyId: number; id: number },
  waitingFor: string,
  submissionId: number,
): Promise<void> {
  await db
    .update(files)
    .set({ submissionId, waitingFor: null })
    .where(and(eq(files.companyId, link.companyId), eq(files.publicLinkId, link.id), eq(files.waitingFor, waitingFor)))
}

/** Erases files: their rows with the transaction, their content once that is certain. */
export async function eraseFiles(ctx: Context, rows: FileRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await ctx.db.delete(files).where(inArray(files.id, ids))
  ctx.afterCommit.push(() => {
    for (const { path } of rows)
      ctx.services.storage
        .remove(path)
        .catch(error => ctx.services.log.error({ err: error }, 'An erased file is still in the store'))
  })
}

/** Where a company's file is kept. It says nothing about what is in it, and cannot be guessed. */
export function newPath(companyId: number, now: Date, extension: string): string {
  const [year, month] = now.toISOString().split('-')
  return `${companyId}/${year}/${month}/${randomUUID()}.${extension}`
}

/** The name on the person's device, with the ending of what it really is. */
export function nameOf({ name, extension }: Upload): string {
  const stem = name.replace(/\.[^.]*$/, '').replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
  return `${stem.trim() || 'file'}.${extension}`
}
