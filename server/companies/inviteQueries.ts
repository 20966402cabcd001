import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Invite, InviteDescription, OwnInvite } from '#shared/companies/invites.ts'
import type { InviteState } from '#shared/companies/rules.ts'
import { Problem } from '#shared/lib/problem.ts'
import { findLogin } from '../accounts/queries.ts'
import { users } from '../accounts/table.ts'
import { type Context, locksFor, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, contains, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { derive, sameSecret } from '../lib/security/secrets.ts'
import { startingForms } from './ports.ts'
import { isWithinOwn, presentReach } from './reachQueries.ts'
import { isGrantable } from './roleQueries.ts'
import { companies, invites, ownRoles } from './table.ts'

/** The kind of link by which an account is asked. */
export const inviteAction = 'join_company'

export type InviteRow = typeof invites.$inferSelect
export type FoundInvite = Awaited<ReturnType<typeof findInvites>>[number]

/** Neither accepted nor revoked; it may have expired. */
const isUnanswered = and(isNull(invites.acceptedAt), isNull(invites.revokedAt))
/** Good until now. */
export const isOpen = (now: Date) => and(isUnanswered, gt(invites.expiresAt, now))

const inState = (state: InviteState, now: Date): SQL | undefined => {
  switch (state) {
    case 'pending':
      return and(isOpen(now), isNull(invites.deliveryError))
    case 'delivery_failed':
      return and(isOpen(now), isNotNull(invites.deliveryError))
    case 'expired':
      return and(isUnanswered, lte(invites.expiresAt, now))
    case 'accepted':
      return isNotNull(invites.acceptedAt)
    case 'revoked':
      return and(isNull(invites.acceptedAt), isNotNull(invites.revokedAt), isNull(invites.declinedAt))
    case 'declined':
      return isNotNull(invites.declinedAt)
  }
}

/** Returns the state of an invitation. */
export function stateOf(invite: InviteRow, now: Date): InviteState {
  if (invite.acceptedAt) return 'accepted'
  if (invite.declinedAt) return 'declined'
  if (invite.revokedAt) return 'revoked'
  if (invite.expiresAt <= now) return 'expired'
  return invite.deliveryError === null ? 'pending' : 'delivery_failed'
}

/** The user who accepted, who may be another than the invited one. */
const joined = alias(users, 'joined')

const selectInvites = (db: Database) =>
  db
    .select({
      invite: invites,
      roleName: ownRoles.name,
      roleRules: ownRoles.rules,
      inviterName: users.name,
      company: companies,
      joined: { id: joined.id, name: joined.name },
    })
    .from(invites)
    .innerJoin(companies, eq(companies.id, invites.companyId))
    // Within tenant isolation, who administers this tend and belongs to no company is nobody.
    .leftJoin(users, eq(users.id, invites.invitedBy))
    .leftJoin(joined, eq(joined.id, invites.acceptedBy))
    .leftJoin(ownRoles, and(eq(ownRoles.companyId, invites.companyId), eq(ownRoles.id, invites.roleId)))

const findInvites = (db: Database, where: SQL | undefined) => selectInvites(db).where(where)

/** The invitation of that company if the actor may do this with it. To change it is to lock it. */
export async function accessInvite(ctx: Context, companyId: number, id: number, action: string): Promise<FoundInvite> {
  const query = findInvites(ctx.db, and(eq(invites.companyId, companyId), eq(invites.id, id)))
  const [found] = await (locksFor(ctx, action) ? query.for('no key update', { of: invites }) : query)
  permitted(ctx, action, 'Invite', found?.invite)
  if (!found) throw new Problem('not_found')
  return found
}

type Query = {
  page: number
  perPage: number
  search?: string | undefined
  sort?: string | undefined
  state?: InviteState | undefined
}

/** One page of a company's invitations, the latest first. */
export async function listInvites(ctx: Context, companyId: number, query: Query) {
  const where = and(
    accessible(ctx.ability, 'read', 'Invite', invites),
    eq(invites.companyId, companyId),
    query.state && inState(query.state, ctx.now),
    contains(query.search, invites.email),
    among(ctx, invites.id),
  )
  const { limit, offset } = slice(query)
  const found = await pageOf(query, {
    rows: selectInvites(ctx.db)
      .where(where)
      .orderBy(...orderBy(invites, query.sort, '-created_at'))
      .limit(limit)
      .offset(offset),
    totals: totalOf(ctx.db, invites, where),
    present: row => row,
  })
  return { data: await presentInvites(ctx, found.data), meta: found.meta }
}

/** An invitation in wire form. */
export async function presentInvite(ctx: Context, companyId: number, id: number): Promise<Invite> {
  const [shown] = await presentInvites(
    ctx,
    await findInvites(ctx.db, and(eq(invites.companyId, companyId), eq(invites.id, id))),
  )
  if (!shown) throw new Problem('not_found')
  return shown
}

async function presentInvites(ctx: Context, found: FoundInvite[]): Promise<Invite[]> {
  const ids = found.map(({ invite }) => invite.id)
  const forms = await startingForms.queryOne(ctx.db, ids)
  return found.map(({ invite, roleName, roleRules, inviterName, joined }) => {
    const state = stateOf(invite, ctx.now)
    const good = state === 'pending' || state === 'delivery_failed'
    // The link gives away role and reach, so readers without the right to give these do not see it.
    const isGiveable = isGrantable(ctx, invite.roleId, roleRules) && isWithinOwn(ctx, presentReach(invite))
    const shown = good && invite.userId === null && isGiveable
    return {
      id: invite.id,
      company_id: invite.companyId,
      email: invite.email,
      user_id: invite.userId,
      role_id: invite.roleId,
      role_name: roleName,
      forms: forms.get(invite.id) ?? [],
      reach: presentReach(invite),
      language_id: invite.languageId,
      state,
      delivery_error: state === 'delivery_failed' ? invite.deliveryError : null,
      invited_by: { id: invite.invitedBy, name: inviterName },
      sent_at: invite.sentAt.toISOString(),
      expires_at: invite.expiresAt.toISOString(),
      accepted_at: invite.acceptedAt?.toISOString() ?? null,
      accepted_by: joined,
      declined_at: invite.declinedAt?.toISOString() ?? null,
      revoked_at: invite.revokedAt?.toISOString() ?? null,
      created_at: invite.createdAt.toISOString(),
      path: shown ? invitePath(ctx.services.serverKey, invite, 'shown') : null,
    }
  })
}

/**
 * The open invitation of a link, and which link it is; across companies. Throws 404 for a link that was never good, and
 * 410 `link_replaced`, `link_used`, `link_revoked` or `link_expired` for one that no longer is.
 */
export async function findInviteByToken(
  ctx: Pick<Context, 'db' | 'now' | 'services'>,
  token: string,
): Promise<FoundInvite & { way: Way }> {
  const id = inviteIdOf(token)
  const [found] = id === null ? [] : await findInvites(ctx.db, eq(invites.id, id))
  const link = found && readLink(ctx.services.serverKey, token, found.invite)
  if (!link || found.company.archivedAt) throw new Problem('not_found')
  requireGood(found.invite, link.version, ctx.now)
  return { ...found, way: link.way }
}

/**
 * The open invitation of that number, of which a link or somebody's account knows this version; across companies.
 * Throws as above.
 */
export async function findGoodInvite(
  ctx: Pick<Context, 'db' | 'now'>,
  id: number,
  version: number,
): Promise<FoundInvite> {
  const [found] = await findInvites(ctx.db, eq(invites.id, id))
  if (!found || found.company.archivedAt) throw new Problem('not_found')
  requireGood(found.invite, version, ctx.now)
  return found
}

/** Throws what says why an invitation is no longer good. */
function requireGood(invite: InviteRow, version: number, now: Date): void {
  const state = stateOf(invite, now)
  if (state === 'accepted' || state === 'declined') throw new Problem('link_used')
  if (state === 'revoked') throw new Problem('link_revoked')
  if (version !== invite.version) throw new Problem('link_replaced')
  if (state === 'expired') throw new Problem('link_expired')
}

/** Describes an invitation to the holder of its link, before they sign in. */
export async function describeInvite(ctx: Context, companyId: number, token: string): Promise<InviteDescription> {
  const { invite, company, roleName, inviterName, way } = await findInviteByToken(ctx, token)
  if (invite.companyId !== companyId) throw new Problem('not_found')
  return {
    company: { id: company.id, name: company.name },
    email: invite.email,
    role_id: invite.roleId,
    role_name: roleName,
    invited_by: inviterName ?? '',
    language_id: invite.languageId,
    expires_at: invite.expiresAt.toISOString(),
    has_account: way === 'mailed' ? (await findLogin(ctx.db, invite.email.toLowerCase())) !== undefined : null,
  }
}

/** The open invitations to somebody's account, and to their address once that is confirmed; across companies. */
export async function findOwnInvites(ctx: Context): Promise<FoundInvite[]> {
  // A session of a company's provider joins no other company.
  if (ctx.session?.onlyCompanyId) return []
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  const address = user?.emailConfirmedAt && user.email?.toLowerCase()
  const mine = or(
    eq(invites.userId, ctx.actor.id),
    address ? and(isNull(invites.userId), eq(sql`lower(${invites.email})`, address)) : undefined,
  )
  return findInvites(ctx.db, and(mine, isOpen(ctx.now), isNull(companies.archivedAt)))
}

/** The open invitations to an address that was checked, of one company or for null of all. */
export const findInvitesTo = (ctx: Pick<Context, 'db' | 'now'>, email: string, companyId: number | null) =>
  findInvites(
    ctx.db,
    and(
      eq(sql`lower(${invites.email})`, email.toLowerCase()),
      isNull(invites.userId),
      companyId === null ? undefined : eq(invites.companyId, companyId),
      isOpen(ctx.now),
      isNull(companies.archivedAt),
    ),
  )

export const presentOwnInvite = ({ invite, company, roleName, inviterName }: FoundInvite): OwnInvite => ({
  id: invite.id,
  company_id: company.id,
  company_name: company.name,
  role_id: invite.roleId,
  role_name: roleName,
  invited_by: inviterName ?? '',
  expires_at: invite.expiresAt.toISOString(),
})

// Tokens of an invitation's links: the row's number and a derived secret, so none is stored. The mailed link proves
// that its reader owns the address. The shown link, for handing over as text or QR code, proves nothing: its account
// must confirm the address.

type Way = 'mailed' | 'shown'
type Linked = { id: number; version: number }

const purposes: Record<Way, string> = { mailed: 'invitation', shown: 'shown invitation' }

const inviteToken = (serverKey: Buffer, { id, version }: Linked, way: Way): string =>
  `${id}.${derive(serverKey, purposes[way], id, version)}`

/** Below the address of this tend. */
export const invitePath = (serverKey: Buffer, invite: Linked & { companyId: number }, way: Way): string =>
  `/invite/${invite.companyId}/${inviteToken(serverKey, invite, way)}`

/** The number of the row that a token names; whether the token is right is another question. */
function inviteIdOf(token: string): number | null {
  const id = Number(token.match(/^(\d{1,9})\./)?.[1])
  return Number.isInteger(id) ? id : null
}

/** Which version of which of the invitation's links this is, or null for one that was never good. */
function readLink(serverKey: Buffer, token: string, invite: Linked): { version: number; way: Way } | null {
  for (let version = invite.version; version >= 1; version--)
    for (const way of ['mailed', 'shown'] as const)
      if (sameSecret(token, inviteToken(serverKey, { id: invite.id, version }, way))) return { version, way }
  return null
}
