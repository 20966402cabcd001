import { files as calls } from '#shared/files/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { keepOwnFile, presentStoredFile } from './commands.ts'
import { linkTo } from './links.ts'
import { accessFile } from './queries.ts'

export const fileRoutes = routes(calls, {
  create: async ({ uuid }, ctx) => presentStoredFile(await keepOwnFile(ctx, uuid)),
  link: async ({ id }, ctx) => linkTo(ctx, (await accessFile(ctx, id)).path),
})
