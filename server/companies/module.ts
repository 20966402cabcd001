import { and, count, eq, isNull } from 'drizzle-orm'
import { companies as companyCalls } from '#shared/companies/contract.ts'
import { invites as inviteCalls } from '#shared/companies/invites.ts'
import { roles as roleCalls } from '#shared/companies/roles.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { mailPasswordReset, passwordResetPath } from '../accounts/commands.ts'
import { hasMail } from '../accounts/queries.ts'
import { requireMayEnter, requireOnly } from '../accounts/sso/ssoQueries.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import type { Context, Topic } from '../lib/context.ts'
import { inTurn } from '../lib/db/pools.ts'
import type { Picture } from '../lib/files/picture.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { QueryProvider } from '../lib/ports.ts'
import { countTries } from '../lib/security/tries.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import type { Module } from '../module.ts'
import { changeReach, changeRole, endMembership, freezeMember, handOver, removeMember, thawMember } from './commands.ts'
import {
  archiveCompany,
  countCompany,
  createCompany,
  removeLogo,
  restoreCompany,
  setLogo,
  updateCompany,
  workIn,
} from './company.ts'
import { joinByInvitation, joinCompany } from './inviteCommands.ts'
import { inviteRoutes } from './inviteRoutes.ts'
import { eraseArchivedCompanies, eraseArchivedRoles, eraseCompany, planEndings } from './jobs.ts'
import { readLogo } from './logo.ts'
import { choiceMail, emailInUse, inviteMail, memberAdded, planEndMail, removalMail } from './mails.ts'
import { accessMember, listMembers, presentMember } from './members.ts'
import { planRoutes } from './planRoutes.ts'
import { choiceMails } from './plans.ts'
import { storedOfCompany, usage } from './ports.ts'
import {
  accessCompany,
  accessManagedCompany,
  accessOwnCompany,
  isAtWork,
  listCompanies,
  presentCompany,
} from './queries.ts'
import { requireMayHandOver } from './roleQueries.ts'
import { accessRole, archiveRole, createRole, findRole, listRoles, restoreRole, updateRole } from './roles.ts'
import { companyIsolation, companies as companyTable, invites, isNoGuestIn, memberships, ownRoles } from './table.ts'

/** Mails that one member gets because managers ask for them. */
const resetsPerHour = { name: 'resets by managers', tries: 5, seconds: 3600 }

const prepareCompany = (_: unknown, ctx: Context) => {
  requireOnly(ctx, null)
  return countCompany(ctx)
}

/** Returns a company. */
export const getCompany: Handler<typeof companyCalls.get> = async ({ id }, ctx) =>
  presentCompany(await accessOwnCompany(ctx, id))

/** Changes a company. */
export const changeCompany: Handler<typeof companyCalls.update> = async ({ id, revision, ...changes }, ctx) =>
  updateCompany(ctx, await accessCompany(ctx, id, 'update'), changes, revision)

const prepareLogo = async (_: unknown, { upload, actor, ip }: Context) =>
  upload && readLogo(upload.content, fairnessKey(actor, ip))

/** Sets the logo of a company. */
export const changeLogo: Handler<typeof companyCalls.setLogo, Picture | null> = async ({ id }, ctx, picture) =>
  setLogo(ctx, await accessCompany(ctx, id, 'update'), picture)

/** Removes the logo of a company. */
export const deleteLogo: Handler<typeof companyCalls.removeLogo> = async ({ id }, ctx) => {
  await removeLogo(ctx, await accessCompany(ctx, id, 'update'))
  return null
}

/** Archives a company. */
export const deleteCompany: Handler<typeof companyCalls.remove> = async ({ id }, ctx) => {
  await archiveCompany(ctx, await accessManagedCompany(ctx, id))
  return null
}

/** Restores an archived company. */
export const undeleteCompany: Handler<typeof companyCalls.restore> = async ({ id }, ctx) =>
  restoreCompany(ctx, await accessManagedCompany(ctx, id))

