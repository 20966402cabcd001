import { createHash, randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { StoredFile } from '#shared/files/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { requireRoom } from '../companies/planQueries.ts'
import { requireNothingHeld } from '../lib/concurrency/connectionGuard.ts'
import { type Context, companyOf, type Upload } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { type FileRow, findFileByUuid } from './queries.ts'
import { files } from './table.ts'

/**
 * Of a submission, of one that will have the uuid `waitingFor` and is to come by a public link, or so far of nothing.
 */
export type FileOwner = { companyId: number } & (
  | { submissionId: number; questionId: string }
  | { publicLinkId: number; waitingFor: string; questionId: string }
  | { submissionId: null; ownedBy?: string }
)

/**
 * Writes what came with a call into the store, before its transaction: a disk may take long. What no row names in the
 * end leaves again.
 */
export async function writeUploads(ctx: Context, companyId: number, uploads = ctx.uploads): Promise<void> {
  const { storage, log } = ctx.services
  requireNothingHeld('writing a file')
  const remove = async (leaves: (upload: Upload) => boolean) => {
    for (const { path, previewPath } of uploads.filter(leaves).flatMap(({ stored }) => stored ?? []))
      for (const unkept of [path, previewPath ?? []].flat())
        await storage
          .remove(unkept)
          .catch(error => log.error({ err: error }, 'A discarded upload could not be removed from the store'))
  }
  ctx.afterRollback.push(() => remove(() => true))
  ctx.afterCommit.push(() => remove(({ stored }) => !stored?.isKept))
  for (const upload of uploads) {
    const { content, extension, preview } = upload
    const path = newPath(companyId, ctx.now, extension)
    const previewPath = preview ? newPath(companyId, ctx.now, preview.extension) : null
    upload.stored = { path, previewPath, isKept: false }
    await storage.write(path, content)
    if (previewPath && preview) await storage.write(previewPath, preview.content)
  }
}

/**
 * Keeps a stored upload for the row that it belongs to (`writeUploads`). It leaves again if the row does not stay.
 * Throws `plan_limit_reached` where the plan has no room for it.
 */
export async function insertFile(ctx: Context, owner: FileOwner, uuid: string, upload: Upload): Promise<FileRow> {
  await requireRoom(ctx, owner.companyId, 'storage', upload.content.length)
  if (!upload.stored) throw new Error('An upload was not prepared.')
  upload.stored.isKept = true
  const { path, previewPath } = upload.stored
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
      placeholder: upload.preview?.placeholder ?? null,
      previewPath,
      createdAt: ctx.now,
    })
    .returning()
  if (!row) throw new Error('The file was not stored.')
  return row
}

/**
 * Keeps a file of the actor's that nothing names yet. The same uuid again is the same file; 422 for one that is
 * somebody else's.
 */
export async function keepOwnFile(ctx: Context, uuid: string = randomUUID()): Promise<FileRow> {
  const companyId = companyOf(ctx)
  const first = await findFileByUuid(ctx.db, companyId, uuid)
  if (first && first.userId !== ctx.actor.id) throw invalidField('uuid', 'taken')
  if (first) return first
  if (!ctx.upload) throw invalidField('file', 'required')
  return insertFile(ctx, { companyId, submissionId: null }, uuid, ctx.upload)
}

export const presentStoredFile = (file: FileRow): StoredFile => ({ ...wire(file), sha256: file.sentSha256 })

/** Files that a submission's answers name by uuid, and whether only a picture may be there. */
type NamedFile = { uuid: string; questionId: string; isPicture: boolean }

/**
 * Gives a submission the files that its person sent by themselves and that its answers name. Others of the names stay
 * what they are.
 */
export async function takeOwnFiles(
  { db, actor }: Context,
  submission: { id: number; companyId: number },
  named: NamedFile[],
): Promise<void> {
  if (named.length === 0) return
  const wanted = new Map(named.map(file => [file.uuid, file]))
  const own = and(eq(files.companyId, submission.companyId), eq(files.userId, actor.id), isNull(files.submissionId))
  const found = await db
    .select()
    .from(files)
    .where(and(own, inArray(files.uuid, [...wanted.keys()])))
    .for('update')
  for (const { id, uuid, width } of found) {
    const file = wanted.get(uuid)
    if (!file || (file.isPicture && width === null)) continue
    await db.update(files).set({ submissionId: submission.id, questionId: file.questionId }).where(eq(files.id, id))
  }
}

/**
 * Claims uploaded files of the actor for a record that names them by uuid, and returns them in that order; `kind` names
 * the rule that decides who sees them. Throws 422 for a file that is missing or claimed already.
 */
export async function claimFiles(ctx: Context, uuids: string[], kind: string): Promise<FileRow[]> {
  if (uuids.length === 0) return []
  const own = and(eq(files.companyId, companyOf(ctx)), eq(files.userId, ctx.actor.id), isNull(files.submissionId))
  const kept = await ctx.db
    .update(files)
    .set({ ownedBy: kind })
    .where(and(own, isNull(files.ownedBy), inArray(files.uuid, uuids)))
    .returning()
  const byUuid = new Map(kept.map(file => [file.uuid, file]))
  return uuids.map(uuid => {
    const file = byUuid.get(uuid)
    if (!file) throw invalidField('file_uuids', 'not_found')
    return file
  })
}

/** What a row keeps, in a column of its own, of a file that it names. */
type Named = { id: number; uuid: string }

/**
 * Returns what a row stores of its files, in this order: those that it had, and newly claimed uploads of the actor.
 * `naming` picks what the row stores of a file. Throws 422 for a file that is missing or claimed already.
 */
export async function namedFiles<T extends Named>(
  ctx: Context,
  {
    had,
    uuids,
    kind,
    naming,
  }: { had: readonly T[]; uuids: readonly string[]; kind: string; naming: (file: FileRow) => T },
): Promise<T[]> {
  const wanted = [...new Set(uuids)]
  const known = new Map(had.map(file => [file.uuid, file]))
  const added = await claimFiles(
    ctx,
    wanted.filter(uuid => !known.has(uuid)),
    kind,
  )
  for (const file of added) known.set(file.uuid, naming(file))
  return wanted.flatMap(uuid => known.get(uuid) ?? [])
}

/** Gives up files that no row names any more. Their sender can claim them again until the nightly job erases them. */
export async function unclaimFiles(db: Database, kind: string, named: readonly Named[]): Promise<void> {
  if (named.length > 0) await db.update(files).set({ ownedBy: null }).where(among(kind, named))
}

/** Erases files of rows that are erased; their content goes with what no row of `files` tells of. */
export async function eraseNamed(db: Database, kind: string, named: readonly Named[]): Promise<void> {
  if (named.length > 0) await db.delete(files).where(among(kind, named))
}

const among = (kind: string, named: readonly Named[]) =>
  and(
    inArray(
      files.id,
      named.map(({ id }) => id),
    ),
    eq(files.ownedBy, kind),
  )

/** Keeps the files that came with a call, as `claimFiles` does those that came before. */
export async function insertUploads(ctx: Context, companyId: number, kind: string): Promise<FileRow[]> {
  const rows: FileRow[] = []
  for (const upload of ctx.uploads)
    rows.push(await insertFile(ctx, { companyId, submissionId: null, ownedBy: kind }, randomUUID(), upload))
  return rows
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
    for (const path of rows.flatMap(row => [row.path, row.previewPath ?? []].flat()))
      ctx.services.storage
        .remove(path)
        .catch(error => ctx.services.log.error({ err: error }, 'An erased file could not be removed from the store'))
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
