import { withJitter } from '../backOff.ts'
import { whenKeyComes } from './sealing/deviceKey.ts'

/**
 * Does again, once, what failed for somebody who is looking at the screen: when the network is back, a key has come or the page is seen again,
 * and without any of these after a while, longer with each step up to twelve seconds. A page that nobody sees waits until it is
 * seen. Returns what calls it off.
 */
export function tryAgain(again: () => void, step: number): () => void {
  const timer = setTimeout(whenSeen, withJitter(step))
  const unwatch = whenKeyComes(now)
  addEventListener('online', whenSeen)
  document.addEventListener('visibilitychange', whenSeen)

  function stop(): void {
    clearTimeout(timer)
    unwatch()
    removeEventListener('online', whenSeen)
    document.removeEventListener('visibilitychange', whenSeen)
  }
  function now(): void {
    stop()
    again()
  }
  function whenSeen(): void {
    if (document.visibilityState === 'visible') now()
  }
  return stop
}
