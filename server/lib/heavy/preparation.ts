/**
 * Heavy work is prepared before the transaction, so no connection is held during it. What it came to is kept for the call under all that it
 * was made from: the handler, which reads again under its locks, finds it only where that is unchanged.
 */
import { Problem } from '#shared/lib/problem.ts'

/** What was prepared for one call, by what it was made from. */
export class Preparation {
  private readonly results = new Map<string, unknown>()
  private isOver = false

  /** Begins the part of a call that holds a connection. */
  end(): void {
    this.isOver = true
  }

  /** Does work once for a call, before its transaction or, by `inRounds`, between two tries of it. */
  async of<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.results.has(key)) return this.results.get(key) as T
    if (this.isOver) throw new NotPrepared(key, work)
    const result = await work()
    this.results.set(key, result)
    return result
  }

  /** Ends what says how, such as files that no row names in the end. */
  async dispose(): Promise<void> {
    for (const result of this.results.values()) if (isDisposable(result)) await result[Symbol.asyncDispose]()
  }

  /** How many pieces of work the call has had done. */
  get size(): number {
    return this.results.size
  }

  has(key: string): boolean {
    return this.results.has(key)
  }

  keep(key: string, result: unknown): void {
    this.results.set(key, result)
  }
}

const isDisposable = (result: unknown): result is AsyncDisposable =>
  typeof result === 'object' && result !== null && Symbol.asyncDispose in result

class NotPrepared extends Error {
  readonly key: string
  readonly work: () => Promise<unknown>
  constructor(key: string, work: () => Promise<unknown>) {
    super('This was not prepared.')
    this.key = key
    this.work = work
  }
}

/** What heavy work comes to. `key` says all that it rests on. */
export const prepared = <T>(
  { preparation }: { preparation: Preparation },
  key: string,
  work: () => Promise<T>,
): Promise<T> => preparation.of(key, work)

/** More pieces than any call wants one after the other. */
const maxRounds = 8

type Rest = Partial<Record<'beforeCommit' | 'deferred' | 'emissions' | 'afterCommit' | 'afterReading', unknown[]>> & {
  afterRollback?: (() => Promise<void>)[]
}

/** Begins a call again after work that it did not prepare. It goes when all calls prepare theirs. */
export async function inRounds<T>(
  { preparation, ...rest }: { preparation: Preparation } & Rest,
  attempt: () => Promise<T>,
): Promise<T> {
  preparation.end()
  const undoing = [...(rest.afterRollback ?? [])]
  for (let round = 1; ; round++)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof NotPrepared)) throw error
      // What the work rests on changed each time.
      if (round > maxRounds) throw new Problem('unavailable')
      const { beforeCommit, deferred, emissions, afterCommit, afterReading } = rest
      for (const list of [beforeCommit, deferred, emissions, afterCommit, afterReading]) list?.splice(0)
      rest.afterRollback?.splice(0, Number.POSITIVE_INFINITY, ...undoing)
      preparation.keep(error.key, await error.work())
    }
}

/** Runs work in memory once for a call, however often the call starts again. */
export async function onceForCall<T>(
  { preparation }: { preparation: Preparation },
  key: string,
  work: () => Promise<T>,
): Promise<void> {
  if (preparation.has(key)) return
  preparation.keep(key, await work())
}
