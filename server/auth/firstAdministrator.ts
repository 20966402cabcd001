import { count, isNotNull, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { type Database, withDatabase } from '../lib/db/pools.ts'
import { hashed } from '../lib/security/passwordHash.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import type { Services } from '../lib/services.ts'
import { credentials, users } from '../users/table.ts'

/** The address that makes the first administrator, or null once there is one: it dies with its first use. */
export async function firstAdministratorAddress(services: Services, origin: string): Promise<string | null> {
  const tenant = { companyId: null, userId: null }
  const taken = await withDatabase(services.pools.platform, tenant, false, hasAdministrator)
  return taken ? null : `${origin}/auth/first-administrator/${tokenOf(services)}`
}

/** Makes the first administrator; everyone after that is made by one. Throws 404 for a wrong or used token. */
export async function createFirstAdministrator(
  ctx: Context,
  input: { token: string; name: string; email: string; password: string; languageId?: number | undefined },
): Promise<number> {
  if (!sameSecret(input.token, tokenOf(ctx.services))) throw new Problem('not_found')
  // Two who open the address at once: the second waits here and then finds the first.
  await ctx.db.execute(sql`lock table ${users} in share row exclusive mode`)
  if (await hasAdministrator(ctx.db)) throw new Problem('not_found')
  const { name, email, languageId } = input
  const [user] = await ctx.db
    .insert(users)
    .values({ name, email, emailConfirmedAt: ctx.now, adminSince: ctx.now, ...(languageId && { languageId }) })
    .returning({ id: users.id })
  if (!user) throw new Error('The administrator was not stored.')
  await ctx.db.insert(credentials).values({ userId: user.id, passwordHash: await hashed(ctx, input.password) })
  return user.id
}

const tokenOf = ({ serverKey }: Services) => derive(serverKey, 'first administrator')

async function hasAdministrator(db: Database): Promise<boolean> {
  const [found] = await db.select({ total: count() }).from(users).where(isNotNull(users.adminSince))
  return (found?.total ?? 0) > 0
}
