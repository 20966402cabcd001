import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { registry, subjectTypes } from '#shared/subjects/registry.ts'
import { RequestError } from '../lib/requestError.ts'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { RowPage } from '../ui/row/RowPage.tsx'
import { RowAtHand } from './RowAtHand.tsx'
import type { StatedRow, StatusCalls } from './registerCalls.ts'
import { SubjectActions } from './SubjectActions.tsx'
import { SubjectWork } from './SubjectWork.tsx'
import { StatusBanner } from './status/StatusBanner.tsx'
import { StatusHistory } from './status/StatusHistory.tsx'

type Rows<Row extends StatedRow & { updated_at: string }> = ComponentProps<typeof RowPage<Row>>
type Props<Row extends StatedRow & { updated_at: string; last_checked_at: string | null }> = Rows<Row> & {
  calls: Rows<Row>['calls'] & StatusCalls<Row>
  /** What must be known of it first, beside its state. */
  warnings?: (row: Row) => ReactNode
  /** Why it is in its state, where that follows from the row itself. */
  why?: (row: Row) => ReactNode
}

/** Nobody was there to say whether it is there at all. */
const hadNoAnswer = (error: unknown) => error instanceof RequestError && (error.status === 0 || error.status >= 500)

/**
 * The page of a row that has a state: what can be done about it, what it is and why; then the work about it, which comes before its
 * fields and what was found so far.
 */
export function SubjectPage<Row extends StatedRow & { updated_at: string; last_checked_at: string | null }>({
  children,
  warnings,
  why,
  ...props
}: Props<Row>) {
  const { id, back, feature, subject, calls } = props
  const type = subjectTypes.find(one => registry[one].feature === feature)
  const about = (row: Row) => type && { type, id: row.id, name: row.name }
  return (
    <RowPage<Row>
      {...props}
      atHand={(error, onRetry) =>
        type &&
        hadNoAnswer(error) && (
          <Suspense fallback={<PageSkeleton />}>
            <RowAtHand {...{ type, id, back, error, onRetry }} skeleton={<PageSkeleton />} />
          </Suspense>
        )
      }
      lead={row => {
        const it = about(row)
        return it && <SubjectActions about={it} />
      }}
      head={row => {
        const it = about(row)
        return (
          <>
            <StatusBanner row={row} feature={feature} subject={subject} calls={calls} why={why?.(row)} />
            {warnings?.(row)}
            {it && <SubjectWork about={it} lastChecked={row.last_checked_at} />}
          </>
        )
      }}
    >
      {row => (
        <>
          {children?.(row)}
          <StatusHistory id={row.id} calls={calls} />
        </>
      )}
    </RowPage>
  )
}
