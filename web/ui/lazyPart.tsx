import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A component that is fetched when it is first shown: an editing form is not needed to read a list.
 * `const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))`
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  return props => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}
