/** Nobody is taken anywhere that they did not see coming. */
const patienceMs = 3_000

/**
 * Does something with an element as soon as there is a way to answer in it: rows and rarer types of questions come when they are needed,
 * a moment after their page. Gives up after a while, and when what it returns is called.
 */
export function whenInPage(id: string, work: (element: HTMLElement) => void): () => void {
  const until = Date.now() + patienceMs
  let frame = 0
  function look() {
    const element = document.getElementById(id)
    const isReady = element?.querySelector('input, textarea, button:not([aria-haspopup])')
    if (element && (isReady || Date.now() > until)) return work(element)
    if (Date.now() <= until) frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}
