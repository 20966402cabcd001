import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../lib/api.ts'
import { RequestError } from '../lib/requestError.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/PageSkeleton.tsx'
import { RoleEditor } from './RoleEditor.tsx'

/** One of the company's own roles, or a new one. */
export function RolePage() {
  const { id } = useParams({ from: '/shell/company/roles/$id' })
  const roles = useQuery(api.roles.list.query({ per_page: 100, sort: 'name' }))
  const role = roles.data?.data.find(one => String(one.id) === id)
  if (id === 'new') return <RoleEditor key="new" row={undefined} />
  if (roles.error) return <ErrorState error={roles.error} onRetry={roles.refetch} />
  if (roles.isPending) return <PageSkeleton />
  return role ? (
    <RoleEditor key={role.id} row={role} />
  ) : (
    <ErrorState error={new RequestError({ status: 404, code: 'not_found' })} />
  )
}
