import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useAbility, useIsAdmin } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { useSite } from '../lib/site.ts'

export type Site = { id: number; name: string }

/** The sites that a person sees in a company. Those of the company that was left are not taken for this one's. */
export const sitesOf = (companyId: number | null | undefined) => ({
  ...api.placeTree.sites.query(),
  queryKey: [...api.placeTree.sites.key, companyId ?? 0],
})

/** The sites between which this person chooses, by name; undefined until they are known, and for fewer than two. */
export function useSites(): Site[] | undefined {
  const user = useUser()
  const can = useAbility()
  const isAdmin = useIsAdmin()
  const isOfCompany = user?.company_id != null && !user.acting_for && !isAdmin
  const { data } = useQuery({
    ...sitesOf(user?.company_id),
    enabled: isOfCompany && can('read', 'Location'),
    staleTime: 10 * 60_000,
  })
  return data && data.length > 1 ? data : undefined
}

/** The name of the site that the person looks at, once it is known. */
export function useSiteName(): string | undefined {
  const site = useSite()
  const { data } = useQuery({ ...sitesOf(useUser()?.company_id), enabled: false })
  return data?.find(({ id }) => id === site)?.name
}

/** Names a file that shows the chosen site alone. */
export function useNamedAtSite(): (name: string) => string {
  const site = useSiteName()
  return name => (site === undefined ? name : `${name} – ${site}`)
}
