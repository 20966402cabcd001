/**
 * What is brought to people by servers of others, which may be slow, silent or gone: outside any transaction, so that nothing waits for
 * them but the delivery itself, which has a limit. What fails is tried again for about a day; then it is a dead letter and kept.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { JobResult, PgBoss } from 'pg-boss'
import type { Services } from '../services.ts'
import type { Queues } from './queues.ts'

export type Delivery<Data extends object> = {
  name: string
  /** Throwing repeats it with growing delays; `Undeliverable` makes it a dead letter at once. */
  deliver: (data: Data, services: Services) => Promise<void>
}

/** Another try would bring the same. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

export const deadLetters = 'dead-letters'

/** How many of a channel are under way at once on a node: as many silent servers delay the others by a time limit. */
const atOnce = 8
const timeLimitMs = 30_000
const day = 24 * 3600

/** 30 s, 1 min, 2 min … an hour apart: a mail server may be away for a day. */
export const retries = { retryLimit: 30, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600 } as const
const kept = { retentionSeconds: 30 * day, deleteAfterSeconds: 30 * day }

export async function prepareDeliveries(queues: Queues, deliveries: Pick<Delivery<never>, 'name'>[]): Promise<void> {
  await queues.bring(deadLetters, kept)
  for (const { name } of deliveries) await queues.bring(name, { ...retries, deadLetter: deadLetters, notify: true })
}

/** Delivers until `stopping`: what is under way then is left for the next start. */
export async function startDelivery(
  boss: PgBoss,
  { name, deliver }: Delivery<never>,
  services: Services,
  stopping: AbortSignal,
): Promise<void> {
  const fetching = {
    batchSize: atOnce,
    burstWhenBatchFull: true,
    perJobResults: true,
    notifyPollingIntervalSeconds: 5,
  } as const
  await boss.work(name, fetching, batch =>
    Promise.all(
      batch.map(async ({ id, data }): Promise<JobResult> => {
        try {
          await within(deliver(data as never, services), stopping)
          return { id, status: 'completed' }
        } catch (error) {
          services.log.warn({ err: error, delivery: name }, 'A delivery failed')
          const status = error instanceof Undeliverable ? 'deadletter' : 'failed'
          return { id, status, output: { message: error instanceof Error ? error.message : String(error) } }
        }
      }),
    ),
  )
}

async function within(work: Promise<void>, stopping: AbortSignal): Promise<void> {
  // What it throws after it was given up on is nobody's any more.
  work.catch(() => {})
  const settled = new AbortController()
  const limit = delay(timeLimitMs, undefined, { signal: AbortSignal.any([stopping, settled.signal]) })
  const given = limit.then(
    () => {
      throw new Error(`Given up on after ${timeLimitMs / 1000} s`)
    },
    () => {
      if (stopping.aborted) throw new Error('Given up on, because tend stops')
    },
  )
  try {
    await Promise.race([work, given])
  } finally {
    settled.abort()
    given.catch(() => {})
  }
}
