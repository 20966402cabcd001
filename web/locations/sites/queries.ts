import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useAbility, useIsAdmin } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'

export type Site = { id: number; name: string }

/** The sites between which this person chooses, by name; undefined until they are known, and for fewer than two. */
export function useSites(): Site[] | undefined {
  const user = useUser()
  const can = useAbility()
  const isAdmin = useIsAdmin()
  const isOfCompany = user?.company_id != null && !user.acting_for && !isAdmin
  const { data } = useQuery({
    ...api.placeTree.sites.query(),
    enabled: isOfCompany && can('read', 'Location'),
    staleTime: 10 * 60_000,
  })
  return data && data.length > 1 ? data : undefined
}
