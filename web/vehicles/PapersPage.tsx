import { Suspense } from 'react'
import { lazySection } from '../ui/lazyPart.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'

// What it needs comes with it: neither the shell nor the list names it.
const PaperList = lazySection(() => import('../certificates/PaperList.tsx').then(part => part.PaperList))

/** All papers of a company (`PaperList`). */
export function PapersPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PaperList />
    </Suspense>
  )
}
