import { and, count, eq, isNull } from 'drizzle-orm'
import { companies as companyCalls } from '#shared/companies/contract.ts'
import { invites as inviteCalls } from '#shared/companies/invites.ts'
import type { LimitedThing } from '#shared/companies/planRules.ts'
import { plans as planCalls } from '#shared/companies/plans.ts'
import { roles as roleCalls } from '#shared/companies/roles.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { mailPasswordReset } from '../accounts/commands.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { Context, Topic } from '../lib/context.ts'
import type { Picture } from '../lib/files/picture.ts'
import { fairnessKey } from '../lib/heavy/fairnessKey.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { QueryProvider } from '../lib/queryPorts.ts'
import { countTries } from '../lib/security/tries.ts'
import type { Module } from '../module.ts'
import { changeRole, endMembership, freezeMember, handOver, removeMember, thawMember } from './commands.ts'
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
import {
  declineInvitation,
  invite,
  joinByInvitation,
  joinCompany,
  prepareAgain,
  prepareInvite,
  resendInvite,
  revokeInvite,
} from './inviteCommands.ts'
import { addMember, inviteMany, prepareMany, prepareMember } from './inviteMany.ts'
import { accessInvite, describeInvite, findOwnInvites, listInvites, presentOwnInvite } from './inviteQueries.ts'
import { eraseArchivedCompanies, eraseArchivedRoles, eraseCompany, planEndings } from './jobs.ts'
import { readLogo } from './logo.ts'
import { choiceMail, emailInUse, inviteMail, memberAdded, planEndMail, removalMail } from './mails.ts'
import { accessMember, listMembers, presentMember } from './members.ts'
import { findLimits, usedOf } from './planQueries.ts'
import {
  accessCompanyPlan,
  accessOffer,
  archiveCompanyPlan,
  choiceMails,
  choosePlan,
  countWish,
  createOffer,
  listCompanyPlans,
  listOffers,
  openCompanyPlan,
  presentRow,
  requireOffer,
  updateCompanyPlan,
  updateOffer,
} from './plans.ts'
import { storedOfCompany, usage } from './ports.ts'
import {
  accessCompany,
  accessManagedCompany,
  accessOwnCompany,
  findCompany,
  isAtWork,
  listCompanies,
  presentCompany,
} from './queries.ts'
import { accessRole, archiveRole, createRole, findRole, listRoles, restoreRole, updateRole } from './roles.ts'
import { companyIsolation, companies as companyTable, isNoGuestIn, memberships } from './table.ts'

/** Mails that one member gets because managers ask for them. */
const resetsPerHour = { name: 'resets by managers', tries: 5, seconds: 3600 }

const prepareCompany = (_: unknown, ctx: Context) => countCompany(ctx)

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
  return presentMember(await accessMember(ctx, company.id, userId, 'read'))
}

/** Changes a member's role. */
export const changeMemberRole: Handler<typeof companyCalls.changeRole> = ({ id, userId, roleId }, ctx) =>
  changeRole(ctx, { companyId: id, userId }, roleId)

/** Removes a member. */
export const deleteMember: Handler<typeof companyCalls.removeMember> = async ({ id, userId }, ctx) => {
  await removeMember(ctx, { companyId: id, userId })
  return null
}

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
  await countTries(ctx, [resetsPerHour, String(userId)])
}

/** Mails a member a link to choose a new password. */
export const resetMemberPassword: Handler<typeof companyCalls.resetPassword> = async ({ id, userId }, ctx) => {
  const email = await accessReachable(ctx, id, userId)
  await audit(ctx, 'password.reset_asked', { type: 'User', id: userId, companyId: id })
  await mailPasswordReset(ctx, email)
  return null
}

/** Leaves a company. */
export const leaveCompany: Handler<typeof companyCalls.quit> = async ({ id }, ctx) => {
  await endMembership(ctx, id, ctx.actor.id, 'member.left')
  return null
}

