import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { userChannel } from '#shared/lib/events.ts'
import { type NoticePreferences, noticeEvents } from '#shared/notices/contract.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Bell, Topic } from '../lib/delivery/topic.ts'
import type { Emission } from '../lib/pusher/messages.ts'
import type { Services } from '../lib/services.ts'
import { type Hearing, hearingOf } from './hearing.ts'
import { mailDelivery } from './mailDelivery.ts'
import { mutedThings, setMutedThings } from './mutes.ts'
import { pushDelivery } from './push/delivery.ts'
import { countUnread, preferencesOf, presentPreferences } from './queries.ts'
import { quietUntil, whenMailed } from './quietHours.ts'
import { noticePreferences, notices } from './table.ts'

/** Whoever tells somebody of something: a request, or a job with the company that it works for. */
export type Teller = {
  db: Database
  services: Pick<Services, 'jobs'>
  /** `id` is whose doing it is; 0 or none where that is nobody of the company. */
  actor: { companyId: number | null; id?: number }
  /** Browsers hear of it too, where it is there. */
  emissions?: Emission[]
}

/**
 * Tells people of something: a notice for each, and a delivery on each channel that they want, in the transaction of `db`. Deliveries go
 * out after its commit, each by itself, so that one that cannot be delivered does not send the others twice.
 */
export async function notify<Facts extends object>(
  teller: Teller,
  topic: Topic<Facts>,
  people: Iterable<number>,
  facts: Facts,
): Promise<void> {
  const ids = [...new Set(people)]
  const { companyId } = teller.actor
  const bell = companyId === null ? undefined : topic.bell?.(facts)
  if (!bell || companyId === null) {
    for (const userId of ids) await write(teller, topic, userId, facts)
    return
  }
  const byId = teller.actor.id || null
  const hearing = await hearingOf(teller.db, companyId, ids, bell, byId)
  for (const userId of ids) await tellOne(teller, topic, userId, facts, { ...bell, byId }, hearing(userId))
}

/** The same for an address that the facts name, whosever it is. */
export async function notifyAddress<Facts extends object>(
  teller: Teller,
  topic: Topic<Facts>,
  facts: Facts,
): Promise<void> {
  await write(teller, topic, null, facts)
}

type Placed = Partial<typeof notices.$inferInsert>

async function write<Facts extends object>(
  { db, services, actor }: Teller,
  topic: Topic<Facts>,
  userId: number | null,
  facts: Facts,
  placed: Placed = {},
  isMailed = topic.mail !== undefined,
): Promise<string> {
  const id = randomUUID()
  const { companyId } = actor
  const values = { id, companyId, userId, topic: topic.name, facts: facts as Record<string, unknown> }
  await db.insert(notices).values({ ...values, ...placed })
  if (isMailed && !placed.digestAt) await services.jobs.send(db, mailDelivery, { noticeId: id })
  return id
}

/** As this person wants to hear of it: by the bell, by mail, at once, or with the day's others. */
async function tellOne<Facts extends object>(
  teller: Teller,
  topic: Topic<Facts>,
  userId: number,
  facts: Facts,
  { values, href, about, isUrgent = false, byId }: Bell & { byId: number | null },
  { isMuted, wishes, quiet, timeZone }: Hearing,
): Promise<void> {
  if (isMuted) return
  const isHeard = !wishes?.silent.includes(topic.name)
  const isMailed = topic.mail !== undefined || wishes?.mailed.includes(topic.name) === true
  if (!isHeard && !isMailed) return
  const now = new Date()
  const wait = { ...quiet, digestAt: wishes?.digestAt ?? null }
  const digestAt = isMailed && !isUrgent ? whenMailed(now, wait, timeZone) : null
  const said = isHeard ? values : null
  const isPushed = isHeard && wishes?.hasPush === true && !wishes.unpushed.includes(topic.name)
  const pushAt = isPushed && !isUrgent ? quietUntil(now, quiet, timeZone) : null
  const placed = { said, href, about, isUrgent, digestAt, pushAt, byId: byId === userId ? null : byId }
  const id = await write(teller, topic, userId, facts, placed, isMailed)
  if (isPushed && !pushAt) await teller.services.jobs.send(teller.db, pushDelivery, { noticeIds: [id] })
  if (said)
    teller.emissions?.push({
      ...{ channels: [userChannel(userId)], event: 'notice.created' },
      data: noticeEvents['notice.created'].parse({ id, is_urgent: isUrgent }),
    })
}

/** Takes note that the caller has read notices, or all of them. */
export async function readNotices(
  ctx: Context,
  { ids, all }: { ids?: string[] | undefined; all?: boolean | undefined },
) {
  if (ids?.length || all)
    await ctx.db
      .update(notices)
      .set({ readAt: ctx.now })
      .where(
        and(
          ...[eq(notices.companyId, companyOf(ctx)), eq(notices.userId, ctx.actor.id)],
          ...[isNotNull(notices.said), isNull(notices.readAt), all ? undefined : inArray(notices.id, ids ?? [])],
        ),
      )
  return { unread_count: await countUnread(ctx) }
}

/** Keeps how the caller wants to hear of what. */
export async function setPreferences(ctx: Context, { muted, ...changes }: Partial<Camelled>) {
  const companyId = companyOf(ctx)
  const userId = ctx.actor.id
  if (muted) await setMutedThings(ctx, muted)
  await ctx.db
    .insert(noticePreferences)
    .values({ companyId, userId, ...changes })
    .onConflictDoUpdate({
      target: [noticePreferences.companyId, noticePreferences.userId],
      set: Object.keys(changes).length > 0 ? changes : { userId },
    })
  return ownPreferences(ctx)
}

/** How the caller hears of what, in the company that they work in. */
export async function ownPreferences(ctx: Context): Promise<NoticePreferences> {
  const { id, companyId } = ctx.actor
  const [row, muted] = [
    (await preferencesOf(ctx.db, companyId ?? 0, [id])).get(id),
    await mutedThings(ctx.db, companyId ?? 0, id),
  ]
  return presentPreferences(row, muted)
}

type Camelled = {
  mailed: NoticePreferences['mailed']
  silent: NoticePreferences['silent']
  unpushed: NoticePreferences['unpushed']
  muted: string[]
  quietFrom: string | null
  quietTo: string | null
  isNeverQuiet: boolean
  digestAt: string | null
}
