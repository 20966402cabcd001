import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { FormPicture } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { picturesOf } from '#shared/forms/elements.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { requireRoom } from '../companies/planQueries.ts'
import { nameOf, newPath } from '../files/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { formPictures } from './table.ts'

/**
 * Keeps a picture that definitions of the company may name. It is in the store before its row can be seen, and leaves
 * again if the row does not stay. Sent again under the same uuid, it is the first. Throws `plan_limit_reached` where
 * there is no room for its bytes.
 */
export async function addPicture(ctx: Context, uuid: string): Promise<FormPicture> {
  const { upload } = ctx
  if (!upload) throw invalidField('file', 'required')
  const companyId = companyOf(ctx)
  const path = newPath(companyId, ctx.now, upload.extension)
  const [inserted] = await ctx.db
    .insert(formPictures)
    .values({
      companyId,
      uuid,
      userId: ctx.actor.id,
      path,
      name: nameOf(upload),
      contentType: upload.contentType,
      size: upload.content.length,
      sha256: createHash('sha256').update(upload.content).digest('hex'),
      width: upload.width,
      height: upload.height,
      createdAt: ctx.now,
    })
    .onConflictDoNothing({ target: [formPictures.companyId, formPictures.uuid] })
    .returning()
  if (inserted) {
    await requireRoomForInserted(ctx, companyId)
    ctx.afterRollback.push(() => ctx.services.storage.remove(path))
    await ctx.services.storage.write(path, upload.content)
    return inserted
  }
  const [first] = await ctx.db
    .select()
    .from(formPictures)
    .where(and(eq(formPictures.companyId, companyId), eq(formPictures.uuid, uuid)))
  if (!first) throw new Error('The picture was not stored.')
  return first
}

/** Its bytes are counted already. */
const requireRoomForInserted = (ctx: Context, companyId: number) => requireRoom(ctx, companyId, 'storage', 0)

/**
 * Gives a company pictures of its own of all that a form names and the company it comes from has: files are shown to
 * the company whose they are, and stay when the other one goes. A picture that the company already has stays as it is;
 * one whose file is gone is left out.
 */
export async function copyPictures(ctx: Context, definition: Definition, from: number, to: number): Promise<void> {
  const uuids = picturesOf(definition)
  if (uuids.length === 0 || from === to) return
  const { companyId, uuid } = formPictures
  const there = await ctx.db
    .select()
    .from(formPictures)
    .where(and(eq(companyId, from), inArray(uuid, uuids)))
  for (const { id: _, path: source, ...picture } of there) {
    const content = await ctx.services.storage.read(source).catch(error => {
      ctx.services.log.error({ err: error }, 'A picture of a form is missing from the store')
    })
    if (!content) continue
    const path = newPath(to, ctx.now, source.split('.').at(-1) ?? '')
    const [inserted] = await ctx.db
      .insert(formPictures)
      .values({ ...picture, companyId: to, userId: ctx.actor.id, path, createdAt: ctx.now })
      .onConflictDoNothing({ target: [companyId, uuid] })
      .returning()
    if (!inserted) continue
    await requireRoomForInserted(ctx, to)
    ctx.afterRollback.push(() => ctx.services.storage.remove(path))
    await ctx.services.storage.write(path, content)
  }
}
