import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { actorOf } from '#shared/lib/actor.ts'
import { languageIdOf, localeOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { audit } from '../audit/commands.ts'
import { acceptInvite } from '../companies/inviteCommands.ts'
import { findInviteByToken } from '../companies/inviteQueries.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Context, Services } from '../lib/context.ts'
import { type Database, withDatabase } from '../lib/db/pools.ts'
import { networkOf } from '../lib/network/network.ts'
import { hashed } from '../lib/security/passwordHash.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import { countTries, giveBackTries, type Try } from '../lib/security/tries.ts'
import { askToConfirm } from './emails.ts'
import { requireUncommon, storePassword } from './passwords.ts'
import { signIn } from './sessions.ts'
import { guestTries, registerTries, rememberDevice } from './signIn.ts'
import { credentials, users } from './table.ts'

type Registration = {
  name: string
  email?: string | undefined
  password: string
  languageId?: number | undefined
  timeZone?: string | undefined
  inviteToken?: string | undefined
}

type PreparedRegistration = {
  found: Awaited<ReturnType<typeof findInviteByToken>> | null
  email: string
  passwordHash: string
}

/**
 * Counts a try to register and hashes the password. Throws 403 where the settings do not allow it, 422 for an address
 * that is taken or missing, 429 after five tries.
 */
export async function prepareRegistration(
  ctx: Context,
  { inviteToken, password, ...person }: Registration,
): Promise<PreparedRegistration> {
  requireRegistration(ctx, inviteToken !== undefined)
  await requireUncommon(password)
  // A link that is good is no try at guessing one, and a whole team registers from one place.
  const found = inviteToken === undefined ? null : await triedInvite(ctx, inviteToken)
  const fromPlace: Try = [registerTries.byPlace, networkOf(ctx.ip)]
  if (!found) await countTries(ctx, fromPlace)
  const email = found?.invite.email ?? person.email
  if (!email) throw invalidField('email', 'required')
  await countTries(ctx, [registerTries.byEmail, email])
  if (await isTaken(ctx, email)) throw new Problem('email_taken')
  if (!found) await giveBackTries(ctx, fromPlace)
  return { found, email, passwordHash: await hashed(ctx, password) }
}

async function isTaken({ db }: Context, email: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
  return user !== undefined
}

/**
 * Makes an account and signs in to it. With an invitation its address is the account's, confirmed if the link came by
 * mail, and its company is joined. Throws 422 `email_taken` where somebody took the address since it was looked up.
 */
export async function register(
  ctx: Context,
  person: Registration,
  { found, email, passwordHash }: PreparedRegistration,
) {
  const invite = found?.invite
  const isProven = found?.way === 'mailed'
  const [user] = await ctx.db
    .insert(users)
    .values({
      name: person.name,
      email,
      emailConfirmedAt: isProven ? ctx.now : null,
      languageId: person.languageId ?? languageIdOf(ctx.locale),
      ...(person.timeZone && { timeZone: person.timeZone }),
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!user) throw new Problem('email_taken')
  await storePassword(ctx, user.id, passwordHash)
  await audit({ ...ctx, actor: actorOf(user.id, null, 0) }, 'account.registered', {
    type: 'User',
    id: user.id,
    companyId: invite?.companyId ?? null,
  })
  if (invite) await acceptInvite(ctx, invite, user.id)
  if (!isProven) await askToConfirm(ctx, user.id, email)
  return signIn(ctx, user.id, { knownDeviceId: await rememberDevice(ctx, user.id) })
}

/** The invitation of a token; one that opens nothing counts as a try from its place. */
async function triedInvite(ctx: Context, token: string) {
  try {
    return await findInviteByToken(ctx, token)
  } catch (error) {
    if (error instanceof Problem) await countTries(ctx, [registerTries.byPlace, networkOf(ctx.ip)])
    throw error
  }
}

function requireRegistration({ services: { config } }: Context, isInvited: boolean): void {
  if (config.registration === 'off') throw new Problem('registration_off')
  if (config.registration === 'invitation' && !isInvited) throw new Problem('registration_by_invitation')
}

/** The address that makes the first administrator, or null once there is one: it dies with its first use. */
export async function firstAdministratorAddress(
  services: Pick<Services, 'pools' | 'serverKey'>,
  origin: string,
): Promise<string | null> {
  const tenant = { companyId: null, userId: null }
  const taken = await withDatabase(services.pools.platform, tenant, false, hasAdministrator)
  return taken ? null : `${origin}/auth/first-administrator/${tokenOf(services)}`
}

type FirstAdministrator = {
  token: string
  name: string
  email: string
  password: string
  languageId?: number | undefined
}

/** The hash of the first administrator's password. Throws 404 for a wrong or used token, 422 for a common password. */
export async function prepareFirstAdministrator({ token, password }: FirstAdministrator, ctx: Context) {
  await requireUncommon(password)
  if (!sameSecret(token, tokenOf(ctx.services)) || (await hasAdministrator(ctx.db))) throw new Problem('not_found')
  return hashed(ctx, password)
}

/** Makes the first administrator; everyone after that is made by one. Throws 404 where there is one already. */
export async function createFirstAdministrator(
  ctx: Context,
  input: FirstAdministrator,
  passwordHash: string,
): Promise<number> {
  // Two who open the address at once: the second waits here and then finds the first.
  await ctx.db.execute(sql`lock table ${users} in share row exclusive mode`)
  if (await hasAdministrator(ctx.db)) throw new Problem('not_found')
  const { name, email, languageId } = input
  const [user] = await ctx.db
    .insert(users)
    .values({ name, email, emailConfirmedAt: ctx.now, adminSince: ctx.now, ...(languageId && { languageId }) })
    .returning({ id: users.id })
  if (!user) throw new Error('The administrator was not stored.')
  await ctx.db.insert(credentials).values({ userId: user.id, passwordHash })
  return user.id
}

/** For what may be done only before anybody has an account. Throws 404 for a wrong token, and once there is one. */
export async function requireUnused({ db, services }: Pick<Context, 'db' | 'services'>, token: string): Promise<void> {
  if (!sameSecret(token, tokenOf(services))) throw new Problem('not_found')
  const [somebody] = await db.select({ id: users.id }).from(users).limit(1)
  if (somebody) throw new Problem('not_found')
}

const tokenOf = ({ serverKey }: Pick<Services, 'serverKey'>) => derive(serverKey, 'first administrator')

async function hasAdministrator(db: Database): Promise<boolean> {
  const [found] = await db.select({ total: count() }).from(users).where(isNotNull(users.adminSince))
  return (found?.total ?? 0) > 0
}

// Guests: an account for a day in the company that the settings name.

const day = 24 * 3600_000

/** Counts a guest of this place. Throws 403 `guest_login_off`, and 429 after thirty in an hour. */
export async function countGuest(ctx: Context): Promise<void> {
  await accessGuestCompany(ctx)
  await countTries(ctx, [guestTries, networkOf(ctx.ip)])
}

/** The company of guests. Throws 403 `guest_login_off` where no company is named, or it is gone. */
async function accessGuestCompany(ctx: Context) {
  const { config } = ctx.services
  const [company] = await ctx.db
    .select({ id: companies.id, timeZone: companies.timeZone })
    .from(companies)
    .where(and(eq(companies.id, config.guestCompanyId ?? 0), isNull(companies.archivedAt)))
  if (!company) throw new Problem('guest_login_off')
  return company
}

/** Makes an account for a day and signs in to it. Throws 403 `guest_login_off`. */
export async function signInAsGuest(ctx: Context, wanted: number | undefined) {
  const { texts } = ctx.services
  const company = await accessGuestCompany(ctx)
  const languageId = wanted ?? languageIdOf(ctx.locale)
  const guestUntil = new Date(ctx.now.getTime() + day)
  const name = texts(localeOf(languageId))('users.guest')
  const [guest] = await ctx.db
    .insert(users)
    .values({ name, languageId, timeZone: company.timeZone, guestUntil })
    .returning({ id: users.id })
  if (!guest) throw new Error('The guest was not stored.')
  await ctx.db.insert(memberships).values({ companyId: company.id, userId: guest.id, roleId: roles.guest })
  return signIn(ctx, guest.id, { companyId: company.id, endsAt: guestUntil })
}
