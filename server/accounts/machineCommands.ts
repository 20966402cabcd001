/** What the owner of the machine can do for people who cannot sign in: `tend admin`. The audit log names it so. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { actorOf } from '#shared/lib/actor.ts'
import { armLink, newLink } from '../actions/commands.ts'
import { type AuditContext, audit } from '../audit/commands.ts'
import type { Services } from '../lib/context.ts'
import { type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import { resetPath } from './mails.ts'
import { hasTwoFactor } from './queries.ts'
import { firstAdministratorAddress } from './register.ts'
import { users } from './table.ts'
import { endTwoFactor } from './twoFactor.ts'

type Machine = Pick<Services, 'pools' | 'serverKey'>

const contextOf = (db: Database): AuditContext & { db: Database } => ({
  ...{ db, actor: actorOf(0, null, 0), session: null, ip: '', userAgent: null, now: new Date() },
  cause: 'command_line',
})

/**
 * A link, good once and for an hour, by which an administrator chooses a new password; where nobody administers yet,
 * the one that makes the first administrator.
 * @param email whose; without it the only administrator's
 * @throws Error where nobody, or more than one, is meant
 */
export async function administratorLink(machine: Machine, origin: string, email?: string) {
  const first = await firstAdministratorAddress(machine, origin)
  if (first) return { address: first, email: null }
  return withDatabase(machine.pools.platform, noTenant, true, async db => {
    const found = await db
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(isNotNull(users.adminSince), isNull(users.archivedAt), isNotNull(users.email), emailIs(email)))
    const [administrator, another] = found
    if (!administrator?.email) throw new Error(`No administrator has the address ${email}.`)
    if (another) throw new Error(`Name one of the administrators: ${found.map(({ email: each }) => each).join(', ')}.`)
    const ctx = contextOf(db)
    const link = { kind: 'reset_password', userId: administrator.id, life: 3600_000 }
    const armed = await armLink(db, await newLink(db, ctx.now, link))
    if (!armed) throw new Error('The link was not stored.')
    await audit(ctx, 'password.link_shown', { type: 'User', id: administrator.id, companyId: null })
    return { address: `${origin}${resetPath(armed.token, administrator.email)}`, email: administrator.email }
  })
}

/**
 * Turns somebody's second factor off.
 * @throws Error where nobody has this address, or no second factor
 */
export async function removeTwoFactor({ pools }: Machine, email: string): Promise<void> {
  await withDatabase(pools.platform, noTenant, true, async db => {
    const [user] = await db.select({ id: users.id }).from(users).where(emailIs(email))
    if (!user) throw new Error(`Nobody has the address ${email}.`)
    if (!(await hasTwoFactor(db, user.id))) throw new Error(`${email} has no second factor.`)
    await endTwoFactor(contextOf(db), user.id)
  })
}

const emailIs = (email: string | undefined) =>
  email === undefined ? undefined : eq(sql`lower(${users.email})`, email.toLowerCase())
