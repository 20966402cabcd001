import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/**
 * A component that is fetched when it is first shown: an editing form is not needed to read a list. Where it does not arrive, the page
 * that asked for it stays as it is.
 * `const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))`
 *
 * It is not React's own `lazy`: what has suspended appears 300 ms after the last thing that did at the earliest, and once more asks for it
 * where it is already here.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  let here: ComponentType<Props> | undefined
  let arrival: Promise<void> | undefined
  const fetched = () => {
    arrival ??= load()
      .catch(() => Missing)
      .then(part => {
        here = part
      })
    return arrival
  }
  return function LazyPart(props) {
    const [Part, show] = useState(() => {
      if (!here) void fetched()
      return here
    })
    useEffect(() => {
      if (Part) return
      let isOver = false
      void fetched().then(() => isOver || show(() => here))
      return () => {
        isOver = true
      }
    }, [Part])
    return <Suspense>{Part && <Part {...props} />}</Suspense>
  }
}

/** Asking again would be in vain: browsers remember a piece that they could not fetch until the page is loaded again. */
function Missing() {
  useEffect(() => {
    dispatchEvent(new Event('part-missing'))
  }, [])
  return null
}

/**
 * A part in the flow of a page. It has no boundary of its own and comes together with what stands in the `Suspense` around it: coming later
 * it would move what is below from under a finger.
 */
export const lazySection = <Props extends object>(load: Load<Props>) => lazy(async () => ({ default: await load() }))
