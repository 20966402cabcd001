import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Formats, formatsOf } from '#shared/lib/formats.ts'
import { localTime } from '#shared/lib/localTime.ts'
import { api } from '../api.ts'
import { queryClient } from '../lib/queryClient.ts'
import { homePath } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'

/** The company that this session works in. */
export function useCompany() {
  const id = useUser()?.company_id ?? 0
  const query = useQuery({ ...api.companies.get.query({ id }), enabled: id > 0, staleTime: 10 * 60_000 })
  return query.data
}

/** The person's companies, by name: those to switch between. An admin's are all, so only the first of them. */
export const ownCompanies = () => ({
  ...api.companies.list.query({ per_page: 100, sort: 'name' }),
  staleTime: 10 * 60_000,
})

/** Those companies, once they are known. */
export const useOwnCompanies = () => useQuery(ownCompanies()).data?.data

/** All countries, by name in the reader's language. */
export function useCountries() {
  const { i18n } = useTranslation()
  const query = useQuery({
    ...api.system.countries.query(),
    queryKey: [...api.system.countries.key, i18n.language],
    staleTime: Number.POSITIVE_INFINITY,
  })
  return query.data
}

type CompanyFormats = Formats & {
  timeZone: string | undefined
  /** The person's own clock shows another time, so the zone has to be said. */
  isElsewhere: boolean
}

/** Times as clocks show them where the company is; work is due there, wherever the reader is. */
export function useCompanyFormat(): CompanyFormats {
  const { i18n } = useTranslation()
  const own = useUser()?.time_zone
  const company = useCompany()?.time_zone ?? own
  return useMemo(
    () => ({
      ...formatsOf(i18n.language, company),
      timeZone: company,
      isElsewhere: localTime(Date.now(), company) !== localTime(Date.now(), own),
    }),
    [i18n.language, company, own],
  )
}

/**
 * The day that it is where the company is, as YYYY-MM-DD: the one that everybody's records and the server mean by today.
 */
export const useToday = (): string => useCompanyFormat().dayOf(Date.now())

/**
 * Follows a change of this session's company in any tab: cached answers are forgotten and the first screen opens,
 * because rows of the other company are not here. A person who has just set one up, or lost the last, stays or is sent
 * on by the guard; for another person, as when an admin acts as somebody, the app starts again.
 */
export function useCompanyChange() {
  const user = useUser()
  const before = useRef(user)
  const router = useRouter()
  useEffect(() => {
    const last = before.current
    // Nobody is signed in any more: signing out leads away by itself.
    if (!user || (last?.id === user.id && last.company_id === user.company_id)) return
    before.current = user
    // An admin comes back from where one begins to act.
    if (last?.id !== user.id) return location.assign(last?.acting_for ? '/users' : homePath)
    void queryClient.resetQueries()
    const isSettingUp = router.state.location.pathname === '/company/setup'
    if (last.company_id && user.company_id && !isSettingUp) void router.navigate({ to: '/tasks' })
    else void router.invalidate()
  }, [user, router])
}
