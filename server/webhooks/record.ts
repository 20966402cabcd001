/**
 * Writes deliveries in the transaction of what happened, so that nothing is told that did not happen and nothing is
 * lost. The statement goes with the commit, and is left out where the company has never had a webhook.
 */
import { sql } from 'drizzle-orm'
import type { WebhookEvent } from '#shared/webhooks/rules.ts'
import { animalEventsChanged } from '../animals/ports.ts'
import { findingsClosed, findingsOpened, findingsReopened } from '../findings/ports.ts'
import type { Context } from '../lib/context.ts'
import { type Listener, on } from '../lib/ports.ts'
import { recheckCompleted, submissionCompleted, submissionCorrected, submissionReviewed } from '../submissions/ports.ts'
import { sentTasksOverdue, taskCompleted, taskCreated } from '../tasks/ports.ts'
import { webhookDeliveries, webhooks } from './table.ts'

/** How long a delivery is tried. */
export const triedForHours = 72

/** Writes a delivery for each row and each webhook of the company that wants to hear of the event. */
function record(ctx: Context, type: WebhookEvent, companyId: number, ids: number[]): void {
  const isKnownSilent = ctx.hasWebhooks === false && ctx.actor.companyId === companyId
  if (ids.length === 0 || isKnownSilent) return
  ctx.deferred.push(() =>
    ctx.db.execute(sql`insert into ${webhookDeliveries}
        (company_id, webhook_id, type, row_id, created_at, due_at, ends_at)
      select ${webhooks.companyId}, ${webhooks.id}, ${type}, happened.id, ${ctx.now}::timestamptz,
        ${ctx.now}::timestamptz, ${ctx.now}::timestamptz + make_interval(hours => ${triedForHours})
      from ${webhooks}, unnest(${sql.param(ids)}::int[]) happened(id)
      where ${webhooks.companyId} = ${companyId} and ${webhooks.events} @> array[${type}]`),
  )
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const companyOf = (rows: { companyId: number }[]) => rows[0]?.companyId ?? 0

export const recordingListeners: Listener[] = [
  on(submissionCompleted, async (ctx, { submission }) =>
    record(ctx, 'submission.completed', submission.companyId, [submission.id]),
  ),
  on(recheckCompleted, async (ctx, { companyId, id }) => record(ctx, 'submission.completed', companyId, [id])),
  on(submissionReviewed, async (ctx, { companyId, id }) => record(ctx, 'submission.reviewed', companyId, [id])),
  on(submissionCorrected, async (ctx, { submission }) =>
    record(ctx, 'submission.corrected', submission.companyId, [submission.id]),
  ),
  on(findingsOpened, async (ctx, { findings }) => record(ctx, 'finding.opened', companyOf(findings), idsOf(findings))),
  on(findingsReopened, async (ctx, { findings }) =>
    record(ctx, 'finding.opened', companyOf(findings), idsOf(findings)),
  ),
  on(findingsClosed, async (ctx, { findings }) => record(ctx, 'finding.closed', companyOf(findings), idsOf(findings))),
  on(taskCreated, async (ctx, { companyId, taskId }) => record(ctx, 'task.created', companyId, [taskId])),
  on(taskCompleted, async (ctx, { companyId, sentTaskId }) => record(ctx, 'task.done', companyId, [sentTaskId])),
  on(sentTasksOverdue, async (ctx, { companyId, ids }) => record(ctx, 'task.overdue', companyId, ids)),
  on(animalEventsChanged, async (ctx, { companyId, ids }) => record(ctx, 'animal.event', companyId, ids)),
]
