import { and, count, eq, isNull } from 'drizzle-orm'
import { companies as companyCalls } from '#shared/companies/contract.ts'
import { invites as inviteCalls } from '#shared/companies/invites.ts'
import type { LimitedThing } from '#shared/companies/planRules.ts'
import { plans as planCalls } from '#shared/companies/plans.ts'
import { roles as roleCalls } from '#shared/companies/roles.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { mailPasswordReset } from '../accounts/commands.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { Context, Topic } from '../lib/context.ts'
import type { Picture } from '../lib/files/picture.ts'
import { fairnessKey } from '../lib/heavy/fairnessKey.ts'
import { routes } from '../lib/http/routes.ts'
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

const companyRoutes = routes(companyCalls, {
  list: (query, ctx) => listCompanies(ctx, query),
  create: { prepare: (_, ctx) => countCompany(ctx), handle: (draft, ctx) => createCompany(ctx, draft) },
  get: async ({ id }, ctx) => presentCompany(await accessOwnCompany(ctx, id)),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateCompany(ctx, await accessCompany(ctx, id, 'update'), changes, revision),
  setLogo: {
    prepare: async (_, { upload, actor, ip }) => upload && readLogo(upload.content, fairnessKey(actor, ip)),
    handle: async ({ id }, ctx, picture: Picture | null) =>
      setLogo(ctx, await accessCompany(ctx, id, 'update'), picture),
  },
  removeLogo: async ({ id }, ctx) => {
    await removeLogo(ctx, await accessCompany(ctx, id, 'update'))
    return null
  },
  remove: async ({ id }, ctx) => {
    await archiveCompany(ctx, await accessManagedCompany(ctx, id))
    return null
  },
  restore: async ({ id }, ctx) => restoreCompany(ctx, await accessManagedCompany(ctx, id)),

  members: async ({ id, ...query }, ctx) => listMembers(ctx, (await accessCompany(ctx, id, 'read')).id, query),
  member: async ({ id, userId }, ctx) => {
    const company = await accessCompany(ctx, id, 'read')
    return presentMember(await accessMember(ctx, company.id, userId, 'read'))
  },
  changeRole: ({ id, userId, roleId }, ctx) => changeRole(ctx, { companyId: id, userId }, roleId),
  removeMember: async ({ id, userId }, ctx) => {
    await removeMember(ctx, { companyId: id, userId })
    return null
  },
  freeze: ({ id, userId }, ctx) => freezeMember(ctx, { companyId: id, userId }),
  thaw: ({ id, userId }, ctx) => thawMember(ctx, { companyId: id, userId }),
  handOver: ({ id, userId, roleId }, ctx) => handOver(ctx, { companyId: id, userId }, roleId ?? roles.employee),
  resetPassword: {
    prepare: async ({ id, userId }, ctx) => {
      await accessReachable(ctx, id, userId)
      await countTries(ctx, [resetsPerHour, String(userId)])
    },
    handle: async ({ id, userId }, ctx) => {
      const email = await accessReachable(ctx, id, userId)
      await audit(ctx, 'password.reset_asked', { type: 'User', id: userId, companyId: id })
      await mailPasswordReset(ctx, email)
      return null
    },
  },

  quit: async ({ id }, ctx) => {
    await endMembership(ctx, id, ctx.actor.id, 'member.left')
    return null
  },
  join: async ({ id, token }, ctx) => {
    await joinByInvitation(ctx, id, token)
    await workIn(ctx, id)
    return presentCompany(await accessOwnCompany(ctx, id))
  },
})

/** The address of a member whose password the actor may have reset. Throws 422 for a member without one. */
async function accessReachable(ctx: Context, companyId: number, userId: number): Promise<string> {
  const { email } = await accessMember(ctx, companyId, userId, 'update')
  if (!email) throw invalidField('user_id', 'no_email')
  return email
}

const roleRoutes = routes(roleCalls, {
  list: (query, ctx) => listRoles(ctx, query),
  get: ({ id }, ctx) => findRole(ctx, id),
  create: (draft, ctx) => createRole(ctx, draft),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateRole(ctx, await accessRole(ctx, id, 'update'), changes, revision),
  remove: async ({ id }, ctx) => {
    await archiveRole(ctx, await accessRole(ctx, id, 'delete'))
    return null
  },
  restore: async ({ id }, ctx) => restoreRole(ctx, await accessRole(ctx, id, 'delete')),
})

