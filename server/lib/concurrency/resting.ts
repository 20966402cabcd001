/**
 * Long work on the thread that answers: it rests by the clock, so that others are answered in between, however dear a
 * single step is. What is counted in steps rests too rarely where steps are dear, and too often where they are not.
 */

/** So long others wait at the most, and one step more. */
const maxStep = 10

/** Lets others be answered where the last time was a while ago. Throws where the work may go on no longer. */
export function restingByTheClock(stop?: AbortSignal): () => Promise<void> {
  let last = performance.now()
  return async () => {
    stop?.throwIfAborted()
    if (performance.now() - last < maxStep) return
    await new Promise(resolve => setImmediate(resolve))
    last = performance.now()
  }
}
