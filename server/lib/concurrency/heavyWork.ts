/**
 * Runs work that takes a processor longer than a call may, off the answering thread and without a database connection,
 * with a deadline and turns of companies. JavaScript runs in threads, Typst and pictures in processes because native
 * code cannot be interrupted, hashes in the library's own threads.
 */
import { availableParallelism } from 'node:os'
import { Problem } from '#shared/lib/problem.ts'
import { requireNothingHeld } from './connectionGuard.ts'
import { FairSemaphore } from './FairSemaphore.ts'

const cores = availableParallelism()

/** Requests keep a core of their own, where there is more than one. */
const atOnce = Math.max(1, cores - 1)
const threads = new FairSemaphore({ atOnce, maxWaiting: 20 })

/**
 * Time that a piece of each kind may take in all, far longer than any takes on an idle machine. Too expensive pieces
 * are found by processor time (`threads.ts`) and by the points of pictures.
 */
export const kinds = {
  spreadsheet: { turns: threads, milliseconds: 60_000 },
  /** A few rows of an export at a time, so that others have their turns in between. */
  rows: { turns: threads, milliseconds: 60_000 },
  evaluation: { turns: threads, milliseconds: 30_000 },
  archive: { turns: threads, milliseconds: 180_000 },
  document: { turns: new FairSemaphore({ atOnce: 1, maxWaiting: 100 }), milliseconds: 30_000 },
  /** SVGs, apart from photos: most take some hundredths of a second. */
  drawing: { turns: new FairSemaphore({ atOnce: 1, maxWaiting: 100 }), milliseconds: 30_000 },
  /** One at a time: a picture of 64 million points takes 256 MB while it is drawn. */
  picture: { turns: new FairSemaphore({ atOnce: 1, maxWaiting: 100 }), milliseconds: 60_000 },
  /** In steps between which others are answered. */
  calendar: { turns: new FairSemaphore({ atOnce: 1, maxWaiting: 100 }), milliseconds: 30_000 },
  hash: { turns: new FairSemaphore({ atOnce, maxWaiting: 200 }), milliseconds: 20_000 },
} satisfies Record<string, { turns: FairSemaphore; milliseconds: number }>

const retryAfter = 30

/**
 * Does heavy work when it is the turn of `whose`: a company, or a place on the network where nobody is signed in.
 * `stop` is aborted at the deadline, which counts from the turn. Throws 503 where too much waits, or it takes too long.
 */
export function heavyWork<T>(
  kind: keyof typeof kinds,
  key: string,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  requireNothingHeld(kind)
  const { turns, milliseconds } = kinds[kind]
  return turns.take(key, async () => {
    const stop = AbortSignal.timeout(milliseconds)
    try {
      return await work(stop)
    } catch (error) {
      throw stop.aborted ? new Problem('unavailable', { retryAfter }) : error
    }
  })
}
