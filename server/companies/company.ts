/** Commands that create, change, archive and restore companies. */

import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { AuditDetails } from '#shared/audit/contract.ts'
import { companyEvents } from '#shared/companies/contract.ts'
import type { KindOfBusiness } from '#shared/companies/rules.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { countryOf } from '#shared/system/countries.ts'
import {
  hasMail,
  membersWithoutTwoFactor,
  refuseWhileActing,
  requireRecent,
  requireTwoFactorIn,
} from '../accounts/queries.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { withDatabase } from '../lib/db/pools.ts'
import type { Picture } from '../lib/files/picture.ts'
import { broadcast } from '../lib/ports.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { countTries } from '../lib/security/tries.ts'
import { broadcastCompanyChanged, broadcastRightsChanged, companyChannelsOf, join, revokeChannels } from './commands.ts'
import { requireRoom } from './planQueries.ts'
import { openFirstPlan } from './plans.ts'
import { type CompanyRow, presentCompany, requireFreePerson } from './queries.ts'
import { companies, memberships } from './table.ts'

type Draft = {
  name: string
  countryId: number
  languageId: number
  timeZone: string
  kindOfBusiness?: KindOfBusiness | null | undefined
  currency?: string | undefined
  twoFactorRequired?: boolean | undefined
  historiesStay?: boolean | undefined
  rootCauses?: string[] | undefined
  quietFrom?: string | null | undefined
  quietTo?: string | null | undefined
}
type Changes = { [Name in keyof Draft]?: Draft[Name] | undefined }

/** Against somebody who would never leave the trial. */
const perDay = { name: 'companies', tries: 10, seconds: 24 * 3600 }

/** Counts a company that is about to be founded. Throws what `createCompany` throws, and 429 after ten in a day. */
export async function countCompany(ctx: Context): Promise<void> {
  await requireMayFound(ctx)
  await countTries(ctx, [perDay, String(ctx.actor.id)])
}

async function requireMayFound(ctx: Context): Promise<void> {
  await requireFreePerson(ctx.db, ctx.actor.id)
  await requireReachable(ctx)
}

/**
 * A company whose manager is the actor, in which this session works from now on, with its first plan. Throws
 * `email_not_confirmed` for somebody whose address nobody has shown to be theirs.
 */
export async function createCompany(draft: Draft, ctx: Context) {
  await requireMayFound(ctx)
  const currency = draft.currency ?? countryOf(draft.countryId)?.currency
  const [company] = await ctx.db
    .insert(companies)
    .values({ ...draft, ...(currency && { currency }), createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  if (!company) throw new Error('The company was not stored.')
  await audit(ctx, 'company.created', { type: 'Company', id: company.id, companyId: company.id })
  await openFirstPlan(ctx, company)
  await join(ctx, company.id, ctx.actor.id, roles.manager, null)
  await workIn(ctx, company.id)
  return presentCompany(company)
}

/**
 * Throws `email_not_confirmed` for an unconfirmed address, so that programs cannot found companies with made-up ones.
 * Without a mail server nobody could confirm one.
 */
async function requireReachable({ db, actor, services }: Context): Promise<void> {
  if (!hasMail(services) || actor.isAdmin) return
  const [founder] = await db.select({ confirmedAt: users.emailConfirmedAt }).from(users).where(eq(users.id, actor.id))
  if (!founder?.confirmedAt) throw new Problem('email_not_confirmed')
}

/** Changes what the company is. Throws 409 with the company as it is now for a stale revision. */
export async function updateCompany(ctx: Context, company: CompanyRow, changes: Changes, expected: number | undefined) {
  const { historiesStay: stay = company.historiesStay } = changes
  const isOther = stay !== company.historiesStay
  const details: AuditDetails = isOther ? { histories_stay: { before: company.historiesStay, after: stay } } : {}
  await audit(ctx, 'company.updated', { type: 'Company', id: company.id, companyId: company.id }, details)
  if (isOther) await renewParts(ctx, company.id)
  if (changes.twoFactorRequired && !company.twoFactorRequired) await revokeChannelsWithoutFactor(ctx, company.id)
  const changed = await reviseRow(ctx, companies, company, changes, presentCompany, expected)
  await broadcastCompanyChanged(ctx, company.id)
  return changed
}

/** Has members of parts of the company read again what they see, and revokes their channels. */
async function renewParts(ctx: Context, companyId: number): Promise<void> {
  const narrowed = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(eq(memberships.companyId, companyId), isNull(memberships.endedAt), isNotNull(memberships.reachLocations)),
    )
  await broadcastRightsChanged(
    ctx,
    companyId,
    narrowed.map(({ id }) => id),
  )
  for (const { id } of narrowed) await revokeChannels(ctx, companyId, id)
}

/** Revokes the channels of members without a second factor, as their calls are refused too. */
async function revokeChannelsWithoutFactor(ctx: Context, companyId: number): Promise<void> {
  const { pools, realtime } = ctx.services
  const outside = { companyId: null, userId: null }
  // An admin of the platform already has a connection of that pool, and must not wait for a second one.
  const blocked = ctx.actor.isAdmin
    ? await membersWithoutTwoFactor(ctx.db, companyId)
    : await withDatabase(pools.platform, outside, false, db => membersWithoutTwoFactor(db, companyId))
  await broadcastRightsChanged(ctx, companyId, blocked)
  for (const userId of blocked) await realtime.revoke({ userId, channel: companyChannelsOf(companyId) }, ctx.db)
}

/** Ends all access for 30 days, after which the company is erased (`jobs.ts`). A manager gives the password before. */
export async function archiveCompany(ctx: Context, company: CompanyRow): Promise<void> {
  refuseWhileActing(ctx)
  await requireTwoFactorIn(ctx, company)
  requireRecent(ctx)
  if (company.archivedAt) throw new Problem('not_found')
  await reviseRow(ctx, companies, company, { archivedAt: ctx.now }, presentCompany)
  await audit(ctx, 'company.archived', { type: 'Company', id: company.id, companyId: company.id })
  await broadcastRightsToMembers(ctx, company.id)
  await ctx.services.realtime.revoke({ channel: companyChannelsOf(company.id) }, ctx.db)
}

/** Brings an archived company back as it was. */
export async function restoreCompany(ctx: Context, company: CompanyRow) {
  await requireTwoFactorIn(ctx, company)
  if (!company.archivedAt) return presentCompany(company)
  await audit(ctx, 'company.restored', { type: 'Company', id: company.id, companyId: company.id })
  await broadcastRightsToMembers(ctx, company.id)
  return reviseRow(ctx, companies, company, { archivedAt: null }, presentCompany)
}

async function broadcastRightsToMembers(ctx: Context, companyId: number): Promise<void> {
  const members = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), isNull(memberships.endedAt)))
  const channels = members.map(({ id }) => userChannel(id))
  broadcast(ctx, companyEvents, 'abilities.changed', { company_id: companyId }, channels)
}

