import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { type NotificationPreferences, notificationEvents } from '#shared/notifications/contract.ts'
import { type Bell, type Context, companyOf, type Services, type Topic } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { OutgoingEvent } from '../lib/pusher/adapter.ts'
import { mailDelivery } from './mailDelivery.ts'
import { mutedThings, setMutedThings } from './mutes.ts'
import { pushDelivery } from './push.ts'
import { countUnread, preferencesOf, presentPreferences } from './queries.ts'
import { type DeliveryPreferences, deliveryPreferencesOf, quietUntil, whenMailed } from './quietHours.ts'
import { notices, notificationPreferences } from './table.ts'

/** The context of a notification: that of a request, or of a job with its company. */
export type NotifyContext = {
  db: Database
  services: Pick<Services, 'jobs'>
  /** `id` is whose doing it is; 0 or none where that is nobody of the company. */
  actor: { companyId: number | null; id?: number }
  /** Browsers hear of it too, where it is there. */
  outgoingEvents?: OutgoingEvent[]
}

/**
 * Notifies people: one notification each, and a delivery on each channel that they want, in the transaction of `db`.
 * Deliveries leave after the commit, each on its own, so that a failed one does not send the others twice. It takes
 * three statements for each `maxTogether` people. Returns how many hear of it: not those who muted it.
 */
export async function notify<Facts extends object>(
  teller: NotifyContext,
  topic: Topic<Facts>,
  people: Iterable<number>,
  facts: Facts,
): Promise<number> {
  return notifyEach(teller, topic, [{ people, facts }])
}

/** Tells of several things at once, each with the people that it is for. Returns how many of these hear of one. */
export async function notifyEach<Facts extends object>(
  teller: NotifyContext,
  topic: Topic<Facts>,
  recipients: { people: Iterable<number>; facts: Facts }[],
): Promise<number> {
  const { companyId } = teller.actor
  const byId = teller.actor.id || null
  const asked = recipients.flatMap(({ people, facts }) => {
    const ids = [...new Set(people)]
    const bell = companyId === null ? undefined : topic.bell?.(facts)
    return ids.length > 0 ? [{ ids, facts, bell }] : []
  })
  const notes: Note[] = []
  // Preferences are read once for all recipients.
  for (const alike of Map.groupBy(asked, ({ bell }) => `${bell?.about} ${bell?.isUrgent ?? false}`).values()) {
    const [{ bell } = { bell: undefined }] = alike
    const all = [...new Set(alike.flatMap(({ ids }) => ids))]
    const hearing =
      bell && companyId !== null ? await deliveryPreferencesOf(teller.db, companyId, all, bell, byId) : undefined
    for (const { ids, facts, bell: said } of alike)
      for (const userId of ids) {
        const note =
          hearing && said
            ? asHeard(teller, topic, userId, facts, { ...said, byId }, hearing(userId))
            : noteOf(teller, topic, userId, facts)
        if (note) notes.push(note)
      }
  }
  await write(teller, notes)
  return new Set(notes.map(({ row }) => row.userId)).size
}

/** Notifies an address that the facts name. */
export async function notifyAddress<Facts extends object>(
  teller: NotifyContext,
  topic: Topic<Facts>,
  facts: Facts,
): Promise<void> {
  await write(teller, [noteOf(teller, topic, null, facts)])
}

type Row = typeof notices.$inferInsert
/** A notification that is to be written, and how it goes out. */
type Note = { row: Row & { id: string }; isMailed: boolean; isPushed: boolean; isUrgent: boolean }

/** Rows in one statement, which may have 65,535 values. */
const maxTogether = 1_000

