import { tryAgain as tryAgainLater } from '../tryAgain.ts'
import { whenKeyComes } from './sealing/deviceKey.ts'

/** As `lib/tryAgain.ts`, and also when a key has come: what is kept here could not be read without it. Returns what calls it off. */
export function tryAgain(again: () => void, step: number): () => void {
  const unwatch = whenKeyComes(now)
  const stopTrying = tryAgainLater(now, step)
  function stop(): void {
    unwatch()
    stopTrying()
  }
  function now(): void {
    stop()
    again()
  }
  return stop
}