/** Joins a company. */
export const acceptInvitation: Handler<typeof companyCalls.join> = async ({ id, token }, ctx) => {
  await joinByInvitation(ctx, id, token)
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

const prepareInvitation = async (
  { id, companyId, ...invited }: HandlerInput<typeof inviteCalls.create>,
  ctx: Context,
) => {
  if (companyId !== undefined && companyId !== id) throw invalidField('company_id', 'not_an_option')
  return prepareInvite(ctx, await accessCompany(ctx, id, 'read'), invited)
}

/** Invites a person. */
export const createInvitation: Handler<typeof inviteCalls.create> = async ({ id, companyId: _, ...invited }, ctx) =>
  invite(ctx, await accessCompany(ctx, id, 'read'), invited)

const prepareInvitations = async ({ id, text, ...usual }: HandlerInput<typeof inviteCalls.createMany>, ctx: Context) =>
  prepareMany(ctx, await accessCompany(ctx, id, 'read'), text, usual)

/** Invites a list of people. */
export const createInvitations: Handler<typeof inviteCalls.createMany, number> = async (
  { id, text, ...usual },
  ctx,
  counted,
) => inviteMany(ctx, await accessCompany(ctx, id, 'read'), { text, counted }, usual)

const prepareNewMember = async ({ id, userId, roleId }: HandlerInput<typeof inviteCalls.addMember>, ctx: Context) =>
  prepareMember(ctx, await accessCompany(ctx, id, 'update'), userId, roleId)

/** Adds a person who has an account already. */
export const createMember: Handler<typeof inviteCalls.addMember> = async ({ id, userId, roleId }, ctx) =>
  addMember(ctx, await accessCompany(ctx, id, 'update'), userId, roleId)

/** Lists invitations. */
export const getInvitations: Handler<typeof inviteCalls.list> = async ({ id, ...query }, ctx) =>
  listInvites(ctx, (await accessCompany(ctx, id, 'read')).id, query)

const prepareResending = async ({ id, inviteId }: HandlerInput<typeof inviteCalls.resend>, ctx: Context) =>
  prepareAgain(ctx, await accessInvite(ctx, id, inviteId, 'update'))

/** Sends an invitation again. */
export const resendInvitation: Handler<typeof inviteCalls.resend> = async ({ id, inviteId }, ctx) =>
  resendInvite(ctx, await accessInvite(ctx, id, inviteId, 'update'))

/** Revokes an invitation. */
export const deleteInvitation: Handler<typeof inviteCalls.revoke> = async ({ id, inviteId }, ctx) => {
  await revokeInvite(ctx, await accessInvite(ctx, id, inviteId, 'delete'))
  return null
}

/** Declines an invitation. */
export const refuseInvitation: Handler<typeof inviteCalls.decline> = async ({ id, token }, ctx) => {
  await declineInvitation(ctx, id, token)
  return null
}

/** Describes an invitation by its token. */
export const getInvitation: Handler<typeof inviteCalls.describe> = ({ id, token }, ctx) =>
  describeInvite(ctx, id, token)

/** Lists the own open invitations. */
export const getOwnInvitations: Handler<typeof inviteCalls.mine> = async (_, ctx) =>
  (await findOwnInvites(ctx)).map(presentOwnInvite)

const inviteRoutes = routes(inviteCalls, {
  create: { prepare: prepareInvitation, handle: createInvitation },
  createMany: { prepare: prepareInvitations, handle: createInvitations },
  addMember: { prepare: prepareNewMember, handle: createMember },
  list: getInvitations,
  resend: { prepare: prepareResending, handle: resendInvitation },
  revoke: deleteInvitation,
  decline: refuseInvitation,
  describe: getInvitation,
  mine: getOwnInvitations,
})

/** Lists the plans on offer. */
export const getOffers: Handler<typeof planCalls.offers> = ({ archived }, ctx) => listOffers(ctx, archived)

/** Changes a plan on offer. */
export const changeOffer: Handler<typeof planCalls.updateOffer> = async ({ id, revision, ...changes }, ctx) =>
  updateOffer(ctx, await accessOffer(ctx, id, 'update'), changes, revision)

/** Archives a plan on offer. */
export const deleteOffer: Handler<typeof planCalls.removeOffer> = async ({ id }, ctx) => {
  await updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: ctx.now })
  return null
}

