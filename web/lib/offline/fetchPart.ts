import { tryAgain } from './tryAgain.ts'

/**
 * Fetches a part of the app that nobody asked for and that the page cannot do without, again until it is here, and gives it to `use`: what cannot
 * be fetched once must not be missing until the page is loaded again. Returns what calls it off.
 */
export function fetchPart<Part>(load: () => Promise<Part>, use: (part: Part) => void): () => void {
  let failures = 0
  let isOver = false
  let stop = () => {}
  function fetch(): void {
    load().then(
      part => isOver || use(part),
      error => {
        if (failures === 0) console.warn('A part of the app is missing, and is fetched again', error)
        if (!isOver) stop = tryAgain(fetch, failures++)
      },
    )
  }
  fetch()
  return () => {
    isOver = true
    stop()
  }
}
