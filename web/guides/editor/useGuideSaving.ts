/** The saving of a guide that is being written (`lib/Autosave.ts`), from opening its page to leaving it. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../../api.ts'
import { Autosave, useAutosave } from '../../lib/Autosave.ts'
import { useUser } from '../../lib/session/session.ts'
import { changedFields, changesOf, type Fields, fieldsOf, mergeFields, storedGuide } from './guideFields.ts'

export function useGuideSaving(guide: GuideDetail, draft: GuideContent) {
  const queries = useQueryClient()
  const userId = useUser()?.id ?? 0
  const [stored] = useState(() => storedGuide(userId, guide.id))
  const [start] = useState(stored.read)
  const [saving] = useState(() => {
    const content = fieldsOf(guide, draft)
    return new Autosave<Fields, GuideDetail, ReturnType<typeof changesOf>>(
      start ?? { base: { content, revision: guide.revision }, content },
      {
        changes: (before, after) => (changedFields(before, after).length > 0 ? changesOf(before, after) : null),
        contentOf: answer => answer.draft && fieldsOf(answer, answer.draft),
        merge: mergeFields,
        send: changes => api.guides.update({ id: guide.id, ...changes }),
        keep: copy => void (copy ? stored.write(copy) : stored.remove()),
        onAnswer: answer => {
          queries.setQueryData(api.guides.get.query({ id: guide.id }).queryKey, answer)
          for (const { key } of [api.guides.list, api.guides.all]) queries.invalidateQueries({ queryKey: key })
        },
      },
    )
  })
  const state = useSyncExternalStore(saving.watch, saving.state)
  const fields = useSyncExternalStore(saving.watch, saving.content)
  useEffect(() => saving.arrived(guide), [saving, guide])
  useAutosave(saving)
  return {
    ...{ saving, state, fields, wasRestored: start !== null },
    change: (patch: Fields) => saving.change({ ...saving.content(), ...patch }),
  }
}
