import { companies as companyCalls } from '#shared/companies/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { audit } from '../audit/commands.ts'
import { mailPasswordReset } from '../auth/commands.ts'
import { joinByInvitation } from '../invites/commands.ts'
import { routes } from '../lib/http/routes.ts'
import { countTries } from '../lib/security/tries.ts'
import { endMembership } from './commands.ts'
import { archiveCompany, createCompany, restoreCompany, updateCompany, workIn } from './company.ts'
import { removeLogo, setLogo } from './logo.ts'
import { accessMember, listMembers, presentMember } from './memberQueries.ts'
import { changeRole, freezeMember, handOver, removeMember, thawMember } from './memberChanges.ts'
import { accessCompany, accessManagedCompany, accessOwnCompany, listCompanies, presentCompany } from './queries.ts'

/** Mails that one member gets because managers ask for them. */
const resetsPerHour = { name: 'resets by managers', tries: 5, seconds: 3600 }

export const companyRoutes = routes(companyCalls, {
  list: (query, ctx) => listCompanies(ctx, query),
  create: (draft, ctx) => createCompany(ctx, draft),
  get: async ({ id }, ctx) => presentCompany(await accessOwnCompany(ctx, id)),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateCompany(ctx, await accessCompany(ctx, id, 'update'), changes, revision),
  setLogo: async ({ id }, ctx) => setLogo(ctx, await accessCompany(ctx, id, 'update')),
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
  resetPassword: async ({ id, userId }, ctx) => {
    const member = await accessMember(ctx, id, userId, 'update')
    if (!member.email) throw invalidField('user_id', 'no_email')
    await countTries(ctx, [resetsPerHour, String(member.userId)])
    await audit(ctx, 'password.reset_asked', { type: 'User', id: member.userId, companyId: id })
    await mailPasswordReset(ctx, member.email)
    return null
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
