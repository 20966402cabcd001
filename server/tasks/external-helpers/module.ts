import { eq } from 'drizzle-orm'
import { helpers as calls } from '#shared/helpers/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../../lib/context.ts'
import { routes } from '../../lib/http/routes.ts'
import type { Module } from '../../lib/module.ts'
import { accessSentTask, lockSentTasks } from '../sentTaskQueries.ts'
import { accessTask } from '../recurrence/series.ts'
import { sentTasks } from '../table.ts'
import { helpWithTask } from './action.ts'
import { askHelper, revokeHelper } from './commands.ts'
import { helperFiles } from './fileOwners.ts'
import { helperMail } from './mails.ts'
import { helperDone, helperSaid } from './notices.ts'
import { findHelpers } from './queries.ts'

/** The occurrence, locked, for people who may change its task. */
async function accessToChange(ctx: Context, id: number) {
  const { taskId } = await accessSentTask(ctx, id, 'read')
  await accessTask(ctx, taskId, 'update')
  const [sent] = await lockSentTasks(ctx.db, eq(sentTasks.id, id))
  if (!sent) throw new Problem('not_found')
  return sent
}

export const helpers: Module = {
  routes: routes(calls, {
    list: async ({ id }, ctx) => {
      const sent = await accessSentTask(ctx, id, 'read')
      return findHelpers(ctx.db, sent.companyId, sent.id)
    },
    create: async ({ id, ...input }, ctx) => askHelper(ctx, await accessToChange(ctx, id), input),
    remove: async ({ id, helperId }, ctx) => revokeHelper(ctx, await accessToChange(ctx, id), helperId),
  }),
  notices: [helperMail as never, helperSaid as never, helperDone as never],
  actions: [helpWithTask],
  fileOwners: helperFiles,
}
