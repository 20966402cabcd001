import { and, isNotNull, lte, sql } from 'drizzle-orm'
import { webhooks as calls } from '#shared/webhooks/contract.ts'
import { requireOwnAndRecent } from '../accounts/queries.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { deleteSome, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Module } from '../module.ts'
import {
  createWebhook,
  deleteWebhook,
  pauseWebhook,
  renewSecret,
  replayDelivery,
  replayFailed,
  resumeWebhook,
  sendTest,
  updateWebhook,
} from './commands.ts'
import { webhookPaused } from './outcomes.ts'
import { accessDelivery, accessWebhook, listDeliveries, listWebhooks, presentDelivery } from './queries.ts'
import { recordingListeners } from './record.ts'
import { renderingBy } from './render.ts'
import { Sender } from './Sender.ts'
import { webhookDeliveries } from './table.ts'

/** Makes a webhook, and shows its secret once. */
export const makeWebhook: Handler<typeof calls.create> = (draft, ctx) => createWebhook(ctx, draft)

/** Changes a webhook. */
export const changeWebhook: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) => {
  const webhook = await accessWebhook(ctx, id, 'update')
  return updateWebhook(ctx, webhook, changes as Parameters<typeof updateWebhook>[2])
}

/** Gives a webhook another secret. */
export const changeWebhookSecret: Handler<typeof calls.renew> = async ({ id, overlapHours }, ctx) => {
  const webhook = await accessWebhook(ctx, id, 'update')
  requireOwnAndRecent(ctx)
  return renewSecret(ctx, webhook, overlapHours)
}

/** Pauses a webhook. */
export const pause: Handler<typeof calls.pause> = async ({ id }, ctx) =>
  pauseWebhook(ctx, await accessWebhook(ctx, id, 'update'))

/** Resumes a webhook. */
export const resume: Handler<typeof calls.resume> = async ({ id }, ctx) =>
  resumeWebhook(ctx, await accessWebhook(ctx, id, 'update'))

/** Sends a test. */
export const test: Handler<typeof calls.test> = async ({ id }, ctx) =>
  sendTest(ctx, await accessWebhook(ctx, id, 'update'))

/** Sends what failed since a moment again. */
export const replaySince: Handler<typeof calls.replayFailed> = async ({ id, since }, ctx) => ({
  count: await replayFailed(ctx, await accessWebhook(ctx, id, 'update'), new Date(since)),
})

/** Deletes a webhook. */
export const removeWebhook: Handler<typeof calls.remove> = async ({ id }, ctx) =>
  deleteWebhook(ctx, await accessWebhook(ctx, id, 'delete'))

/** Lists the deliveries of a webhook. */
export const getDeliveries: Handler<typeof calls.deliveries> = async ({ id, ...query }, ctx) =>
  listDeliveries(ctx, await accessWebhook(ctx, id, 'read'), query)

/** Returns a delivery with what was sent and answered. */
export const getDelivery: Handler<typeof calls.delivery> = async ({ id }, ctx) => {
  const row = await accessDelivery(ctx, id, 'read')
  return { ...presentDelivery(row), body: row.body, answer: row.answer }
}

/** Sends a delivery again. */
export const replay: Handler<typeof calls.replay> = async ({ id }, ctx) =>
  replayDelivery(ctx, await accessDelivery(ctx, id, 'update'))

const webhookRoutes = routes(calls, {
  list: listWebhooks,
  create: makeWebhook,
  update: changeWebhook,
  renew: changeWebhookSecret,
  pause,
  resume,
  test,
  replayFailed: replaySince,
  remove: removeWebhook,
  deliveries: getDeliveries,
  delivery: getDelivery,
  replay,
})

/** Ends deliveries whose time is over although they were not tried as often: of paused and resting webhooks. */
export const endDeliveries: Job<object> = {
  name: 'webhooks.end',
  schedule: '*/10 * * * *',
  work: async (_, { db }) => {
    const isOver = and(
      isNotNull(webhookDeliveries.dueAt),
      lte(webhookDeliveries.endsAt, sql`now() - interval '1 minute'`),
    )
    await db.update(webhookDeliveries).set({ state: 'failed', dueAt: null }).where(isOver)
    return undefined
  },
}

/** Deletes the log of more than 30 days ago. */
export const eraseDeliveries: Job<object> = {
  name: 'webhooks.erase-deliveries',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isOld = lte(webhookDeliveries.createdAt, sql`now() - interval '30 days'`)
    const isMore = await deleteSome(db, webhookDeliveries, isOld)
    await requeueIf(db, services, 'webhooks.erase-deliveries', isMore)
    return undefined
  },
}

/** Webhooks send rows as the calls of these features answer them. */
export const webhooksOf = (features: Module[]): Module => {
  const render = renderingBy(features.flatMap(feature => feature.routes ?? []))
  return {
    routes: webhookRoutes,
    listeners: recordingListeners,
    jobs: [endDeliveries, eraseDeliveries],
    notifications: [webhookPaused as never],
    workers: [services => new Sender(services, render)],
  }
}
