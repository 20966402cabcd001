import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/**
 * A component that is fetched when it is first shown; where it does not arrive, the page stays as it is. React's own
 * `lazy` shows it 300 ms after the last thing that suspended, at the earliest.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  let here: ComponentType<Props> | undefined
  let arrival: Promise<void> | undefined
  async function fetchPart() {
    here = await load().catch(() => Missing)
  }
  return function LazyPart(props) {
    const [Part, show] = useState(() => here)
    if (!Part) arrival ??= fetchPart()
    useEffect(() => void arrival?.then(() => show(() => here)), [])
    return <Suspense>{Part && <Part {...props} />}</Suspense>
  }
}

/** Asking again is in vain: browsers remember until the page is loaded again what they could not fetch. */
function Missing() {
  useEffect(() => void dispatchEvent(new Event('part-missing')), [])
  return null
}

/** A part in the flow of a page, which comes with the `Suspense` around it: later it would move the content below. */
export const lazySection = <Props extends object>(load: Load<Props>) => lazy(async () => ({ default: await load() }))
