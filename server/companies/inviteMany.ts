/** Inviting a whole list: every line gets its result, and none stops the others. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { maxPlaces, type ReachInput } from '#shared/companies/contract.ts'
import { inviteEvents } from '#shared/companies/invites.ts'
import { maxLines, peopleIn, unreadColumnsIn } from '#shared/companies/pastedList.ts'
import type { InviteResult } from '#shared/companies/rules.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { distinct } from '#shared/lib/distinct.ts'
import { Email } from '#shared/lib/fields.ts'
import { locales } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { isGuest, roles } from '#shared/lib/roles.ts'
import { allows } from '#shared/lib/rules.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { broadcast } from '../lib/ports.ts'
import { notify } from '../notifications/commands.ts'
import { join, lockCompany, showMember } from './commands.ts'
import {
  countInvitations,
  giveBack,
  type Invited,
  insertInvite,
  invitationsLeft,
  prepareInvite,
  requireMayInvite,
  requireSeat,
  seatsLeft,
  whyNotInvited,
} from './inviteCommands.ts'
import { invitePath, presentInvite } from './inviteQueries.ts'
import { memberAdded } from './mails.ts'
import { requireLivingPlan } from './planQueries.ts'
import { placesByName } from './ports.ts'
import { type CompanyRow, requireFreePerson } from './queries.ts'
import { isWithinOwn } from './reachQueries.ts'
import { requireMayGrant } from './roleQueries.ts'
import { invites, memberships, ownRoles } from './table.ts'

type Line = {
  line: number
  text: string
  email: string | null
  role_id: number | null
  places: string[]
  place: string | null
  path: string | null
  result: InviteResult
}

type Usual = Omit<Invited, 'email'>

type List = { text: string; dryRun: boolean }

/**
 * Counts the invitations of a list, but not of a dry run; how many of them the day has left. Throws 422 for an empty
 * list or too long a one.
 */
export async function prepareMany(
  ctx: Context,
  company: CompanyRow,
  { text, dryRun }: List,
  usual: Usual,
): Promise<number> {
  const people = peopleIn(text)
  if (people.length === 0) throw invalidField('text', 'required')
  if (people.length > maxLines) throw invalidField('text', 'too_many', { maximum: maxLines })
  await requireMayInvite(ctx, company.id, usual)
  const addresses = new Set(people.flatMap(({ email }) => Email.safeParse(email).data ?? []))
  if (dryRun) return invitationsLeft(ctx, company.id)
  return countInvitations(ctx, company.id, addresses.size)
}

/**
 * Invites everyone in a list, as many as were counted; `usual` is what a line without a role or places of its own is
 * invited with. A dry run only says what would become of each line.
 */
export async function inviteMany(
  ctx: Context,
  company: CompanyRow,
  { text, dryRun, counted: allowed }: List & { counted: number },
  usual: Usual,
) {
  await requireMayInvite(ctx, company.id, usual)
  const people = peopleIn(text)
  const roleIds = await roleIdsByName(ctx, company.id)
  const reachOf = await reachByNames(ctx, company.id, distinct(people.flatMap(({ places }) => places)))
  let counted = allowed
  let { room } = await seatsLeft(ctx, company.id)
  const seen = new Set<string>()
  const lines: Line[] = []
  for (const person of people) {
    const email = Email.safeParse(person.email).data
    const roleId = person.role === null ? usual.roleId : (roleIds.get(person.role.toLowerCase()) ?? null)
    const work = person.places.length > 0 ? reachOf(person.places) : { reach: usual.reach }
    const line = {
      ...{ line: person.line, text: person.text, email: person.email, role_id: roleId, places: person.places },
      ...{ place: 'refused' in work ? work.place : null, path: null },
    }
    const refused =
      refusal(email, roleId, seen) ??
      (await aboveOwn(ctx, company.id, roleId, usual.roleId)) ??
      ('refused' in work ? work.refused : null)
    if (refused || !email || roleId === null || 'refused' in work) {
      lines.push({ ...line, result: refused ?? 'not_an_email' })
      continue
    }
    seen.add(email)
    const takesSeat = !isGuest(roleId)
    const invited = { ...usual, email, roleId, reach: work.reach }
    const made =
      full(room, counted, takesSeat) ??
      (dryRun ? await resultOf(ctx, company.id, email) : await insertInvite(ctx, company, invited))
    if (typeof made !== 'string' || made === 'ready') {
      counted--
      if (takesSeat) room--
    }
    lines.push(
      typeof made === 'string'
        ? { ...line, result: made }
        : { ...line, path: invitePath(ctx.services.serverKey, made, 'shown'), result: 'invited' },
    )
  }
  const unused = counted
  if (!dryRun) ctx.afterCommit.push(() => giveBack(ctx, company.id, unused))
  return { lines, unread_columns: unreadColumnsIn(text) }
}

