/** Uploads in pieces, so that a lost connection costs one piece and not the file. */
import { createHash } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { largestFile, maxAttachments, pieceSize } from '#shared/lib/fileKinds.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { requireRoom } from '../companies/planQueries.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { type Context, companyOf, type Upload } from '../lib/context.ts'
import { readAttachment } from '../lib/files/attachment.ts'
import { previewOf } from '../lib/files/picture.ts'
import { insertFile, writeUploads } from './commands.ts'
import { type FileRow, findFileByUuid } from './queries.ts'
import { filePieces } from './table.ts'

/** So much of one person may wait to be put together: the files of two messages. */
const maxWaiting = 2 * maxAttachments * largestFile

const ofUpload = (ctx: Context, uuid: string) =>
  and(eq(filePieces.companyId, companyOf(ctx)), eq(filePieces.userId, ctx.actor.id), eq(filePieces.uuid, uuid))

/** How many bytes of the actor's file are here: all of them, where it was put together already. */
export async function countReceived(ctx: Context, uuid: string): Promise<number> {
  const whole = await findFileByUuid(ctx.db, companyOf(ctx), uuid)
  if (whole && whole.userId !== ctx.actor.id) throw invalidField('uuid', 'taken')
  return whole ? largestFile : sumOf(ctx, ofUpload(ctx, uuid))
}

async function sumOf({ db }: Context, where: ReturnType<typeof and>): Promise<number> {
  const [found] = await db
    .select({ sum: sql<string>`coalesce(sum(${filePieces.size}), 0)` })
    .from(filePieces)
    .where(where)
  return Number(found?.sum ?? 0)
}

/**
 * Keeps a piece that goes on where the others end, and says how much is here then. Any other is passed by: what the
 * sender hears tells it where to go on. Throws 413 where a piece, or the file, becomes too large, or where too much
 * waits already.
 */
export async function keepPiece(ctx: Context, uuid: string, startsAt: number): Promise<number> {
  const content = ctx.upload?.content
  if (!content || content.length === 0) throw invalidField('file', 'required')
  if (content.length > pieceSize) throw new Problem('too_large')
  const received = await countReceived(ctx, uuid)
  if (startsAt !== received) return received
  const companyId = companyOf(ctx)
  const size = received + content.length
  if (size > largestFile) throw new Problem('too_large', { text: 'file_too_large' })
  await requireRoom(ctx, companyId, 'storage', content.length)
  const own = and(eq(filePieces.companyId, companyId), eq(filePieces.userId, ctx.actor.id))
  if ((await sumOf(ctx, own)) + content.length > maxWaiting) throw new Problem('too_large')
  const kept = await ctx.db
    .insert(filePieces)
    .values({ companyId, userId: ctx.actor.id, uuid, startsAt, size: content.length, content: Buffer.from(content) })
    .onConflictDoNothing()
    .returning({ id: filePieces.id })
  // The same piece at the same moment, from another tab.
  return kept.length > 0 ? size : countReceived(ctx, uuid)
}

type Wanted = { uuid: string; name: string; size: number; hasPreview?: boolean | undefined }

/** A file made of pieces, and which they were; null where it was put together before. */
export type Assembled = { upload: Upload; pieceIds: number[] } | null

/**
 * Reads the pieces of a file and writes it into the store, with no connection held. Throws 422 while some are missing,
 * 415 for a type that is refused.
 */
export async function assemble({ uuid, name, size, hasPreview = false }: Wanted, ctx: Context): Promise<Assembled> {
  if (await findOwn(ctx, uuid)) return null
  const pieces = await ctx.db
    .select({ id: filePieces.id, content: filePieces.content })
    .from(filePieces)
    .where(ofUpload(ctx, uuid))
    .orderBy(asc(filePieces.startsAt))
  const content = Buffer.concat(pieces.map(piece => piece.content))
  if (content.length !== size) throw invalidField('size', 'not_found')
  const sentSha256 = createHash('sha256').update(content).digest('hex')
  const turnKey = fairnessKey(ctx.actor, ctx.ip)
  const file = await readAttachment(content, name, turnKey)
  const preview = hasPreview && file.width !== null ? await previewOf(file.content, turnKey) : null
  const upload = { ...file, preview, name, sentSha256 }
  await writeUploads(ctx, companyOf(ctx), [upload])
  return { upload, pieceIds: pieces.map(({ id }) => id) }
}

/**
 * Keeps the file that was made of the pieces, as `keepOwnFile` does one that came at once. Throws `unavailable` where
 * the pieces are others by now.
 */
export async function putTogether(ctx: Context, { uuid }: Wanted, whole: Assembled): Promise<FileRow> {
  const first = await findOwn(ctx, uuid)
  if (first) return first
  // First, for they count until the file does.
  const deleted = await ctx.db.delete(filePieces).where(ofUpload(ctx, uuid)).returning({ id: filePieces.id })
  const isSame = deleted.length === whole?.pieceIds.length && deleted.every(({ id }) => whole.pieceIds.includes(id))
  if (!whole || !isSame) throw new Problem('unavailable', { retryAfter: 1 })
  return insertFile(ctx, { companyId: companyOf(ctx), submissionId: null }, uuid, whole.upload)
}

/** The actor's file of this uuid. Throws 422 for somebody else's. */
async function findOwn(ctx: Context, uuid: string): Promise<FileRow | undefined> {
  const file = await findFileByUuid(ctx.db, companyOf(ctx), uuid)
  if (file && file.userId !== ctx.actor.id) throw invalidField('uuid', 'taken')
  return file
}
