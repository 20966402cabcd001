import { and, eq } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { shares } from '#shared/shares/contract.ts'
import { sharedPages } from '#shared/shares/sharedPage.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { isAtWork } from '../../companies/queries.ts'
import { memberships } from '../../companies/table.ts'
import type { Context } from '../../lib/context.ts'
import { routes } from '../../lib/http/routes.ts'
import { share, takeBack } from './commands.ts'
import { findShares, listShared } from './queries.ts'
import { accessThing, type Thing } from './things.ts'
import { openShared, sharedPdf } from './visiting.ts'

export const shareRoutes = [
  ...routes(shares, {
    list: (query, ctx) => listShared(ctx, query),
    remove: (link, ctx) => takeBack(ctx, link),
    of: async ({ kind, subjectId }, ctx) => {
      // Their addresses open it without signing in.
      refuseWhileActing(ctx)
      const thing = await accessThing(ctx, kind, subjectId)
      await requireMember(ctx, thing)
      return findShares(ctx, thing)
    },
    create: async ({ kind, subjectId, ...settings }, ctx) => {
      refuseWhileActing(ctx)
      const thing = await accessThing(ctx, kind, subjectId)
      await requireMember(ctx, thing)
      return share(ctx, thing, settings)
    },
  }),
  ...routes(sharedPages, {
    open: (link, ctx) => openShared(ctx, link),
    pdf: (link, ctx) => sharedPdf(ctx, link),
  }),
]

/** A link opens something without signing in, and is handed out by those who work there: not by an admin who looks in from outside. */
async function requireMember({ db, actor }: Context, { companyId }: Thing): Promise<void> {
  if (
    actor.isAdmin &&
    (await db.$count(
      memberships,
      and(eq(memberships.userId, actor.id), eq(memberships.companyId, companyId), isAtWork),
    )) === 0
  )
    throw new Problem('forbidden')
}