const resultOf = async (ctx: Context, companyId: number, email: string): Promise<InviteResult> =>
  (await whyNotInvited(ctx, companyId, email)) ?? 'ready'

type Work = { reach: ReachInput | null } | { refused: InviteResult; place: string }

/** Looks up the places that a list names; says of each line where its person will work, or which name is wrong. */
async function reachByNames(ctx: Context, companyId: number, names: string[]): Promise<(places: string[]) => Work> {
  const found = names.length > 0 ? await placesByName.queryOne(ctx.db, { companyId, names }) : undefined
  const whole = new Set(locales.map(locale => ctx.services.texts(locale)('members.reachWhole').toLowerCase()))
  return places => {
    const [first = ''] = places
    if (places.every(place => whole.has(place.toLowerCase())))
      return isWithinOwn(ctx, null) ? { reach: null } : { refused: 'place_above', place: first }
    const reach: ReachInput = { location_ids: [], animal_group_ids: [], vehicle_ids: [] }
    for (const place of places) {
      const [one, other] = found?.get(place) ?? []
      if (!one) return { refused: 'unknown_place', place }
      if (other) return { refused: 'several_places', place }
      if (!reach[one.field].includes(one.id)) reach[one.field].push(one.id)
      if (!isWithinOwn(ctx, reach)) return { refused: 'place_above', place }
      if (reach[one.field].length > maxPlaces) return { refused: 'too_many_places', place }
    }
    return { reach }
  }
}

/** Why nobody more is invited, if so: a place in the plan, or an invitation of the day's, is wanting. */
function full(room: number, counted: number, takesSeat: boolean): InviteResult | null {
  if (takesSeat && room < 1) return 'limit_reached'
  return counted < 1 ? 'too_many_today' : null
}

function refusal(email: string | undefined, roleId: number | null, seen: Set<string>): InviteResult | null {
  if (!email) return 'not_an_email'
  if (roleId === null) return 'unknown_role'
  return seen.has(email) ? 'duplicate' : null
}

async function aboveOwn(
  ctx: Context,
  companyId: number,
  roleId: number | null,
  usual: number,
): Promise<InviteResult | null> {
  if (roleId === null || roleId === usual) return null
  return requireMayGrant(ctx, companyId, roleId).then(
    () => null,
    error => {
      if (error instanceof Problem) return 'role_above'
      throw error
    },
  )
}

/** The roles that a line can name: by number or name of the API, in any language, or as the company calls its own. */
async function roleIdsByName(ctx: Context, companyId: number): Promise<Map<string, number>> {
  const names = new Map<string, number>()
  for (const name of ['manager', 'employee', 'guest'] as const) {
    for (const word of [String(roles[name]), name]) names.set(word, roles[name])
    for (const locale of locales)
      names.set(ctx.services.texts(locale)(`common.role.${name}`).toLowerCase(), roles[name])
  }
  const own = await ctx.db
    .select({ id: ownRoles.id, name: ownRoles.name })
    .from(ownRoles)
    .where(eq(ownRoles.companyId, companyId))
  for (const { id, name } of own) {
    names.set(String(id), id)
    names.set(name.toLowerCase(), id)
  }
  return names
}

// Adding an account to a company: an admin does so at once, a manager by an invitation.

