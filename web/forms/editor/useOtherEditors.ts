import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormDetail, FormSaved } from '#shared/forms/contract.ts'
import { editorsChannel } from '#shared/forms/rules.ts'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { realtime } from '../../realtime.ts'

type Member = { id: string; info?: { name?: string } }
type Members = { members?: Record<string, Member['info']> }

/** What one saves oneself is answered by then, and need not be fetched. */
const patienceMs = 1_000

/** The names of the others who have the form open to edit it. What they save is fetched, and the links of the form; so it is when one comes or goes. */
export function useOtherEditors({ id, company_id }: FormDetail): string[] {
  const own = String(useUser()?.id)
  const queries = useQueryClient()
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const nameOf = (info: Member['info']) => info?.name ?? ''
    const { queryKey } = api.forms.get.query({ id })
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = realtime.listen(editorsChannel(company_id, id), (event, data) => {
      if (event === 'form.saved') {
        const { revision } = data as FormSaved
        const isNews = () => (queries.getQueryData<FormDetail>(queryKey)?.revision ?? 0) < revision
        clearTimeout(waiting)
        waiting = setTimeout(() => isNews() && queries.invalidateQueries({ queryKey }), patienceMs)
      }
      // Made, changed or used by somebody: those who look at the links see it (`form.link_changed` of linkEvents).
      if (event === 'form.link_changed') {
        queries.invalidateQueries({ queryKey })
        queries.invalidateQueries({ queryKey: api.publicLinks.key })
      }
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
      queries.invalidateQueries({ queryKey })
    })
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [company_id, id, own, queries])
  return [...others.values()]
}
