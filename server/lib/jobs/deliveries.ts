/**
 * Deliveries by servers of others, which may be slow or gone. They run outside any transaction with a time limit, are
 * tried again for about a day, and then kept as dead letters.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '../context.ts'
import { held, type Turns } from './Dispatcher.ts'
import type { Queues } from './queues.ts'

export { Undeliverable } from './Dispatcher.ts'

export type Delivery<Data extends object> = {
  name: string
  /** Without them `usualTurns`. */
  turns?: Turns
  /** Throwing repeats it with growing delays; `Undeliverable` makes it a dead letter at once. */
  deliver: (data: Data, services: Services) => Promise<void>
}

export const deadLetters = 'dead-letters'

/** Mail servers take a few connections at once; of one company's mails few enough that others find a place. */
export const usualTurns: Turns = { atOnce: 8, ofOne: 3 }
const timeLimitMs = 30_000
const day = 24 * 3600

/** 30 s, 1 min, 2 min … an hour apart: a mail server may be away for a day. */
export const retries = { retryLimit: 30, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600 } as const
const kept = { retentionSeconds: 30 * day, deleteAfterSeconds: 30 * day }

export async function prepareDeliveries(queues: Queues, deliveries: Pick<Delivery<never>, 'name'>[]): Promise<void> {
  await queues.ensure(deadLetters, kept)
  for (const { name } of deliveries)
    await queues.ensure(name, { ...retries, ...held, deadLetter: deadLetters, notify: true })
}

/** Does the work of a delivery for at most its time limit, and until `stopping`: then it is left for the next start. */
export async function withinTimeLimit(work: Promise<void>, stopping: AbortSignal): Promise<void> {
  // What it throws after it was given up on is nobody's any more.
  work.catch(() => {})
  const settled = new AbortController()
  const limit = delay(timeLimitMs, undefined, { signal: AbortSignal.any([stopping, settled.signal]) })
  const given = limit.then(
    () => {
      throw new Error(`Timed out after ${timeLimitMs / 1000} s`)
    },
    () => {
      if (stopping.aborted) throw new Error('Aborted, because tend stops')
    },
  )
  try {
    await Promise.race([work, given])
  } finally {
    settled.abort()
    given.catch(() => {})
  }
}