/** Restores a plan on offer. */
export const undeleteOffer: Handler<typeof planCalls.restoreOffer> = async ({ id }, ctx) =>
  updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: null })

/** Lists a company's plans. */
export const getCompanyPlans: Handler<typeof planCalls.list> = async ({ id, ...query }, ctx) =>
  listCompanyPlans(ctx, (await accessCompany(ctx, id, 'read')).id, query)

/** Returns a company's plan. */
export const getCompanyPlan: Handler<typeof planCalls.get> = async ({ id, companyPlanId }, ctx) =>
  presentRow(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'read'))

/** Opens a plan for a company. */
export const createCompanyPlan: Handler<typeof planCalls.open> = async ({ id, planId, ...given }, ctx) => {
  const company = await findCompany(ctx.db, id)
  if (!company) throw new Problem('not_found')
  return openCompanyPlan(ctx, company, await requireOffer(ctx, planId, 'plan_id', false), given)
}

/** Changes a company's plan. */
export const changeCompanyPlan: Handler<typeof planCalls.update> = async (
  { id, companyPlanId, revision, ...changes },
  ctx,
) => {
  const plan = await accessCompanyPlan(ctx, id, companyPlanId, 'update')
  if (changes.planId !== undefined) await requireOffer(ctx, changes.planId, 'plan_id', false)
  return updateCompanyPlan(ctx, plan, changes, revision)
}

/** Archives a company's plan. */
export const deleteCompanyPlan: Handler<typeof planCalls.remove> = async ({ id, companyPlanId }, ctx) => {
  await archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), ctx.now)
  return null
}

/** Restores a company's plan. */
export const undeleteCompanyPlan: Handler<typeof planCalls.restore> = async ({ id, companyPlanId }, ctx) =>
  archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), null)

const prepareSelection = async (
  { id, companyPlanId, selectedPlanId }: HandlerInput<typeof planCalls.select>,
  ctx: Context,
) => countWish(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'select'), selectedPlanId)

/** Chooses the next plan. */
export const selectPlan: Handler<typeof planCalls.select> = async ({ id, companyPlanId, selectedPlanId }, ctx) =>
  choosePlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'select'), selectedPlanId)

/** Returns the usage of the company's plan. */
export const getUsage: Handler<typeof planCalls.usage> = async ({ id }, ctx) =>
  describeUsage(ctx, (await accessCompany(ctx, id, 'read')).id)

const planRoutes = routes(planCalls, {
  offers: getOffers,
  createOffer: createOffer,
  updateOffer: changeOffer,
  removeOffer: deleteOffer,
  restoreOffer: undeleteOffer,

  list: getCompanyPlans,
  get: getCompanyPlan,
  open: createCompanyPlan,
  update: changeCompanyPlan,
  remove: deleteCompanyPlan,
  restore: undeleteCompanyPlan,
  select: { prepare: prepareSelection, handle: selectPlan },
  usage: getUsage,
})

async function describeUsage(ctx: Context, companyId: number) {
  const limits = await findLimits(ctx.db, companyId, ctx.now)
  const meter = async (thing: LimitedThing) => ({
    used: await usedOf(ctx.db, companyId, thing),
    limit: limits[thing],
  })
  return {
    users: await meter('users'),
    animals: await meter('animals'),
    forms: await meter('forms'),
    storage: await meter('storage'),
  }
}

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
  jobs: [eraseArchivedCompanies, eraseCompany as never, eraseArchivedRoles, choiceMails, planEndings],
  notices: [removalMail, inviteMail, emailInUse, memberAdded, choiceMail, planEndMail] as Topic<never>[],
  queryProviders: [...companyAnswers, peopleCount],
  actions: [joinCompany],
}
