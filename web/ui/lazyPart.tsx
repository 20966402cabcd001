import { type ComponentType, Suspense, useEffect, useState } from 'react'

/**
 * Components of one file, fetched when the first is shown; `Before` takes the room. Without it the page stays as it is.
 * React's own `lazy` shows it 300 ms after the last thing that suspended, at the earliest.
 */
export function lazyParts<File>(load: () => Promise<File>) {
  let here: File | undefined
  let arrival: Promise<void> | undefined
  async function fetchFile() {
    here = await load().catch(() => undefined)
  }
  return <Props extends object>(pick: (file: File) => ComponentType<Props>, Before?: ComponentType<Props>) =>
    function LazyPart(props: Props) {
      const [Part, show] = useState(() => here && pick(here))
      if (!Part) arrival ??= fetchFile()
      useEffect(() => void arrival?.then(() => show(() => (here ? pick(here) : Missing))), [])
      return <Suspense>{Part ? <Part {...props} /> : Before && <Before {...props} />}</Suspense>
    }
}

/** The only component of its file. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyParts(load)(Part => Part)

/** Asking again is in vain: browsers remember until the page is loaded again what they could not fetch. */
function Missing() {
  useEffect(() => void dispatchEvent(new Event('part-missing')), [])
  return null
}
