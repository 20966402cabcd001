import type { Context } from '../lib/context.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { presentTask } from './present.ts'
import { findTask } from './recurrence/series.ts'

import { type TaskRow, tasks } from './table.ts'

/** Changes its row; refuses a stale revision with the task as it is now. */
export const reviseTask = (ctx: Context, task: TaskRow, changes: object, revision?: number) =>
  reviseRow(ctx, tasks, task, changes, async ({ id }) => presentTask(await findTask(ctx.db, id)), revision)
