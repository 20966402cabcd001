import { Suspense } from 'react'
import { lazySection } from '../ui/lazyPart.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'

// What it needs comes with it: neither the shell nor the list names it.
const LocationTree = lazySection(() => import('./tree/LocationTree.tsx').then(part => part.LocationTree))

/** The places as a tree (`LocationTree`). */
export function LocationTreePage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <LocationTree />
    </Suspense>
  )
}