const inviteRoutes = routes(inviteCalls, {
  create: {
    prepare: async ({ id, companyId, ...invited }, ctx) => {
      if (companyId !== undefined && companyId !== id) throw invalidField('company_id', 'not_an_option')
      return prepareInvite(ctx, await accessCompany(ctx, id, 'read'), invited)
    },
    handle: async ({ id, companyId: _, ...invited }, ctx) => invite(ctx, await accessCompany(ctx, id, 'read'), invited),
  },
  createMany: {
    prepare: async ({ id, text, ...usual }, ctx) => prepareMany(ctx, await accessCompany(ctx, id, 'read'), text, usual),
    handle: async ({ id, text, ...usual }, ctx, counted: number) =>
      inviteMany(ctx, await accessCompany(ctx, id, 'read'), { text, counted }, usual),
  },
  addMember: {
    prepare: async ({ id, userId, roleId }, ctx) =>
      prepareMember(ctx, await accessCompany(ctx, id, 'update'), userId, roleId),
    handle: async ({ id, userId, roleId }, ctx) =>
      addMember(ctx, await accessCompany(ctx, id, 'update'), userId, roleId),
  },
  list: async ({ id, ...query }, ctx) => listInvites(ctx, (await accessCompany(ctx, id, 'read')).id, query),
  resend: {
    prepare: async ({ id, inviteId }, ctx) => prepareAgain(ctx, await accessInvite(ctx, id, inviteId, 'update')),
    handle: async ({ id, inviteId }, ctx) => resendInvite(ctx, await accessInvite(ctx, id, inviteId, 'update')),
  },
  revoke: async ({ id, inviteId }, ctx) => {
    await revokeInvite(ctx, await accessInvite(ctx, id, inviteId, 'delete'))
    return null
  },
  decline: async ({ id, token }, ctx) => {
    await declineInvitation(ctx, id, token)
    return null
  },
  describe: ({ id, token }, ctx) => describeInvite(ctx, id, token),
  mine: async (_, ctx) => (await findOwnInvites(ctx)).map(presentOwnInvite),
})

const planRoutes = routes(planCalls, {
  offers: ({ archived }, ctx) => listOffers(ctx, archived),
  createOffer: (draft, ctx) => createOffer(ctx, draft),
  updateOffer: async ({ id, revision, ...changes }, ctx) =>
    updateOffer(ctx, await accessOffer(ctx, id, 'update'), changes, revision),
  removeOffer: async ({ id }, ctx) => {
    await updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: ctx.now })
    return null
  },
  restoreOffer: async ({ id }, ctx) => updateOffer(ctx, await accessOffer(ctx, id, 'delete'), { archivedAt: null }),

  list: async ({ id, ...query }, ctx) => listCompanyPlans(ctx, (await accessCompany(ctx, id, 'read')).id, query),
  get: async ({ id, companyPlanId }, ctx) => presentRow(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'read')),
  open: async ({ id, planId, ...given }, ctx) => {
    const company = await findCompany(ctx.db, id)
    if (!company) throw new Problem('not_found')
    return openCompanyPlan(ctx, company, await requireOffer(ctx, planId, 'plan_id', false), given)
  },
  update: async ({ id, companyPlanId, revision, ...changes }, ctx) => {
    const plan = await accessCompanyPlan(ctx, id, companyPlanId, 'update')
    if (changes.planId !== undefined) await requireOffer(ctx, changes.planId, 'plan_id', false)
    return updateCompanyPlan(ctx, plan, changes, revision)
  },
  remove: async ({ id, companyPlanId }, ctx) => {
    await archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), ctx.now)
    return null
  },
  restore: async ({ id, companyPlanId }, ctx) =>
    archiveCompanyPlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'delete'), null),
  select: {
    prepare: async ({ id, companyPlanId, selectedPlanId }, ctx) =>
      countWish(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'select'), selectedPlanId),
    handle: async ({ id, companyPlanId, selectedPlanId }, ctx) =>
      choosePlan(ctx, await accessCompanyPlan(ctx, id, companyPlanId, 'select'), selectedPlanId),
  },
  usage: async ({ id }, ctx) => describeUsage(ctx, (await accessCompany(ctx, id, 'read')).id),
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
