/**
 * A screen that people wait for in the field is rendered before the navigation around it (`comesFirst` of its route).
 * It calls `markFirstPaint` when it is usable.
 */
import { Listeners } from '../lib/listeners.ts'

/** A screen that shows nothing yet, because it waits for the server, must not keep the navigation away. */
const maxMs = 2_000

const listeners = new Listeners()

/** Says that the screen is usable, so that the rest may be rendered. */
export function markFirstPaint(): void {
  listeners.notify()
}

/** Calls back once, when the first paint is done or took too long; until the returned function is called. */
export function onFirstPaint(listener: () => void): () => void {
  const timer = setTimeout(tell, maxMs)
  function forget() {
    clearTimeout(timer)
    leave()
  }
  function tell() {
    forget()
    listener()
  }
  const leave = listeners.subscribe(tell)
  return forget
}

/** Does something when the page has nothing better to do; where it never has, after `maxMs`. */
export function whenIdle(work: () => void, maxMs = 300): void {
  // Safari has no idle time to offer.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: maxMs })
  else setTimeout(work, maxMs)
}
