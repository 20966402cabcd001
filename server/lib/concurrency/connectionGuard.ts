/**
 * Connection guard: in tests it throws where heavy work is done, or a second connection asked for, while one of the few
 * connections is held. It costs nothing elsewhere.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The pools of which a connection is held. */
let held: AsyncLocalStorage<ReadonlySet<object>> | undefined

/** From now on, heavy work while a connection is held throws, and taking a second one of the same pool. */
export function forbidHeavyWorkWhileHolding(): void {
  held ??= new AsyncLocalStorage()
}

export function guardingConnection<T>(pool: object, work: () => Promise<T>): Promise<T> {
  return held ? held.run(new Set([...(held.getStore() ?? []), pool]), work) : work()
}

export function requireNothingHeld(what: string): void {
  if (held?.getStore()) throw new Error(`Heavy work (${what}) while a connection is held: do it in the prepare step.`)
}

export function requireNoConnection(pool: object): void {
  if (held?.getStore()?.has(pool))
    throw new Error('A second connection of the same pool while one is held: do it in the prepare step.')
}

/** Does work that may be heavy while it holds a connection: a first start, for which nobody waits yet. */
export const unguarded = <T>(work: () => T): T => (held ? held.exit(work) : work())
