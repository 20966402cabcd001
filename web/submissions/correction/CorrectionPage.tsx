import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTables } from '../../answers/useTables.ts'
import { api } from '../../api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../ui/page/PageSkeleton.tsx'
import { CorrectionForm } from './CorrectionForm.tsx'

/** What was completed, to be corrected with a reason. */
export function CorrectionPage() {
  const { id } = useParams({ from: '/shell/submission/correct/$id' })
  const { data: submission, error, refetch } = useQuery(api.submissions.get.query({ id: Number(id) }))
  const hasTables = useTables(submission?.definition)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!submission || !hasTables) return <PageSkeleton />
  if (submission.status === 'draft') return <Navigate to="." href={`/submission/filling/${id}`} replace />
  // What changes meanwhile is compared with what was typed when that is saved.
  return <CorrectionForm key={id} submission={submission} />
}
