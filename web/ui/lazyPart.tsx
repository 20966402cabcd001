import { type ComponentType, lazy, Suspense } from 'react'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

/**
 * A component that is fetched when it is first shown: an editing form is not needed to read a list.
 * `const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))`
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazySection(load)
  return props => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

/**
 * A part in the flow of a page. It has no boundary of its own and comes together with what stands in the `Suspense` around it: coming later
 * it would move what is below from under a finger.
 */
export const lazySection = <Props extends object>(load: Load<Props>) => lazy(async () => ({ default: await load() }))
