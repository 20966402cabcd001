import { roles as roleCalls } from '#shared/roles/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { accessRole, archiveRole, createRole, findRole, listRoles, restoreRole, updateRole } from './ownRoles.ts'

export const roleRoutes = routes(roleCalls, {
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
