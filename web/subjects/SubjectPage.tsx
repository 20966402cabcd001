import { Suspense } from 'react'
import { lazySection } from '../ui/lazyPart.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import type { SubjectDetails } from './SubjectDetails.tsx'

// The pages of a register come together, and its list needs nothing of this.
const Details = lazySection<object>(() =>
  import('./SubjectDetails.tsx').then(part => part.SubjectDetails as never),
) as unknown as typeof SubjectDetails

/** The page of a row that has a state (`SubjectDetails`). */
export const SubjectPage: typeof SubjectDetails = props => (
  <Suspense fallback={<PageSkeleton />}>
    <Details {...props} />
  </Suspense>
)
