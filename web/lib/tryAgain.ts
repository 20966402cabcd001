import { withJitter } from './backOff.ts'

/**
 * Does again, once, what failed for somebody who is looking at the screen: when the network is back or the page is seen again, and
 * without either after a while, longer with each step up to twelve seconds. A page that nobody sees waits until it is seen. Returns
 * what calls it off.
 */
export function tryAgain(again: () => void, step: number): () => void {
  const timer = setTimeout(whenSeen, withJitter(step))
  addEventListener('online', whenSeen)
  document.addEventListener('visibilitychange', whenSeen)

  function stop(): void {
    clearTimeout(timer)
    removeEventListener('online', whenSeen)
    document.removeEventListener('visibilitychange', whenSeen)
  }
  function whenSeen(): void {
    if (document.visibilityState !== 'visible') return
    stop()
    again()
  }
  return stop
}
