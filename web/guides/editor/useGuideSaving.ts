import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { GuideSaving } from './GuideSaving.ts'
import { fieldsOf, keepWorkingCopy, readWorkingCopy } from './guideFields.ts'

/** A guide that is being written, from opening its page to leaving it. */
export function useGuideSaving(guide: GuideDetail, draft: GuideContent) {
  const queries = useQueryClient()
  const userId = useUser()?.id ?? 0
  const [start] = useState(() => readWorkingCopy(userId, guide.id))
  const [saving] = useState(() => {
    const fields = fieldsOf(guide, draft)
    return new GuideSaving(start ?? { base: { fields, revision: guide.revision }, fields }, {
      send: changes => api.guides.update({ id: guide.id, ...changes }),
      keep: copy => keepWorkingCopy(userId, guide.id, copy),
      onAnswer: answer => {
        queries.setQueryData(api.guides.get.query({ id: guide.id }).queryKey, answer)
        for (const { key } of [api.guides.list, api.guides.all]) queries.invalidateQueries({ queryKey: key })
      },
    })
  })
  const state = useSyncExternalStore(saving.watch, saving.state)
  useEffect(() => saving.arrived(guide), [saving, guide])
  useEffect(() => {
    saving.start()
    const send = () => void saving.flush()
    const ask = (event: BeforeUnloadEvent) => {
      if (saving.state().error || saving.state().conflict) event.preventDefault()
    }
    addEventListener('pagehide', send)
    addEventListener('online', send)
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('pagehide', send)
      removeEventListener('online', send)
      removeEventListener('beforeunload', ask)
      saving.stop()
    }
  }, [saving])
  return { saving, state, wasRestored: start !== null }
}
