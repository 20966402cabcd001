import type { ComponentProps } from 'react'
import { lazyPart } from '../ui/lazyPart.tsx'
import { RowPage } from '../ui/RowPage.tsx'
import type { StatedRow, StatusCalls } from './registerCalls.ts'

const StatusBanner = lazyPart(() => import('./StatusBanner.tsx').then(part => part.StatusBanner))
const StatusHistory = lazyPart(() => import('./StatusHistory.tsx').then(part => part.StatusHistory))

type Rows<Row extends StatedRow & { updated_at: string }> = ComponentProps<typeof RowPage<Row>>
type Props<Row extends StatedRow & { updated_at: string }> = Rows<Row> & {
  calls: Rows<Row>['calls'] & StatusCalls<Row>
}

/** The page of a row that has a state: above its fields what it is and why, below them what was found so far. */
export function SubjectPage<Row extends StatedRow & { updated_at: string }>({ children, ...props }: Props<Row>) {
  const { noun, subject, calls } = props
  return (
    <RowPage<Row> {...props} head={row => <StatusBanner row={row} noun={noun} subject={subject} calls={calls} />}>
      {row => (
        <>
          {children?.(row)}
          <StatusHistory id={row.id} calls={calls} />
        </>
      )}
    </RowPage>
  )
}
