/** Where the page is never idle, nothing waits for longer. */
const longestMs = 300

/** Does something when the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  // Safari has no idle time to offer.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: longestMs })
  else setTimeout(work, longestMs)
}
