import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { RoleEditor } from './RoleEditor.tsx'

/** One of the company's own roles, or a new one. */
export function RolePage() {
  const { id } = useParams({ from: '/shell/company/roles/$id' })
  const isNew = id === 'new'
  const { data: role, error, refetch } = useQuery({ ...api.roles.get.query({ id: Number(id) }), enabled: !isNew })
  if (isNew) return <RoleEditor key="new" row={undefined} />
  if (role) return <RoleEditor key={role.id} row={role} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
}
