/**
 * Devices on which somebody signed in before. A browser carries one random cookie, which only sign-in sees; for each person who
 * signed in there its hash is kept. So a guesser, who has no such cookie, shares ten tries with all other strangers, while the owner's
 * own devices are not kept waiting (OWASP's device cookies).
 */
import { and, count, eq } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { hashToken, randomToken } from '../lib/security/secrets.ts'
import { notify } from '../notices/commands.ts'
import { aboutAccount, newDeviceMail } from './mails.ts'
import { knownDevices } from './table.ts'

export const deviceCookie = 'tend_device'
/** As long as browsers keep a cookie at most. */
const days = 400

/** The device's id, if this person signed in on it before. */
export async function findKnownDevice(ctx: Context, userId: number): Promise<number | null> {
  const token = ctx.sentCookies[deviceCookie]
  if (!token) return null
  const [device] = await ctx.db
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, hashToken(token))))
  return device?.id ?? null
}

/** Remembers the device of somebody who just proved who they are; mails them if it is new and not their first. */
export async function rememberDevice(ctx: Context, userId: number): Promise<number> {
  const token = ctx.sentCookies[deviceCookie] || randomToken()
  ctx.cookies.set(deviceCookie, { value: token, path: '/api/auth', days })
  const known = await findKnownDevice(ctx, userId)
  const [device] = await ctx.db
    .insert(knownDevices)
    .values({ userId, tokenHash: hashToken(token), createdAt: ctx.now, lastSeenAt: ctx.now })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: { lastSeenAt: ctx.now } })
    .returning({ id: knownDevices.id })
  if (!device) throw new Error('The device was not stored.')
  if (known === null && (await countDevices(ctx, userId)) > 1) {
    const { ip, userAgent, now } = ctx
    await notify(aboutAccount(ctx), newDeviceMail, [userId], { userId, ip, userAgent, at: now.toISOString() })
  }
  return device.id
}

async function countDevices(ctx: Context, userId: number): Promise<number> {
  const [found] = await ctx.db.select({ n: count() }).from(knownDevices).where(eq(knownDevices.userId, userId))
  return found?.n ?? 0
}
