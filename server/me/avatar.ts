import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { squarePicture } from '../lib/files/picture.ts'
import { fairnessKey } from '../lib/heavy/companyOrPlace.ts'
import { prepared } from '../lib/heavy/preparation.ts'
import { users } from '../users/table.ts'

/** Everybody may see it who knows its name, which cannot be guessed and changes with each picture. */
export async function setAvatar(ctx: Context): Promise<void> {
  const { upload } = ctx
  if (!upload) throw invalidField('file', 'required')
  const whose = fairnessKey(ctx.actor, ctx.ip)
  const content = await prepared(ctx, 'square', () => squarePicture(upload.content, whose))
  const path = `avatars/${randomUUID()}.webp`
  ctx.afterRollback.push(() => ctx.services.storage.remove(path))
  await ctx.services.storage.write(path, content)
  await replaceAvatar(ctx, path)
}

/** Puts a picture, or none, in place of the one before, whose file goes with the commit. */
export async function replaceAvatar(ctx: Context, path: string | null): Promise<void> {
  const { storage, log } = ctx.services
  const [before] = await ctx.db
    .select({ avatar: users.avatar })
    .from(users)
    .where(eq(users.id, ctx.actor.id))
    .for('update')
  await ctx.db.update(users).set({ avatar: path, updatedAt: ctx.now }).where(eq(users.id, ctx.actor.id))
  await audit(ctx, 'account.updated', { type: 'User', id: ctx.actor.id }, { fields: 'avatar' })
  const old = before?.avatar
  if (old)
    ctx.afterCommit.push(() => {
      storage.remove(old).catch(error => log.error({ err: error }, 'An old picture is still in the store'))
    })
}
