import { eq } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { users as userCalls } from '#shared/users/contract.ts'
import { audit } from '../audit/commands.ts'
import { giveAddress } from '../auth/commands.ts'
import { requireRecent } from '../auth/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { reviseRow } from '../lib/registers/register.ts'
import type { Limit } from '../lib/security/limits.ts'
import { countTries } from '../lib/security/tries.ts'
import { endTwoFactor } from '../two-factor/commands.ts'
import { accessUser, emailExists, listUsers, presentUser } from './adminQueries.ts'
import { archiveUser, requireOtherAdmins, requireOtherManagers, setAdmin } from './commands.ts'
import { users } from './table.ts'

const addressQuestions: Limit = { name: 'questions for addresses', tries: 60, seconds: 60 }
const showUser = async (ctx: Context, id: number) => presentUser(await accessUser(ctx.db, id))

export const userRoutes = routes(userCalls, {
  list: (query, ctx) => listUsers(ctx, query),

  get: ({ id }, ctx) => showUser(ctx, id),

  update: async ({ id, email, isAdmin, revision, ...changes }, ctx) => {
    const { user } = await accessUser(ctx.db, id)
    const isOther = email !== undefined && email !== user.email?.toLowerCase()
    const changesRank = isAdmin !== undefined && isAdmin !== (user.adminSince !== null)
    if (isOther || changesRank) requireRecent(ctx)
    // Nobody locks themselves out, and so there is always an admin.
    if (changesRank && id === ctx.actor.id) throw new Problem('forbidden')
    if (changesRank) await setAdmin(ctx, user, isAdmin)
    await reviseRow(ctx, users, user, changes, ({ id }) => showUser(ctx, id), revision)
    if (isOther) await giveAddress(ctx, id, email)
    await audit(ctx, 'user.updated', { type: 'User', id, companyId: null }, changesRank ? { is_admin: isAdmin } : {})
    return showUser(ctx, id)
  },

  remove: async ({ id }, ctx) => {
    requireRecent(ctx)
    await accessUser(ctx.db, id)
    if (id === ctx.actor.id) throw new Problem('forbidden')
    await requireOtherAdmins(ctx, id)
    await requireOtherManagers(ctx, id)
    await archiveUser(ctx, id)
    await audit(ctx, 'user.archived', { type: 'User', id, companyId: null })
    return null
  },

  restore: async ({ id }, ctx) => {
    const { user } = await accessUser(ctx.db, id)
    if (user.guestUntil) throw new Problem('not_found')
    await ctx.db.update(users).set({ archivedAt: null, updatedAt: ctx.now }).where(eq(users.id, id))
    await audit(ctx, 'user.restored', { type: 'User', id, companyId: null })
    return showUser(ctx, id)
  },

  endTwoFactor: async ({ id }, ctx) => {
    requireRecent(ctx)
    await accessUser(ctx.db, id)
    await endTwoFactor(ctx, id)
    return null
  },

  emailExists: async ({ email }, ctx) => {
    await countTries(ctx, [addressQuestions, String(ctx.actor.id)])
    return { exists: await emailExists(ctx.db, email, ctx.actor.isAdmin ? null : companyOf(ctx)) }
  },
})
