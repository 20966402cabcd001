import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../ui/page/PageSkeleton.tsx'
import { GuideEditor } from './GuideEditor.tsx'

/** /guides/edit/:id: a guide to write. */
export function EditGuidePage() {
  const { id } = useParams({ from: '/shell/guides/edit/$id' })
  const { data: guide, error, refetch } = useQuery(api.guides.get.query({ id: Number(id) }))
  // Whoever is writing goes on, whatever became of fetching the guide again.
  if (guide?.draft) return <GuideEditor key={guide.id} guide={guide} draft={guide.draft} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
}
