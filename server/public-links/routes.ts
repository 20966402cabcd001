import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { accessForm } from '../forms/queries.ts'
import { routes } from '../lib/http/routes.ts'
import { revokePublicLink, setPublicLink } from './commands.ts'

export const publicLinkRoutes = routes(publicLinks, {
  set: async ({ id, revision, ...settings }, ctx) =>
    setPublicLink(ctx, await accessForm(ctx, id, 'update'), settings, revision),
  remove: async ({ id }, ctx) => {
    await revokePublicLink(ctx, await accessForm(ctx, id, 'update'))
    return null
  },
})
