/**
 * Heavy work in the middle of a call. The handler is broken off there: its transaction is rolled back and its connection given back; the
 * work is done, and the call begins anew with what came of it, in a new transaction that reads all rows again. So a connection is never
 * held meanwhile, and nothing that changed in between goes unseen.
 */
import { Problem } from '#shared/lib/problem.ts'

/** What was done apart for one call, by what it was done with. */
export type Worked = Map<string, unknown>

/** More pieces than any call wants one after the other. */
const maxRounds = 8

class WantedApart extends Error {
  readonly key: string
  readonly work: () => Promise<unknown>
  constructor(key: string, work: () => Promise<unknown>) {
    super('This is done apart, and the call begun anew.')
    this.key = key
    this.work = work
  }
}

/** What the work comes to. `key` says all that it rests on: with another one it is done again. Nothing may catch what this throws. */
export async function apart<T>({ worked }: { worked: Worked }, key: string, work: () => Promise<T>): Promise<T> {
  if (!worked.has(key)) throw new WantedApart(key, work)
  return worked.get(key) as T
}

/** Runs work in memory once for a call, however often the call starts again. */
export async function onceForCall<T>({ worked }: { worked: Worked }, key: string, work: () => Promise<T>): Promise<T> {
  if (!worked.has(key)) worked.set(key, await work())
  return worked.get(key) as T
}

/**
 * Answers a call, beginning anew after each piece of work that it wants done apart. What such work came to is disposed of at the end where
 * it says how (`Symbol.asyncDispose`).
 */
export async function inRounds<T>(worked: Worked, attempt: () => Promise<T>): Promise<T> {
  try {
    return await round(worked, attempt)
  } finally {
    for (const done of worked.values()) if (isDisposable(done)) await done[Symbol.asyncDispose]()
  }
}

const isDisposable = (done: unknown): done is AsyncDisposable =>
  typeof done === 'object' && done !== null && Symbol.asyncDispose in done

async function round<T>(worked: Worked, attempt: () => Promise<T>): Promise<T> {
  for (let round = 1; round <= maxRounds; round++)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WantedApart)) throw error
      worked.set(error.key, await error.work())
    }
  // What the work rests on changed each time meanwhile.
  throw new Problem('unavailable')
}
