import { guides } from '#shared/guides/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { approveGuide, askForApproval } from './approvals.ts'
import {
  archiveGuide,
  confirmReading,
  createGuide,
  publishGuide,
  restoreGuide,
  restoreVersion,
  updateGuide,
} from './commands.ts'
import { guidePdf } from './pdf.ts'
import {
  accessGuide,
  listGuides,
  listManaged,
  listReaders,
  listVersions,
  presentGuide,
  requireVersion,
} from './queries.ts'

export const guideRoutes = routes(guides, {
  list: (query, ctx) => listGuides(ctx, query),
  all: (query, ctx) => listManaged(ctx, query),
  create: (draft, ctx) => createGuide(ctx, draft),
  get: async ({ id }, ctx) => presentGuide(ctx, await accessGuide(ctx, id, 'read')),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateGuide(ctx, await accessGuide(ctx, id, 'update'), changes, revision),
  publish: async ({ id, revision }, ctx) => publishGuide(ctx, await accessGuide(ctx, id, 'update'), revision),
  ask: async ({ id }, ctx) => askForApproval(ctx, await accessGuide(ctx, id, 'update')),
  approve: async ({ id, step, revision }, ctx) =>
    approveGuide(ctx, await accessGuide(ctx, id, 'approve'), step, revision),
  remove: async ({ id }, ctx) => {
    await archiveGuide(ctx, await accessGuide(ctx, id, 'delete'))
    return null
  },
  restore: async ({ id }, ctx) => restoreGuide(ctx, await accessGuide(ctx, id, 'delete')),
  versions: async ({ id, ...paging }, ctx) => listVersions(ctx.db, await accessGuide(ctx, id, 'update'), paging),
  version: async ({ id, number }, ctx) => requireVersion(ctx.db, await accessGuide(ctx, id, 'update'), number),
  restoreVersion: async ({ id, number, revision }, ctx) =>
    restoreVersion(ctx, await accessGuide(ctx, id, 'update'), number, revision),
  read: async ({ id, version }, ctx) => confirmReading(ctx, await accessGuide(ctx, id, 'read'), version),
  readers: async ({ id, ...query }, ctx) => listReaders(ctx, await accessGuide(ctx, id, 'update'), query),
  pdf: async ({ id }, ctx) => guidePdf(ctx, await accessGuide(ctx, id, 'read')),
})
