/**
 * Sends due deliveries out of their table, with no connection held: each is taken by setting the moment at which it
 * counts as lost. Companies take turns and so do their webhooks, each with few under way.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { identifyKey } from '../accounts/identity.ts'
import { companies } from '../companies/table.ts'
import type { Services } from '../lib/context.ts'
import { type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import type { Outcome } from '../lib/outgoing/outgoing.ts'
import type { Identity } from '../lib/security/identity.ts'
import { rightsOf } from '../lib/security/rightsOf.ts'
import type { Worker } from '../module.ts'
import { type Delivered, noteDelivered, noteFailed, noteKeyOver, noteUnmade, noteUnreadable } from './outcomes.ts'
import type { DeliveryRow, WebhookRow } from './queries.ts'
import type { Render } from './render.ts'
import { signedHeaders } from './secrets.ts'
import { webhookDeliveries, webhooks } from './table.ts'

/** Deliveries under way: on a node, of one company, of one webhook, and of one that failed lately. */
const bounds = { atOnce: 32, ofCompany: 12, ofWebhook: 4, ofTroubled: 1, unnoted: 64 }
/** Failures in a row by which a webhook counts as troubled. */
export const failuresBeforeRest = 3
/** After so long a delivery that nobody noted is tried again: its node is gone. */
const lostAfterSeconds = 60
/** Pauses between two looks for new deliveries: while nothing happens, and for some time after one was sent. */
const betweenLooksMs = { idle: 1_000, busy: 100 }
const busyForMs = 5_000
/** What ends or arrives within so short a time is looked for or noted together, by one statement. */
const togetherMs = 5
const timeToFinishMs = 11_000

type Taken = { delivery: DeliveryRow; webhook: WebhookRow }
/** Deliveries that were taken together share the reader's rights and the body of an event. */
type Shared = { identities: Map<number, Promise<Identity | null>>; bodies: Map<string, Promise<string | null>> }

export class Sender implements Worker {
  private readonly services: Services
  private readonly render: Render
  private readonly underWay = new Map<number, { companyId: number; webhookId: number }>()
  private readonly all = new Set<Promise<void>>()
  private readonly stopping = new AbortController()
  private timer: NodeJS.Timeout
  private busyUntil = 0
  private arrived: { all: Delivered[]; noted: Promise<void> } | undefined
  private isLooking = false
  private isAskedAgain = false

  constructor(services: Services, render: Render) {
    this.services = services
    this.render = render
    this.timer = setTimeout(() => this.lookOn(), betweenLooksMs.idle)
  }

  /** Begins nothing more. Deliveries under way are broken off, and tried again when they count as lost. */
  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.stopping.abort()
    const all = Promise.all(this.all)
    const limit = new Promise(resolve => setTimeout(resolve, timeToFinishMs).unref())
    await Promise.race([all, limit])
  }

  /** Looks from time to time: where events happen others follow, which are not to wait. */
  private lookOn(): void {
    this.look()
    const isBusy = performance.now() < this.busyUntil
    this.timer = setTimeout(() => this.lookOn(), isBusy ? betweenLooksMs.busy : betweenLooksMs.idle)
  }

  /** Takes due deliveries, as far as there is room. A call while it looks asks for one more look. */
  private look(): void {
    this.isAskedAgain = true
    if (this.isLooking || this.stopping.signal.aborted) return
    this.isLooking = true
    this.takeAll()
      .catch(error => this.services.log.warn({ err: error }, 'Webhooks could not be looked through'))
      .finally(() => {
        this.isLooking = false
      })
  }

  private async takeAll(): Promise<void> {
    while (this.isAskedAgain && this.room() > 0 && !this.stopping.signal.aborted) {
      await delay(togetherMs)
      this.isAskedAgain = false
      const taken = await inTransaction(this.services, db => take(db, this.busy(), this.room()))
      if (taken.length > 0) this.busyUntil = performance.now() + busyForMs
      const shared: Shared = { identities: new Map(), bodies: new Map() }
      for (const one of taken) this.begin(one, shared)
    }
  }

  /** How many may begin. What arrived and is not noted yet takes room here, and none of its webhook. */
  private room(): number {
    return Math.min(bounds.atOnce - this.underWay.size, bounds.unnoted - this.all.size)
  }

  /** How many are under way, by webhook. */
  private busy(): Busy[] {
    const counts = new Map<number, Busy>()
    for (const { webhookId, companyId } of this.underWay.values()) {
      const busy = counts.get(webhookId) ?? { webhookId, companyId, count: 0 }
      counts.set(webhookId, { ...busy, count: busy.count + 1 })
    }
    return [...counts.values()]
  }

  private begin(taken: Taken, shared: Shared): void {
    const { id, companyId } = taken.delivery
    this.underWay.set(id, { companyId, webhookId: taken.webhook.id })
    const done = this.deliver(taken, shared)
      .catch(error => this.services.log.warn({ err: error }, 'A delivery of a webhook was not noted'))
      .finally(() => {
        this.answered(id)
        this.all.delete(done)
      })
    this.all.add(done)
  }

  /** Its receiver may be told of another. */
  private answered(id: number): void {
    this.underWay.delete(id)
    this.look()
  }

  private async deliver({ delivery, webhook }: Taken, shared: Shared): Promise<void> {
    const { services } = this
    const note = (work: (db: Database) => Promise<void>) => inTransaction(services, work)
    const made = await this.bodyOf(delivery, webhook, shared).catch(error => {
      services.recentErrors.note('webhooks', error)
      services.log.error({ err: error }, 'What a webhook sends could not be made')
      return 'unmade' as const
    })
    if (made === 'unmade') return note(db => noteUnmade(db, delivery))
    if (made === 'key is over') return note(db => noteKeyOver(db, services, webhook, delivery))
    if (made === null) return note(db => noteUnreadable(db, delivery))
    const { body } = made
    const headers = signedHeaders(services.serverKey, webhook, {
      ...{ messageId: delivery.messageId, body, now: new Date() },
    })
    const outcome: Outcome = await services.outgoing.post(webhook.url, {
      ...{ headers, body, stopping: this.stopping.signal },
    })
    // What was broken off here says nothing of the receiver.
    if (this.stopping.signal.aborted && outcome.failure) return
    const sent = { ...made, ...outcome }
    const isAccepted = outcome.failure === null && outcome.status !== null && Math.floor(outcome.status / 100) === 2
    // A receiver that fails gets no other before that is noted.
    if (isAccepted) this.answered(delivery.id)
    await (isAccepted
      ? this.noteArrived({ webhook, delivery, sent })
      : note(db => noteFailed(db, services, webhook, delivery, sent)))
  }

  /** What arrives within so short a time is noted by one statement. */
  private noteArrived(one: Delivered): Promise<void> {
    if (this.arrived) {
      this.arrived.all.push(one)
      return this.arrived.noted
    }
    const all = [one]
    const noted = delay(togetherMs).then(() => {
      this.arrived = undefined
      return inTransaction(this.services, db => noteDelivered(db, all))
    })
    this.arrived = { all, noted }
    return noted
  }

  /** The payload: the same as before, unless the key's rights are others by now. */
  private async bodyOf(
    { body, rights, ...delivery }: DeliveryRow,
    { keyId, companyId }: WebhookRow,
    { identities, bodies }: Shared,
  ) {
    const { services } = this
    const identity = await once(identities, keyId, () => this.identify(keyId))
    if (identity?.actor.companyId !== companyId) return 'key is over' as const
    const present = rightsOf(identity.actor)
    if (body !== null && rights === present) return { body, rights: present }
    const event = [keyId, delivery.type, delivery.rowId, delivery.createdAt.getTime()].join(' ')
    const made = await once(bodies, event, () => this.render(services, identity, { ...delivery, body, rights }))
    return made === null ? null : { body: made, rights: present }
  }

  /** The key as it is now; null for one that is over. */
  private identify(keyId: number): Promise<Identity | null> {
    return withDatabase(this.services.pools.deliveries, noTenant, false, db =>
      identifyKey(db, keyId, new Date()),
    ).catch(error => {
      if (error instanceof Problem && error.code === 'unauthenticated') return null
      throw error
    })
  }
}

