/** Does something when the page has nothing better to do; where it never has, after `longestMs`. */
export function whenIdle(work: () => void, longestMs = 300): void {
  // Safari has no idle time to offer.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: longestMs })
  else setTimeout(work, longestMs)
}