/** Lists the members of a company. */
export const getMembers: Handler<typeof companyCalls.members> = async ({ id, ...query }, ctx) =>
  listMembers(ctx, (await accessCompany(ctx, id, 'read')).id, query)

/** Returns a member. */
export const getMember: Handler<typeof companyCalls.member> = async ({ id, userId }, ctx) => {
  const company = await accessCompany(ctx, id, 'read')
  return presentMember(ctx, await accessMember(ctx, company.id, userId, 'read'))
}

/** Changes a member's role. */
export const changeMemberRole: Handler<typeof companyCalls.changeRole> = ({ id, userId, roleId }, ctx) =>
  changeRole(ctx, { companyId: id, userId }, roleId)

/** Removes a member. */
export const deleteMember: Handler<typeof companyCalls.removeMember> = async ({ id, userId }, ctx) => {
  await removeMember(ctx, { companyId: id, userId })
  return null
}

/** Says where a member works. */
export const setMemberReach: Handler<typeof companyCalls.setReach> = ({ id, userId, reach }, ctx) =>
  changeReach(ctx, { companyId: id, userId }, reach)

/** Freezes a membership. */
export const freezeMembership: Handler<typeof companyCalls.freeze> = ({ id, userId }, ctx) =>
  freezeMember(ctx, { companyId: id, userId })

/** Thaws a membership. */
export const thawMembership: Handler<typeof companyCalls.thaw> = ({ id, userId }, ctx) =>
  thawMember(ctx, { companyId: id, userId })

/** Hands a company over. */
export const handOverCompany: Handler<typeof companyCalls.handOver> = ({ id, userId, roleId }, ctx) =>
  handOver(ctx, { companyId: id, userId }, roleId ?? roles.employee)

const preparePasswordReset = async ({ id, userId }: HandlerInput<typeof companyCalls.resetPassword>, ctx: Context) => {
  await accessReachable(ctx, id, userId)
  if (!hasMail(ctx.services)) await requireMayHandOverPassword(ctx, id, userId)
  await countTries(ctx, [resetsPerHour, String(userId)])
}

/** Mails a member a link to choose a new password, or returns it where no mails leave. */
export const resetMemberPassword: Handler<typeof companyCalls.resetPassword> = async ({ id, userId }, ctx) => {
  const email = await accessReachable(ctx, id, userId)
  const isMailed = hasMail(ctx.services)
  const subject = { type: 'User', id: userId, companyId: id } as const
  await audit(ctx, isMailed ? 'password.reset_asked' : 'password.link_shown', subject)
  if (!isMailed) {
    // They may have joined another company since. An administrator's connection is of that pool already.
    if (!ctx.actor.isAdmin) await requireMayHandOverPassword(ctx, id, userId)
    const make = (own: Context) => passwordResetPath(own, userId, email, ctx.actor.isAdmin ? null : id)
    // Links are outside the companies' isolation; an administrator's connection is too.
    return { path: await (ctx.actor.isAdmin ? make(ctx) : onOwnConnection(ctx, make)) }
  }
  await mailPasswordReset(ctx, email)
  return { path: null }
}

/** Leaves a company. */
export const leaveCompany: Handler<typeof companyCalls.quit> = async ({ id }, ctx) => {
  requireOnly(ctx, id)
  await endMembership(ctx, id, ctx.actor.id, 'member.left')
  return null
}

/** Joins a company. */
export const acceptInvitation: Handler<typeof companyCalls.join> = async ({ id, token }, ctx) => {
  await joinByInvitation(ctx, id, token)
  await requireMayEnter(ctx, id)
  await workIn(ctx, id)
  return presentCompany(await accessOwnCompany(ctx, id))
}

