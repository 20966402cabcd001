/** Lets everybody who sees the task see the photos of its helpers. */
import { and, eq } from 'drizzle-orm'
import { helpers as calls } from '#shared/helpers/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { Context } from '../../lib/context.ts'
import type { FileOwners } from '../../lib/files/storage.ts'
import { type Handler, routes } from '../../lib/http/routes.ts'
import type { Module } from '../../module.ts'
import { accessTask } from '../queries.ts'
import { accessSentTask, findSentTasks, lockSentTasks } from '../sentTaskQueries.ts'
import { sentTasks } from '../table.ts'
import { helperDone, helperSaid, helpWithTask } from './action.ts'
import { askHelper, countAsked, findHelpers, helperAction, helperMail, revokeHelper } from './commands.ts'
import { helperIsolation, helperNotes, helpers } from './table.ts'

const helperFiles: FileOwners = {
  [helperAction]: async ({ db, ability }, { companyId, id }) => {
    const [found] = await db
      .select({ sent: sentTasks })
      .from(helperNotes)
      .innerJoin(helpers, and(eq(helpers.companyId, helperNotes.companyId), eq(helpers.id, helperNotes.helperId)))
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, helpers.companyId), eq(sentTasks.id, helpers.sentTaskId)))
      .where(and(eq(helperNotes.companyId, companyId), eq(helperNotes.fileId, id)))
    return found !== undefined && allows(ability, 'read', 'SentTask', found.sent)
  },
}

/** Returns the locked occurrence for people who may update its task. */
async function accessToChange(ctx: Context, id: number) {
  const { taskId } = await accessSentTask(ctx, id, 'read')
  await accessTask(ctx, taskId, 'update')
  const find = ctx.writes ? lockSentTasks : findSentTasks
  const [sent] = await find(ctx.db, eq(sentTasks.id, id))
  if (!sent) throw new Problem('not_found')
  return sent
}

export const getHelpers: Handler<typeof calls.list> = async ({ id }, ctx) => {
  const sent = await accessSentTask(ctx, id, 'read')
  return findHelpers(ctx.db, sent.companyId, sent.id)
}

const prepareHelper = async ({ id }: { id: number }, ctx: Context) => countAsked(ctx, await accessToChange(ctx, id))

export const createHelper: Handler<typeof calls.create> = async ({ id, ...input }, ctx) =>
  askHelper(ctx, await accessToChange(ctx, id), input)

export const deleteHelper: Handler<typeof calls.remove> = async ({ id, helperId }, ctx) =>
  revokeHelper(ctx, await accessToChange(ctx, id), helperId)

export const externalHelpersModule: Module = {
  isolation: helperIsolation,
  routes: routes(calls, {
    list: getHelpers,
    create: { prepare: prepareHelper, handle: createHelper },
    remove: deleteHelper,
  }),
  notifications: [helperMail as never, helperSaid as never, helperDone as never],
  actions: [helpWithTask],
  fileOwners: helperFiles,
}
