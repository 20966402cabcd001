/**
 * Long work on the thread that answers calls: it yields by the clock, so that others are answered in between. Counting
 * steps would yield too rarely where steps are dear, and too often where they are cheap.
 */

/** Bound of the others' wait, in milliseconds, and one step more. */
const maxStep = 10

/** Yields to other calls where the last yield was a while ago. Throws where the work was aborted. */
export function yieldByClock(stop?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    stop?.throwIfAborted()
    if (performance.now() - last < maxStep) return
    await new Promise(resolve => setImmediate(resolve))
    last = performance.now()
  }
}
