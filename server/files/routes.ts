import { files as calls } from '#shared/files/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { keepOwnFile, presentStoredFile } from './commands.ts'
import { linkTo } from './links.ts'
import { countReceived, keepPiece, putTogether } from './pieces.ts'
import { accessFile } from './queries.ts'

export const fileRoutes = routes(calls, {
  create: async ({ uuid }, ctx) => presentStoredFile(await keepOwnFile(ctx, uuid)),
  received: async ({ uuid }, ctx) => ({ received: await countReceived(ctx, uuid) }),
  sendPiece: async ({ uuid, offset }, ctx) => ({ received: await keepPiece(ctx, uuid, offset) }),
  putTogether: async (wanted, ctx) => presentStoredFile(await putTogether(ctx, wanted)),
  link: async ({ id }, ctx) => linkTo(ctx, (await accessFile(ctx, id)).path),
})
