import { useEffect, useMemo, useRef, useState } from 'react'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { Locale } from '#shared/lib/language.ts'
import { useUser } from '../../../lib/session.ts'
import { TrialDraft, trialOf } from './TrialDraft.ts'

/** A trial whose answers go on while the form is changed under it, until it is begun again. */
export function useTrial(form: FormDetail, definition: Definition, language: Locale) {
  const [round, setRound] = useState(() => ({ entry: trialOf(form) }))
  const user = useUser()
  const before = useRef<TrialDraft>(undefined)
  const draft = useMemo(() => {
    const { entry } = round
    const last = before.current?.entry === entry ? before.current : undefined
    const now = wallClock(new Date())
    const known = {
      started_at: wallClock(new Date(entry.created_at)),
      ...(user && { user_id: String(user.id), user_name: user.name, ...(user.email && { user_email: user.email }) }),
    }
    return new TrialDraft(entry, definition, { now, language, known }, last)
  }, [round, definition, language, user])
  useEffect(() => {
    before.current = draft
  }, [draft])
  return { draft, beginAgain: () => setRound({ entry: trialOf(form) }) }
}