/** Lets this session, and no other, work in a company; on the platform connection. */
export async function workIn(ctx: Context, companyId: number): Promise<void> {
  if (ctx.session) await ctx.db.update(sessions).set({ companyId }).where(eq(sessions.id, ctx.session.id))
}

// The logo. Public forms show it to people without an account, under a random name that changes with each picture.
// Documents and mails contain its bytes (docs/decisions/0032-mails-carry-the-logo.md).

/** Replaces the logo. Throws `plan_limit_reached` where there is no room for it. */
export async function setLogo(ctx: Context, company: CompanyRow, picture: Picture | null) {
  if (!picture) throw invalidField('file', 'required')
  const { content, width, height } = picture
  const current = await lockCompany(ctx, company)
  await requireRoom(ctx, company.id, 'storage', Math.max(0, content.length - (current.logo?.size ?? 0)))
  const path = `logos/${randomUUID()}.png`
  ctx.afterRollback.push(() => ctx.services.storage.remove(path))
  await ctx.services.storage.write(path, content)
  return replaceLogo(ctx, current, { path, width, height, size: content.length })
}

/** Takes it away. A repeated call is harmless. */
export async function removeLogo(ctx: Context, company: CompanyRow) {
  const current = await lockCompany(ctx, company)
  return current.logo ? replaceLogo(ctx, current, null) : presentCompany(current)
}

/**
 * Reads the company once concurrent changes are done. A logo is no answer to something that was read, so it needs no
 * revision.
 */
async function lockCompany(ctx: Context, { id }: CompanyRow): Promise<CompanyRow> {
  const [current] = await ctx.db.select().from(companies).where(eq(companies.id, id)).for('update')
  if (!current) throw new Problem('not_found')
  return current
}

async function replaceLogo(ctx: Context, company: CompanyRow, logo: CompanyRow['logo']) {
  const { storage, log } = ctx.services
  const action = logo ? 'company.logo_set' : 'company.logo_removed'
  await audit(ctx, action, { type: 'Company', id: company.id, companyId: company.id })
  const old = company.logo?.path
  if (old)
    ctx.afterCommit.push(() => {
      storage.remove(old).catch(error => log.error({ err: error }, 'The old logo could not be removed from the store'))
    })
  const changed = await reviseRow(ctx, companies, company, { logo }, presentCompany)
  await broadcastCompanyChanged(ctx, company.id)
  return changed
}
