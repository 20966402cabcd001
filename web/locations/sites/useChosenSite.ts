import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../../lib/session/session.ts'
import { chooseSite, useSite } from '../../lib/site.ts'
import { type Site, sitesOf } from './queries.ts'

/** The site that the person looks at; null for all of them. One that is gone leads back to all. */
export function useChosenSite(): Site | null {
  const id = useSite()
  const { data: all } = useQuery({ ...sitesOf(useUser()?.company_id), enabled: false })
  const site = all?.find(one => one.id === id)
  const isGone = id !== null && all !== undefined && (!site || all.length < 2)
  useEffect(() => {
    if (isGone) chooseSite(null)
  }, [isGone])
  return site ?? null
}
