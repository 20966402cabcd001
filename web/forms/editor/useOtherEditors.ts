import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormDetail } from '#shared/forms/contract.ts'
import { editorsChannel } from '#shared/forms/editors.ts'
import { useUser } from '../../lib/session.ts'
import { realtime } from '../../realtime.ts'

type Member = { id: string; info?: { name?: string } }
type Members = { members?: Record<string, Member['info']> }

/** The names of the others who have the form open to edit it. Whoever comes or goes may have saved something: it is fetched again. */
export function useOtherEditors({ id, company_id }: FormDetail): string[] {
  const own = String(useUser()?.id)
  const queries = useQueryClient()
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const nameOf = (info: Member['info']) => info?.name ?? ''
    return realtime.listen(editorsChannel(company_id, id), (event, data) => {
      if (event === 'pusher:subscription_succeeded') {
        const { members = {} } = data as Members
        setOthers(new Map(Object.entries(members).flatMap(([key, info]) => (key === own ? [] : [[key, nameOf(info)]]))))
      }
      if (event !== 'pusher:member_added' && event !== 'pusher:member_removed') return
      const { id: key, info } = data as Member
      if (key === own) return
      setOthers(before => {
        const next = new Map(before)
        if (event === 'pusher:member_added') next.set(key, nameOf(info))
        else next.delete(key)
        return next
      })
      queries.invalidateQueries({ queryKey: ['forms', 'get'] })
    })
  }, [company_id, id, own, queries])
  return [...others.values()]
}
