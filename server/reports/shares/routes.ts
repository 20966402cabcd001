import { shares } from '#shared/shares/contract.ts'
import { sharedReports } from '#shared/shares/sharedReport.ts'
import { refuseWhileActing } from '../../auth/queries.ts'
import { routes } from '../../lib/http/routes.ts'
import { accessReport } from '../queries.ts'
import { endShare, shareReport, takeBack } from './commands.ts'
import { findShares, listShared } from './queries.ts'
import { openShared, sharedPdf } from './visiting.ts'

export const shareRoutes = [
  ...routes(shares, {
    list: (query, ctx) => listShared(ctx, query),
    remove: (link, ctx) => takeBack(ctx, link),
    ofReport: async ({ id }, ctx) => {
      // Their addresses open the report without signing in.
      refuseWhileActing(ctx)
      return findShares(ctx, await accessReport(ctx, id, 'update'))
    },
    shareReport: async ({ id, ...settings }, ctx) => shareReport(ctx, await accessReport(ctx, id, 'update'), settings),
    endReport: async ({ id, shareId }, ctx) => endShare(ctx, await accessReport(ctx, id, 'update'), shareId),
  }),
  ...routes(sharedReports, {
    open: (link, ctx) => openShared(ctx, link),
    pdf: (link, ctx) => sharedPdf(ctx, link),
  }),
]