async function write({ db, services, outgoingEvents }: NotifyContext, notes: Note[]): Promise<void> {
  for (let from = 0; from < notes.length; from += maxTogether) {
    const some = notes.slice(from, from + maxTogether)
    await db.insert(notices).values(some.map(({ row }) => row))
    const ownerOf = ({ companyId = null, userId = null }: Row) => ({ companyId, userId })
    await services.jobs.sendEach(
      db,
      mailDelivery,
      some.filter(note => note.isMailed).map(({ row }) => ({ data: { noticeId: row.id }, owner: ownerOf(row) })),
    )
    await services.jobs.sendEach(
      db,
      pushDelivery,
      some.filter(note => note.isPushed).map(({ row }) => ({ data: { noticeIds: [row.id] }, owner: ownerOf(row) })),
    )
    for (const { row, isUrgent } of some)
      if (row.said && row.userId)
        outgoingEvents?.push({
          ...{ channels: [userChannel(row.userId)], event: 'notice.created' },
          data: notificationEvents['notice.created'].parse({ id: row.id, is_urgent: isUrgent }),
        })
  }
}

function noteOf<Facts extends object>(
  { actor: { companyId } }: NotifyContext,
  topic: Topic<Facts>,
  userId: number | null,
  facts: Facts,
): Note {
  const row = { id: randomUUID(), companyId, userId, topic: topic.name, facts: facts as Record<string, unknown> }
  return { row, isMailed: topic.mail !== undefined, isPushed: false, isUrgent: false }
}

/**
 * As this person wants to hear of it: by the bell, by mail, at once, or with the day's others. Undefined where not at
 * all.
 */
function asHeard<Facts extends object>(
  teller: NotifyContext,
  topic: Topic<Facts>,
  userId: number,
  facts: Facts,
  { values, href, about, isUrgent = false, byId }: Bell & { byId: number | null },
  { isMuted, wishes, quiet, timeZone }: DeliveryPreferences,
): Note | undefined {
  if (isMuted) return undefined
  const isHeard = !wishes?.silent.includes(topic.name)
  const isMailed = topic.mail !== undefined || wishes?.mailed.includes(topic.name) === true
  if (!isHeard && !isMailed) return undefined
  const now = new Date()
  const wait = { ...quiet, digestAt: wishes?.digestAt ?? null }
  const digestAt = isMailed && !isUrgent ? whenMailed(now, wait, timeZone) : null
  const said = isHeard ? values : null
  const isPushed = isHeard && wishes?.hasPush === true && !wishes.unpushed.includes(topic.name)
  const pushAt = isPushed && !isUrgent ? quietUntil(now, quiet, timeZone) : null
  const placed = { said, href, about, isUrgent, digestAt, pushAt, byId: byId === userId ? null : byId }
  const { row } = noteOf(teller, topic, userId, facts)
  return { row: { ...row, ...placed }, isMailed: isMailed && !digestAt, isPushed: isPushed && !pushAt, isUrgent }
}

/** Marks notifications of the caller as read, or all of them. */
export async function readNotifications(
  { ids, all }: { ids?: string[] | undefined; all?: boolean | undefined },
  ctx: Context,
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
export async function setPreferences({ muted, ...changes }: Partial<Camelled>, ctx: Context) {
  const companyId = companyOf(ctx)
  const userId = ctx.actor.id
  if (muted) await setMutedThings(ctx, muted)
  await ctx.db
    .insert(notificationPreferences)
    .values({ companyId, userId, ...changes })
    .onConflictDoUpdate({
      target: [notificationPreferences.companyId, notificationPreferences.userId],
      set: Object.keys(changes).length > 0 ? changes : { userId },
    })
  return ownPreferences(ctx)
}

/** Returns the caller's preferences in their company. */
export async function ownPreferences(ctx: Context): Promise<NotificationPreferences> {
  const { id, companyId } = ctx.actor
  const [row, muted] = [
    (await preferencesOf(ctx.db, companyId ?? 0, [id])).get(id),
    await mutedThings(ctx.db, companyId ?? 0, id),
  ]
  return presentPreferences(row, muted)
}

type Camelled = {
  mailed: NotificationPreferences['mailed']
  silent: NotificationPreferences['silent']
  unpushed: NotificationPreferences['unpushed']
  muted: string[]
  quietFrom: string | null
  quietTo: string | null
  isNeverQuiet: boolean
  digestAt: string | null
}
