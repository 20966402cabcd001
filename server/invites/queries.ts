import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Invite, InviteDescription, OwnInvite } from '#shared/invites/contract.ts'
import type { InviteState } from '#shared/invites/states.ts'
import { Problem } from '#shared/lib/problem.ts'
import { findLogin } from '../auth/queries.ts'
import { companies } from '../companies/table.ts'
import { accessible, permitted } from '../lib/accessible.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { contains, orderBy, pageOf, slice, total } from '../lib/listing.ts'
import { isGrantable } from '../roles/queries.ts'
import { roles as ownRoles } from '../roles/table.ts'
import { users } from '../users/table.ts'
import { inviteIdOf, invitePath, readLink, type Way } from './links.ts'
import { inviteForms, invites } from './table.ts'

export type InviteRow = typeof invites.$inferSelect
export type FoundInvite = Awaited<ReturnType<typeof findInvites>>[number]

/** Neither accepted nor taken back; it may have expired. */
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
      return and(isNull(invites.acceptedAt), isNotNull(invites.revokedAt))
  }
}

/** Where an invitation stands. */
export function stateOf(invite: InviteRow, now: Date): InviteState {
  if (invite.acceptedAt) return 'accepted'
  if (invite.revokedAt) return 'revoked'
  if (invite.expiresAt <= now) return 'expired'
  return invite.deliveryError === null ? 'pending' : 'delivery_failed'
}

const selectInvites = (db: Database) =>
  db
    .select({
      invite: invites,
      roleName: ownRoles.name,
      roleRules: ownRoles.rules,
      inviterName: users.name,
      company: companies,
    })
    .from(invites)
    .innerJoin(companies, eq(companies.id, invites.companyId))
    .innerJoin(users, eq(users.id, invites.invitedBy))
    .leftJoin(ownRoles, and(eq(ownRoles.companyId, invites.companyId), eq(ownRoles.id, invites.roleId)))

const findInvites = (db: Database, where: SQL | undefined) => selectInvites(db).where(where)

/** The forms that become the first tasks, by invitation. */
export async function startingForms(db: Database, inviteIds: number[]): Promise<Map<number, number[]>> {
  if (inviteIds.length === 0) return new Map()
  const rows = await db
    .select({ inviteId: inviteForms.inviteId, formId: inviteForms.formId })
    .from(inviteForms)
    .where(inArray(inviteForms.inviteId, inviteIds))
    .orderBy(asc(inviteForms.id))
  const grouped = Map.groupBy(rows, ({ inviteId }) => inviteId)
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ formId }) => formId)]))
}

/** The invitation of that company if the actor may do this with it. To change it is to lock it. */
export async function accessInvite(ctx: Context, companyId: number, id: number, action: string): Promise<FoundInvite> {
  const query = findInvites(ctx.db, and(eq(invites.companyId, companyId), eq(invites.id, id)))
  const [found] = await (action === 'read' ? query : query.for('no key update', { of: invites }))
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
  )
  const { limit, offset } = slice(query)
  const found = await pageOf(query, {
    rows: selectInvites(ctx.db)
      .where(where)
      .orderBy(...orderBy(invites, query.sort, '-created_at'))
      .limit(limit)
      .offset(offset),
    totals: ctx.db.select(total).from(invites).where(where),
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
  const forms = await startingForms(
    ctx.db,
    found.map(({ invite }) => invite.id),
  )
  return found.map(({ invite, roleName, roleRules, inviterName }) => {
    const state = stateOf(invite, ctx.now)
    const good = state === 'pending' || state === 'delivery_failed'
    // Whoever has the link can take the role, also who may only read invitations.
    const shown = good && isGrantable(ctx, invite.roleId, roleRules)
    return {
      id: invite.id,
      company_id: invite.companyId,
      email: invite.email,
      role_id: invite.roleId,
      role_name: roleName,
      forms: forms.get(invite.id) ?? [],
      language_id: invite.languageId,
      state,
      delivery_error: state === 'delivery_failed' ? invite.deliveryError : null,
      invited_by: { id: invite.invitedBy, name: inviterName },
      sent_at: invite.sentAt.toISOString(),
      expires_at: invite.expiresAt.toISOString(),
      accepted_at: invite.acceptedAt?.toISOString() ?? null,
      revoked_at: invite.revokedAt?.toISOString() ?? null,
      created_at: invite.createdAt.toISOString(),
      path: shown ? invitePath(ctx.services.serverKey, invite, 'shown') : null,
    }
  })
}

/**
 * The open invitation of a link, and which link it is; outside the wall. Throws 404 for a link that was never good, and 410 `link_replaced`, `link_used`,
 * `link_revoked` or `link_expired` for one that no longer is.
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

/** Throws what says why an invitation is no longer good. */
function requireGood(invite: InviteRow, version: number, now: Date): void {
  const state = stateOf(invite, now)
  if (state === 'accepted') throw new Problem('link_used')
  if (state === 'revoked') throw new Problem('link_revoked')
  if (version !== invite.version) throw new Problem('link_replaced')
  if (state === 'expired') throw new Problem('link_expired')
}

/** What whoever holds the link may know before they sign in. */
export async function describeInvite(ctx: Context, companyId: number, token: string): Promise<InviteDescription> {
  const { invite, company, roleName, inviterName, way } = await findInviteByToken(ctx, token)
  if (invite.companyId !== companyId) throw new Problem('not_found')
  return {
    company: { id: company.id, name: company.name },
    email: invite.email,
    role_id: invite.roleId,
    role_name: roleName,
    invited_by: inviterName,
    language_id: invite.languageId,
    expires_at: invite.expiresAt.toISOString(),
    has_account: way === 'mailed' ? (await findLogin(ctx.db, invite.email.toLowerCase())) !== undefined : null,
  }
}

/** The open invitations to somebody's own address, once that is confirmed; outside the wall. */
export async function findOwnInvites(ctx: Context): Promise<FoundInvite[]> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  if (!user?.email || !user.emailConfirmedAt) return []
  const mine = eq(sql`lower(${invites.email})`, user.email.toLowerCase())
  return findInvites(ctx.db, and(mine, isOpen(ctx.now), isNull(companies.archivedAt)))
}

export const presentOwnInvite = ({ invite, company, roleName, inviterName }: FoundInvite): OwnInvite => ({
  id: invite.id,
  company_id: company.id,
  company_name: company.name,
  role_id: invite.roleId,
  role_name: roleName,
  invited_by: inviterName,
  expires_at: invite.expiresAt.toISOString(),
})
