import { and, desc, eq } from 'drizzle-orm'
import type { Webhook, WebhookDelivery } from '#shared/webhooks/contract.ts'
import { users } from '../accounts/table.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import { contains, orderBy, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { webhookDeliveries, webhooks } from './table.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect

const presentWebhook = (row: WebhookRow, keyName: string): Webhook => ({
  id: row.id,
  company_id: row.companyId,
  name: row.name,
  url: row.url,
  key_id: row.keyId,
  key_name: keyName,
  events: row.events,
  created_at: row.createdAt.toISOString(),
  previous_until: row.previousUntil?.toISOString() ?? null,
  paused_at: row.pausedAt?.toISOString() ?? null,
  paused_because: row.pausedBecause,
  failing_since: row.failingSince?.toISOString() ?? null,
})

const selectWebhooks = ({ db }: Context) =>
  db
    .select({ row: webhooks, keyName: users.name })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.keyId))
    .$dynamic()

type Query = PageRequest & { search?: string | undefined; sort?: string | undefined }

/** One page of the company's webhooks, by name. */
export function listWebhooks(query: Query, ctx: Context) {
  const companyId = companyOf(ctx)
  permitted(ctx, 'read', 'ApiKey', { companyId })
  const where = and(eq(webhooks.companyId, companyId), contains(query.search, webhooks.name))
  const { limit, offset } = slice(query)
  return pageOf(query, {
    rows: selectWebhooks(ctx)
      .where(where)
      .orderBy(...orderBy(webhooks, query.sort, 'name', ctx.locale))
      .limit(limit)
      .offset(offset),
    totals: totalOf(ctx.db, webhooks, where),
    present: ({ row, keyName }) => presentWebhook(row, keyName),
  })
}

/** A webhook in wire form. */
export async function showWebhook(ctx: Context, id: number): Promise<Webhook> {
  const [found] = await selectWebhooks(ctx).where(eq(webhooks.id, id))
  if (!found) throw new Error(`Webhook ${id} is gone.`)
  return presentWebhook(found.row, found.keyName)
}

/** The webhook, locked for a change, if the actor may do this with it. Throws 404 otherwise. */
export async function accessWebhook(ctx: Context, id: number, action: string): Promise<WebhookRow> {
  const query = ctx.db.select().from(webhooks).where(eq(webhooks.id, id))
  const [row] = await (ctx.writes ? query.for('update') : query)
  return permitted(ctx, action, 'ApiKey', row)
}

/** A delivery in wire form, without what was sent. */
export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhook_id: row.webhookId,
  message_id: row.messageId,
  type: row.type,
  created_at: row.createdAt.toISOString(),
  state: row.state,
  tries: row.tries,
  due_at: row.dueAt?.toISOString() ?? null,
  sent_at: row.sentAt?.toISOString() ?? null,
  status: row.status,
  failure: row.failure,
})

/** One page of a webhook's log, the latest first. */
export function listDeliveries(
  ctx: Context,
  { id, companyId }: WebhookRow,
  { page, perPage, state }: { page: number; perPage: number; state?: DeliveryRow['state'] | undefined },
) {
  const where = and(
    eq(webhookDeliveries.companyId, companyId),
    eq(webhookDeliveries.webhookId, id),
    state && eq(webhookDeliveries.state, state),
  )
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select()
        .from(webhookDeliveries)
        .where(where)
        .orderBy(desc(webhookDeliveries.id))
        .limit(limit)
        .offset(offset),
      totals: totalOf(ctx.db, webhookDeliveries, where),
      present: presentDelivery,
    },
  )
}

/** The delivery, locked for a change, if the actor may do this with it. Throws 404 otherwise. */
export async function accessDelivery(ctx: Context, id: number, action: string): Promise<DeliveryRow> {
  const query = ctx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  const [row] = await (ctx.writes ? query.for('update') : query)
  return permitted(ctx, action, 'ApiKey', row)
}
