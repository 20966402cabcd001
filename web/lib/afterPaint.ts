/** Bound of the wait where no frame is drawn, because the page is hidden. */
const maxMs = 100

/** Does something after the next paint, so that it does not delay it. Returns the function that cancels it. */
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