/** The first call for a key makes it, and the others wait for the same. */
function once<Key, Value>(known: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

const inTransaction = <T>({ pools }: Pick<Services, 'pools'>, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase(pools.deliveries, noTenant, true, work)

type Busy = { webhookId: number; companyId: number; count: number }

/**
 * Takes up to `most` deliveries that are due: of each webhook as far as it has room, the first of each before the
 * second of any, and of companies likewise. Of paused and resting ones only tests.
 */
async function take(db: Database, busy: Busy[], most: number): Promise<Taken[]> {
  const { atOnce: _, ofCompany, ofWebhook, ofTroubled } = bounds
  const list = (pick: (one: Busy) => number) => sql`${sql.param(busy.map(pick))}::int[]`
  const { rows } = await db.execute<{ id: number }>(sql`
    with busy as (
      select * from unnest(${list(one => one.webhookId)}, ${list(one => one.companyId)}, ${list(one => one.count)})
        as b(webhook_id, company_id, number)
    ), listening as (
      select w.id, w.company_id, w.paused_at is null and coalesce(w.rests_until <= now(), true) as is_open,
        coalesce(b.number, 0) as number,
        case when w.failures >= ${failuresBeforeRest} then ${ofTroubled}::int else ${ofWebhook}::int end
          - coalesce(b.number, 0) as room
      from ${webhooks} w left join busy b on b.webhook_id = w.id
      where exists (select from ${companies} c where c.id = w.company_id and c.archived_at is null)
        and exists (select from ${webhookDeliveries} d where d.webhook_id = w.id and d.due_at <= now())
    ), placed as (
      select d.id, l.company_id, l.number + row_number() over (partition by l.id order by d.due_at, d.id) as place
      from listening l cross join lateral (
        select due.* from (
          select d.id, d.due_at from ${webhookDeliveries} d
          where l.is_open and d.webhook_id = l.id and d.due_at <= now()
          order by d.due_at, d.id limit greatest(l.room, 0) for update skip locked
        ) due
        union all
        select test.* from (
          select d.id, d.due_at from ${webhookDeliveries} d
          where not l.is_open and d.webhook_id = l.id and d.due_at <= now() and d.type = 'webhook.test'
          order by d.due_at, d.id limit greatest(l.room, 0) for update skip locked
        ) test
      ) d
    ), turns as (
      select p.id, coalesce((select sum(b.number) from busy b where b.company_id = p.company_id), 0)
        + row_number() over (partition by p.company_id order by p.place, random()) as turn
      from placed p
    )
    update ${webhookDeliveries} set due_at = now() + make_interval(secs => ${lostAfterSeconds}), tries = tries + 1
    where id in (select id from turns where turn <= ${ofCompany} order by turn, random() limit ${most})
    returning id`)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(
      webhooks,
      and(eq(webhooks.companyId, webhookDeliveries.companyId), eq(webhooks.id, webhookDeliveries.webhookId)),
    )
    .where(inArray(webhookDeliveries.id, ids))
}