const companyRoutes = routes(companyCalls, {
  list: listCompanies,
  create: { prepare: prepareCompany, handle: createCompany },
  get: getCompany,
  update: changeCompany,
  setLogo: { prepare: prepareLogo, handle: changeLogo },
  removeLogo: deleteLogo,
  remove: deleteCompany,
  restore: undeleteCompany,
  members: getMembers,
  member: getMember,
  changeRole: changeMemberRole,
  setReach: setMemberReach,
  removeMember: deleteMember,
  freeze: freezeMembership,
  thaw: thawMembership,
  handOver: handOverCompany,
  resetPassword: { prepare: preparePasswordReset, handle: resetMemberPassword },
  quit: leaveCompany,
  join: acceptInvitation,
})

/** The address of a member whose password the actor may have reset. Throws 422 for a member without one. */
async function accessReachable(ctx: Context, companyId: number, userId: number): Promise<string> {
  const { email } = await accessMember(ctx, companyId, userId, 'update')
  if (!email) throw invalidField('user_id', 'no_email')
  return email
}

/** Reads outside the isolation whether a link to choose a password may be handed over (`requireMayHandOver`). */
const requireMayHandOverPassword = ({ actor, ip, services }: Context, companyId: number, userId: number) =>
  inTurn(services.pools, 'platform', fairnessKey(actor, ip), { companyId: null, userId: null }, false, db =>
    requireMayHandOver(db, userId, actor.isAdmin ? null : companyId),
  )

/** Returns a role. */
export const getRole: Handler<typeof roleCalls.get> = ({ id }, ctx) => findRole(ctx, id)

/** Changes a custom role. */
export const changeCustomRole: Handler<typeof roleCalls.update> = async ({ id, revision, ...changes }, ctx) =>
  updateRole(ctx, await accessRole(ctx, id, 'update'), changes, revision)

/** Archives a custom role. */
export const deleteRole: Handler<typeof roleCalls.remove> = async ({ id }, ctx) => {
  await archiveRole(ctx, await accessRole(ctx, id, 'delete'))
  return null
}

/** Restores a custom role. */
export const undeleteRole: Handler<typeof roleCalls.restore> = async ({ id }, ctx) =>
  restoreRole(ctx, await accessRole(ctx, id, 'delete'))

const roleRoutes = routes(roleCalls, {
  list: listRoles,
  get: getRole,
  create: createRole,
  update: changeCustomRole,
  remove: deleteRole,
  restore: undeleteRole,
})

/** The logo takes room of the plan's, and goes with the company. */
const companyAnswers: QueryProvider[] = [
  usage.providedBy(async (db, { companyId, thing }) => {
    if (thing !== 'storage') return 0
    const [company] = await db
      .select({ logo: companyTable.logo })
      .from(companyTable)
      .where(eq(companyTable.id, companyId))
    return company?.logo?.size ?? 0
  }),
  storedOfCompany.providedBy(async (db, companyId) => {
    const [company] = await db
      .select({ logo: companyTable.logo })
      .from(companyTable)
      .where(eq(companyTable.id, companyId))
    return company?.logo ? [company.logo.path] : []
  }),
]

/** People at work but guests. */
const peopleCount = usage.providedBy(async (db, { companyId, thing }) => {
  if (thing !== 'users') return 0
  const [found] = await db
    .select({ used: count() })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.guestUntil), isNull(users.archivedAt)))
    .where(and(eq(memberships.companyId, companyId), isAtWork, isNoGuestIn(memberships.roleId)))
  return found?.used ?? 0
})

export const companiesModule: Module = {
  isolation: companyIsolation,
  routes: [...companyRoutes, ...inviteRoutes, ...roleRoutes, ...planRoutes],
  incremental: [
    { call: companyCalls.members, table: memberships, id: memberships.userId },
    { call: inviteCalls.list, table: invites },
    { call: roleCalls.list, table: ownRoles },
  ],
  jobs: [eraseArchivedCompanies, eraseCompany as never, eraseArchivedRoles, choiceMails, planEndings],
  notifications: [removalMail, inviteMail, emailInUse, memberAdded, choiceMail, planEndMail] as Topic<never>[],
  queryProviders: [...companyAnswers, peopleCount],
  actions: [joinCompany],
}
