import { onKeyAvailable } from './encryption/deviceKey.ts'

/**
 * Does again, once, what failed for somebody who is looking at the screen: when the network is back, a key has come or
 * the page is seen again, and without any of these after a while, longer with each step up to twelve seconds. A page
 * that nobody sees waits until it is seen. Returns what calls it off.
 */
export function retryLater(again: () => void, step: number): () => void {
  const timer = setTimeout(whenSeen, withJitter(step))
  const unwatch = onKeyAvailable(now)
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

/**
 * Fetches a part of the app that nobody asked for and that the page cannot do without, again until it is here, and
 * gives it to `use`: what cannot be fetched once must not be missing until the page is loaded again. Returns what calls
 * it off.
 */
export function loadWithRetry<Part>(load: () => Promise<Part>, use: (part: Part) => void): () => void {
  let failures = 0
  let isOver = false
  let stop = () => {}
  function fetch(): void {
    load().then(
      part => isOver || use(part),
      error => {
        if (failures === 0) console.warn('A part of the app is missing, and is fetched again', error)
        if (!isOver) stop = retryLater(fetch, failures++)
      },
    )
  }
  fetch()
  return () => {
    isOver = true
    stop()
  }
}

const STEPS_MS = [1000, 2000, 4000, 8000]

/**
 * How long to wait before try number `step`: 1, 2, 4, then 8 seconds, and up to half as long again, so that not all try
 * at once.
 */
export function withJitter(step: number): number {
  const wait = STEPS_MS[Math.min(step, STEPS_MS.length - 1)] ?? 0
  return wait * (1 + Math.random() / 2)
}
