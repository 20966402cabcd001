import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { LegalEditor } from './LegalEditor.tsx'

/** The privacy text and the terms, as the platform's admins write them. */
export function LegalEditorPage() {
  const { data: legal, error, refetch } = useQuery(api.legal.get.query())
  if (legal) return <LegalEditor legal={legal} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
}
