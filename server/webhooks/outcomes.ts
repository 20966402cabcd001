/** What follows from a try: the log, the next try, the rest of a receiver that fails, and its pause. */
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type PauseReason, testEvent } from '#shared/webhooks/rules.ts'
import { whoMay } from '../companies/roleQueries.ts'
import type { Services, Topic } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Outcome } from '../lib/outgoing/outgoing.ts'
import { notify } from '../notifications/commands.ts'
import type { DeliveryRow, WebhookRow } from './queries.ts'
import { webhookDeliveries, webhooks } from './table.ts'

/** Seconds from each failed try to the next: ten tries within three days, as Standard Webhooks proposes. */
export const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000] as const
/** Failures in a row before a receiver is left alone, and seconds of its first and longest rest, which doubles. */
export const rest = { after: 3, first: 30, longest: 900 }
/** Only failures for so long pause a webhook. */
export const pausedAfterHours = 7 * 24
const gone = 410

type Sent = Outcome & { body: string; rights: string }

/** Condition: nobody else has taken it since. */
const asTaken = ({ id, tries }: DeliveryRow) => and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.tries, tries))

const logged = ({ body, rights, status, failure, answer }: Sent) => ({
  ...{ body, rights, status, failure, answer },
  sentAt: new Date(),
})

export type Delivered = { webhook: WebhookRow; delivery: DeliveryRow; sent: Sent }

/** The receivers have these, and are well. Nobody else has taken one of them since. */
export async function noteDelivered(db: Database, all: Delivered[]): Promise<void> {
  const column = (pick: (one: Delivered) => unknown) => sql.param(all.map(pick))
  await db.execute(sql`
    update ${webhookDeliveries} d
    set state = 'delivered', due_at = null, sent_at = now(), failure = null,
      status = a.status, answer = a.answer, body = a.body, rights = a.rights
    from unnest(
      ${column(({ delivery }) => delivery.id)}::int[], ${column(({ delivery }) => delivery.tries)}::int[],
      ${column(({ sent }) => sent.status)}::int[], ${column(({ sent }) => sent.answer)}::text[],
      ${column(({ sent }) => sent.body)}::text[], ${column(({ sent }) => sent.rights)}::text[]
    ) a(id, tries, status, answer, body, rights)
    where d.id = a.id and d.tries = a.tries`)
  const mended = all.flatMap(({ webhook }) => (webhook.failures > 0 ? [webhook.id] : []))
  if (mended.length > 0)
    await db
      .update(webhooks)
      .set({ failures: 0, failingSince: null, restsUntil: null })
      .where(inArray(webhooks.id, mended))
}

/** When it comes again, or that it has failed. */
function nextTry({ tries, endsAt }: DeliveryRow): { state?: 'failed'; dueAt: Date | null } {
  const wait = delays[tries - 1]
  const dueAt = wait === undefined ? null : new Date(Date.now() + wait * 1000)
  return dueAt === null || dueAt > endsAt ? { state: 'failed', dueAt: null } : { dueAt }
}

/** The payload could not be made: a fault of ours, which says nothing of the receiver. */
export async function noteUnmade(db: Database, delivery: DeliveryRow): Promise<void> {
  const logged = { status: null, failure: 'internal' as const, answer: null, sentAt: new Date() }
  await db
    .update(webhookDeliveries)
    .set({ ...logged, ...nextTry(delivery) })
    .where(asTaken(delivery))
}

/** The receiver has not accepted it: it comes again later, or has failed. A test says nothing of the receiver. */
export async function noteFailed(
  db: Database,
  services: Services,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  sent: Sent,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...logged(sent), ...nextTry(delivery) })
    .where(asTaken(delivery))
  if (delivery.type === testEvent) return
  if (sent.status === gone) return pause(db, services, webhook, 'gone')
  const failures = sql`${webhooks.failures} + 1`
  const seconds = sql`least(${rest.longest}, ${rest.first} * 2 ^ least(${webhooks.failures} + 1 - ${rest.after}, 10))`
  // Those that were under way together fail once.
  const isResting = gt(webhooks.restsUntil, sql`now()`)
  const [failing] = await db
    .update(webhooks)
    .set({
      failures: sql`case when ${isResting} then ${webhooks.failures} else ${failures} end`,
      failingSince: sql`coalesce(${webhooks.failingSince}, now())`,
      restsUntil: sql`case when ${isResting} then ${webhooks.restsUntil}
        when ${failures} >= ${rest.after} then now() + make_interval(secs => ${seconds}) end`,
    })
    .where(eq(webhooks.id, webhook.id))
    .returning({
      isWeekOver: sql<boolean>`${webhooks.failingSince} <= now() - make_interval(hours => ${pausedAfterHours})`,
    })
  if (failing?.isWeekOver) await pause(db, services, webhook, 'failures')
}

/** The key has ended: nothing may be read for it any more. What waits is kept until another key is chosen. */
export async function noteKeyOver(
  db: Database,
  services: Services,
  webhook: WebhookRow,
  delivery: DeliveryRow,
): Promise<void> {
  const isTest = delivery.type === testEvent
  await db
    .update(webhookDeliveries)
    .set({ tries: delivery.tries - 1, ...(isTest ? { state: 'failed', dueAt: null } : { dueAt: new Date() }) })
    .where(asTaken(delivery))
  await pause(db, services, webhook, 'key')
}

/** The key may not read the row, or it is gone: for this webhook nothing happened. */
export async function noteUnreadable(db: Database, delivery: DeliveryRow): Promise<void> {
  await db.delete(webhookDeliveries).where(asTaken(delivery))
}

/** Pauses a webhook and says so to those who may resume it. */
async function pause(db: Database, services: Services, webhook: WebhookRow, because: PauseReason): Promise<void> {
  const { id, companyId, name } = webhook
  const [paused] = await db
    .update(webhooks)
    .set({ pausedAt: new Date(), pausedBecause: because })
    .where(and(eq(webhooks.id, id), sql`${webhooks.pausedAt} is null`))
    .returning({ id: webhooks.id })
  if (!paused) return
  const people = await whoMay({ db }, 'update', 'ApiKey', { companyId })
  await notify({ db, services, actor: { companyId } }, webhookPaused, people, { id, name, because })
}

type Paused = { id: number; name: string; because: PauseReason }

export const webhookPaused: Topic<Paused> = {
  name: 'webhook.paused',
  bell: ({ id, name, because }) => ({
    values: { name, context: because },
    href: '/company/integrations/webhooks',
    about: `webhook ${id}`,
  }),
}
