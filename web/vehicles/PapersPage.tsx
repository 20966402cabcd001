import { Suspense } from 'react'
import { PaperList } from '../certificates/PaperList.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'

/** All papers of a company (`PaperList`). */
export function PapersPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PaperList />
    </Suspense>
  )
}
