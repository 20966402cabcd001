/** Where no frame is drawn, because the page is hidden, nothing waits for longer. */
const maxMs = 100

/**
 * Does something as soon as the screen shows what changed until now, so that it does not stand in the way of that.
 * Returns what calls it off.
 */
export function afterPaint(work: () => void): () => void {
  let timer = setTimeout(work, maxMs)
  const frame = globalThis.requestAnimationFrame?.(() => {
    clearTimeout(timer)
    timer = setTimeout(work)
  })
  return () => {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
}
