import { Suspense } from 'react'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { LocationTree } from './tree/LocationTree.tsx'

/** The places as a tree (`LocationTree`). */
export function LocationTreePage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <LocationTree />
    </Suspense>
  )
}
