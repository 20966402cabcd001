import { eq } from 'drizzle-orm'
import type { InviteAccepted } from '#shared/invites/contract.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import type { Context } from '../lib/context.ts'
import { endSentTask } from './commands.ts'
import { openCorrectiveTasks } from './correctiveTasks.ts'
import { openFirstTasks } from './firstTasks.ts'
import { lockSentTasks } from './queries.ts'
import { sentTasks } from './table.ts'

/** What follows for tasks from other nouns' events, in the same transaction. */
export const taskListeners = {
  'submission.completed': async (ctx: Context, submission: Submission) => {
    await completeTaskOf(ctx, submission)
    await openCorrectiveTasks(ctx, submission.id)
  },
  'invite.accepted': (ctx: Context, accepted: InviteAccepted) => openFirstTasks(ctx, accepted),
}

/**
 * A complete form completes the occurrence that it was filled in for. One that somebody skipped or that was withdrawn meanwhile
 * stays as it is: the work of a person without signal is kept, and is not turned away for it.
 */
async function completeTaskOf(ctx: Context, submission: Submission): Promise<void> {
  if (submission.task_sent_id === null) return
  const [sent] = await lockSentTasks(ctx.db, eq(sentTasks.id, submission.task_sent_id))
  if (!sent || sent.completedAt || sent.skippedAt) return
  if (sent.userId !== submission.user_id || sent.formId !== submission.form_id) return
  await endSentTask(ctx, sent, 'task.completed', { completedAt: ctx.now, completedBy: submission.user_id })
}
