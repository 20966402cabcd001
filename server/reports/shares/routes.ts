import { shares } from '#shared/shares/contract.ts'
import { sharedPages } from '#shared/shares/sharedPage.ts'
import { refuseWhileActing } from '../../auth/queries.ts'
import { routes } from '../../lib/http/routes.ts'
import { share, takeBack } from './commands.ts'
import { findShares, listShared } from './queries.ts'
import { accessThing } from './things.ts'
import { openShared, sharedPdf } from './visiting.ts'

export const shareRoutes = [
  ...routes(shares, {
    list: (query, ctx) => listShared(ctx, query),
    remove: (link, ctx) => takeBack(ctx, link),
    of: async ({ kind, subjectId }, ctx) => {
      // Their addresses open it without signing in.
      refuseWhileActing(ctx)
      return findShares(ctx, await accessThing(ctx, kind, subjectId))
    },
    create: async ({ kind, subjectId, ...settings }, ctx) => {
      refuseWhileActing(ctx)
      return share(ctx, await accessThing(ctx, kind, subjectId), settings)
    },
  }),
  ...routes(sharedPages, {
    open: (link, ctx) => openShared(ctx, link),
    pdf: (link, ctx) => sharedPdf(ctx, link),
  }),
]
