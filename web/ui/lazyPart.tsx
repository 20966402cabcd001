import { type ComponentType, lazy, Suspense, useEffect } from 'react'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/**
 * A component that is fetched when it is first shown: an editing form is not needed to read a list. Where it does not arrive, the page
 * that asked for it stays as it is.
 * `const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))`
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazySection<Props>(() => load().catch(() => Missing))
  return props => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

/** Asking again would be in vain: browsers remember a piece that they could not fetch until the page is loaded anew. */
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
