/** Packs of audit passes: the company and the holder ask for them, and download the same files. */
import type { HandlerInput } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { passPacks as calls, passPagePacks } from '#shared/passes/packs.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { audit } from '../../audit/commands.ts'
import type { Context } from '../../lib/context.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { noteView } from '../commands.ts'
import { enter, type OpenPass } from '../door.ts'
import { accessPassRow } from '../queries.ts'
import { beginPack, fetchPack, listHeldPacks, listPacks } from './commands.ts'
import { forgetPacks, makePack } from './make.ts'

/** Lists the packs of a pass. */
export const getPassPacks: Handler<typeof calls.list> = async ({ id }, ctx) =>
  listPacks(ctx, await accessPassRow(ctx, id, 'read'))

/** Asks for a pack of a pass. */
export const createPassPack: Handler<typeof calls.begin> = async ({ id }, ctx) => {
  refuseWhileActing(ctx)
  const pass = await accessPassRow(ctx, id, 'read')
  const { pack, isNew } = await beginPack(ctx, pass, ctx.actor.id, makePack)
  if (isNew) await audit(ctx, 'pass.packed', { type: 'Pass', id: pass.id, companyId: pass.companyId })
  return pack
}

/** Downloads a pack of a pass. */
export const getPassPackFile: Handler<typeof calls.fetch> = async ({ id, packId }, ctx) =>
  fetchPack(ctx, await accessPassRow(ctx, id, 'read'), packId)

const prepareHolder = (link: HandlerInput<typeof passPagePacks.list>, ctx: Context) => enter(ctx, link)

/** Lists the packs of a pass for its holder. */
export const getHeldPacks: Handler<typeof passPagePacks.list, OpenPass> = (_, ctx, open) => listHeldPacks(ctx, open)

/** Asks for a pack as the holder of the pass; a preview asks for none. */
export const createHeldPack: Handler<typeof passPagePacks.begin, OpenPass> = async (_, ctx, open) => {
  if (open.isPreview) throw new Problem('forbidden')
  const { pack, isNew } = await beginPack(ctx, open.pass, null, makePack)
  if (isNew) await noteView(ctx, open, { action: 'packed' })
  return pack
}

export const packRoutes = [
  ...routes(calls, { list: getPassPacks, begin: createPassPack, fetch: getPassPackFile }),
  ...routes(passPagePacks, {
    list: { prepare: prepareHolder, handle: getHeldPacks },
    begin: { prepare: prepareHolder, handle: createHeldPack },
  }),
]

export const packJobs = [makePack as never, forgetPacks] as Job<never>[]