type UserRow = typeof users.$inferSelect

/** Counts the invitation of a member who comes back. Throws what `addMember` throws of one, and 429. */
export async function prepareMember(ctx: Context, company: CompanyRow, userId: number, roleId: number): Promise<void> {
  if (allows(ctx.ability, 'create', 'Member', { companyId: company.id })) return
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  await accessKnown(ctx, company, user)
  await requireFreePerson(ctx.db, userId)
  await prepareInvite(ctx, company, { roleId, forms: [] })
}

/**
 * Makes an account a member, or invites it where the actor may only invite. Throws 422 for a member, 403 for an
 * account that the actor may not add.
 */
export async function addMember(ctx: Context, company: CompanyRow, userId: number, roleId: number) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  return allows(ctx.ability, 'create', 'Member', { companyId: company.id })
    ? addAtOnce(ctx, company, user, roleId)
    : inviteBack(ctx, company, user, roleId)
}

async function addAtOnce(ctx: Context, company: CompanyRow, user: UserRow | undefined, roleId: number) {
  if (!user) throw new Problem('not_found')
  const { id: companyId } = company
  await requireFreePerson(ctx.db, user.id)
  await requireMayGrant(ctx, companyId, roleId)
  await requireLivingPlan(ctx.db, companyId, ctx.now)
  // In the order in which an invitation that is accepted locks them.
  await revokeOpen(ctx, companyId, user)
  await lockCompany(ctx.db, companyId)
  await requireSeat(ctx, companyId, roleId)
  if (!(await join(ctx, companyId, user.id, roleId, null))) throw invalidField('user_id', 'already_a_member')
  await notify({ ...ctx, actor: { companyId } }, memberAdded, [user.id], { companyId, company: company.name })
  return showMember(ctx, { companyId, userId: user.id })
}

/** Revokes what the person was asked before: nothing is left to accept, and no seat of the plan is kept for it. */
async function revokeOpen(ctx: Context, companyId: number, { id, email }: UserRow): Promise<void> {
  const revoked = await ctx.db
    .update(invites)
    .set({ revokedAt: ctx.now })
    .where(
      and(
        ...[eq(invites.companyId, companyId), isNull(invites.acceptedAt), isNull(invites.revokedAt)],
        or(eq(invites.userId, id), email ? eq(sql`lower(${invites.email})`, email.toLowerCase()) : undefined),
      ),
    )
    .returning({ id: invites.id, invitedBy: invites.invitedBy })
  for (const invite of revoked) {
    await audit(ctx, 'invite.revoked', { type: 'Invite', id: invite.id, companyId })
    broadcast(ctx, inviteEvents, 'invites.changed', { company_id: companyId }, [userChannel(invite.invitedBy)])
  }
}

/**
 * Managers learn nothing of accounts elsewhere: an id that never belonged to the company is refused, whether it exists
 * or not.
 */
async function accessKnown(ctx: Context, { id }: CompanyRow, user: UserRow | undefined): Promise<UserRow> {
  const isKnown =
    user !== undefined &&
    (await ctx.db.$count(memberships, and(eq(memberships.companyId, id), eq(memberships.userId, user.id)))) > 0
  if (!isKnown) throw new Problem('forbidden')
  return user
}

async function inviteBack(ctx: Context, company: CompanyRow, found: UserRow | undefined, roleId: number) {
  const { id: companyId } = company
  const user = await accessKnown(ctx, company, found)
  await requireFreePerson(ctx.db, user.id)
  await requireMayInvite(ctx, companyId, { roleId, forms: [] })
  await requireSeat(ctx, companyId, roleId)
  const { email, languageId } = user
  const made = email
    ? await insertInvite(ctx, company, { email: email.toLowerCase(), userId: user.id, roleId, languageId, forms: [] })
    : ('no_email' as const)
  if (typeof made === 'string') throw invalidField('user_id', made)
  broadcast(ctx, inviteEvents, 'invites.changed', { company_id: companyId }, [userChannel(user.id)])
  return presentInvite(ctx, companyId, made.id)
}
