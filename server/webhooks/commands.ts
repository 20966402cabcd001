/** What managers do with webhooks. */
import { and, asc, count, eq, gte, inArray } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { maxReplayed, maxWebhooks, testEvent, type WebhookEvent } from '#shared/webhooks/rules.ts'
import { requireOwnAndRecent } from '../accounts/queries.ts'
import { audit } from '../audit/commands.ts'
import { lockCompany } from '../companies/commands.ts'
import { givesAccess } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import { type DeliveryRow, presentDelivery, showWebhook, type WebhookRow } from './queries.ts'
import { triedForHours } from './record.ts'
import { newSecret } from './secrets.ts'
import { webhookDeliveries, webhooks } from './table.ts'

type Draft = { name: string; url: string; keyId: number; events: WebhookEvent[] }

const about = ({ id, companyId }: Pick<WebhookRow, 'id' | 'companyId'>) => ({ type: 'Webhook', id, companyId })

/** Throws 422 where the company has no such key that lives. */
async function requireKey(ctx: Context, companyId: number, keyId: number): Promise<void> {
  const [key] = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(
        ...[eq(memberships.companyId, companyId), eq(memberships.userId, keyId), eq(memberships.isKey, true)],
        givesAccess,
      ),
    )
  if (!key) throw invalidField('key_id', 'not_an_option')
}

/** Makes a webhook and its secret. Throws 422 for a key that is none, or too many webhooks. */
export async function createWebhook(ctx: Context, { events, ...draft }: Draft) {
  const companyId = companyOf(ctx)
  permitted(ctx, 'create', 'ApiKey', { companyId })
  await lockCompany(ctx.db, companyId)
  await requireKey(ctx, companyId, draft.keyId)
  requireOwnAndRecent(ctx)
  const [found] = await ctx.db.select({ total: count() }).from(webhooks).where(eq(webhooks.companyId, companyId))
  if ((found?.total ?? 0) >= maxWebhooks) throw invalidField('name', 'too_many', { maximum: maxWebhooks })
  const { secret, sealed } = newSecret(ctx.services.serverKey, companyId)
  const [row] = await ctx.db
    .insert(webhooks)
    .values({ ...draft, events: [...new Set(events)], companyId, sealed, createdAt: ctx.now })
    .returning()
  if (!row) throw new Error('The webhook was not stored.')
  await ctx.db.update(companies).set({ hasWebhooks: true }).where(eq(companies.id, companyId))
  await audit(ctx, 'webhook.created', about(row))
  return { ...(await showWebhook(ctx, row.id)), secret }
}

/** Changes a webhook. With another key or address its failures are forgotten. Throws 422 for a key that is none. */
export async function updateWebhook(ctx: Context, webhook: WebhookRow, { events, ...changes }: Partial<Draft>) {
  if (changes.keyId !== undefined) await requireKey(ctx, webhook.companyId, changes.keyId)
  requireOwnAndRecent(ctx)
  const isElsewhere = changes.keyId !== undefined || changes.url !== undefined
  const set = { ...changes, ...(events && { events: [...new Set(events)] }), ...(isElsewhere && untroubled) }
  if (Object.keys(set).length > 0) {
    await ctx.db.update(webhooks).set(set).where(eq(webhooks.id, webhook.id))
    await audit(ctx, 'webhook.updated', about(webhook))
  }
  return showWebhook(ctx, webhook.id)
}

const untroubled = { failures: 0, failingSince: null, restsUntil: null }

/** Gives a webhook another secret; payloads are signed with both for some hours. */
export async function renewSecret(ctx: Context, webhook: WebhookRow, overlapHours: number) {
  const { secret, sealed } = newSecret(ctx.services.serverKey, webhook.companyId)
  const previousUntil = new Date(ctx.now.getTime() + overlapHours * 3600_000)
  await ctx.db
    .update(webhooks)
    .set({ sealed, previousSealed: webhook.sealed, previousUntil })
    .where(eq(webhooks.id, webhook.id))
  await audit(ctx, 'webhook.renewed', about(webhook))
  return { ...(await showWebhook(ctx, webhook.id)), secret }
}

/** Sends nothing until it is resumed; repeating the call changes nothing. */
export async function pauseWebhook(ctx: Context, webhook: WebhookRow) {
  if (!webhook.pausedAt) {
    const paused = { pausedAt: ctx.now, pausedBecause: 'person' as const }
    await ctx.db.update(webhooks).set(paused).where(eq(webhooks.id, webhook.id))
    await audit(ctx, 'webhook.paused', about(webhook))
  }
  return showWebhook(ctx, webhook.id)
}

/** Sends again, and at once what waited. Throws 422 where its key has ended. */
export async function resumeWebhook(ctx: Context, webhook: WebhookRow) {
  if (webhook.pausedAt) {
    await requireKey(ctx, webhook.companyId, webhook.keyId)
    const resumed = { ...untroubled, pausedAt: null, pausedBecause: null }
    await ctx.db.update(webhooks).set(resumed).where(eq(webhooks.id, webhook.id))
    await audit(ctx, 'webhook.resumed', about(webhook))
  }
  return showWebhook(ctx, webhook.id)
}

/** Deletes a webhook with its log. */
export async function deleteWebhook(ctx: Context, webhook: WebhookRow): Promise<null> {
  await ctx.db.delete(webhooks).where(eq(webhooks.id, webhook.id))
  await audit(ctx, 'webhook.deleted', about(webhook))
  return null
}

/** Sends something that is no event, once. */
export async function sendTest(ctx: Context, { id, companyId }: WebhookRow) {
  const [row] = await ctx.db
    .insert(webhookDeliveries)
    .values({ companyId, webhookId: id, type: testEvent, createdAt: ctx.now, dueAt: ctx.now, endsAt: ctx.now })
    .returning()
  if (!row) throw new Error('The test was not stored.')
  return presentDelivery(row)
}

const again = ({ now }: Context) => ({
  ...{ state: 'waiting' as const, tries: 0, dueAt: now },
  endsAt: new Date(now.getTime() + triedForHours * 3600_000),
})

/** Sends a delivery again with its id, however it ended. One that waits is sent now. */
export async function replayDelivery(ctx: Context, delivery: DeliveryRow) {
  const [row] = await ctx.db
    .update(webhookDeliveries)
    .set(again(ctx))
    .where(eq(webhookDeliveries.id, delivery.id))
    .returning()
  return presentDelivery(row ?? delivery)
}

/** Sends the failed deliveries since a moment again, the oldest first, up to a bound. */
export async function replayFailed(ctx: Context, { id, companyId }: WebhookRow, since: Date): Promise<number> {
  const failed = ctx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        ...[eq(webhookDeliveries.companyId, companyId), eq(webhookDeliveries.webhookId, id)],
        ...[eq(webhookDeliveries.state, 'failed'), gte(webhookDeliveries.createdAt, since)],
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(maxReplayed)
    .for('update', { skipLocked: true })
  const { rowCount } = await ctx.db
    .update(webhookDeliveries)
    .set(again(ctx))
    .where(inArray(webhookDeliveries.id, failed))
  return rowCount ?? 0
}
