import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import type { Locale } from '#shared/lib/language.ts'
import { KnownHere } from '../../../filling/draft/KnownHere.ts'
import { useUser } from '../../../lib/session/session.ts'
import { TrialDraft, trialOf } from './TrialDraft.ts'

/**
 * A trial whose answers go on while the form is changed under it, until it is begun again. It knows what whoever writes the form would
 * know when filling it in; what takes time to be known arrives in the trial that is under way.
 */
export function useTrial(form: FormDetail, definition: Definition, language: Locale) {
  const [round, setRound] = useState(() => ({ entry: trialOf(form) }))
  const user = useUser()
  const here = new KnownHere({ ...round.entry, user_id: user?.id ?? 0 }, definition)
  const { data: around } = useQuery({
    // By what the form asks for, and not by how it goes on being written.
    queryKey: ['trial', form.id, user?.id, round.entry.created_at, here.asks],
    queryFn: () => here.context(),
    enabled: here.asks !== '',
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  const before = useRef<TrialDraft>(undefined)
  const draft = useMemo(() => {
    const { entry } = round
    const last = before.current?.entry === entry ? before.current : undefined
    const now = wallClock(new Date())
    const known = {
      started_at: wallClock(new Date(entry.created_at)),
      ...(user && { user_id: String(user.id), user_name: user.name, ...(user.email && { user_email: user.email }) }),
    }
    return new TrialDraft(entry, definition, { known, ...around, now, language }, last)
  }, [round, definition, language, user, around])
  useEffect(() => {
    before.current = draft
  }, [draft])
  return { draft, beginAgain: () => setRound({ entry: trialOf(form) }) }
}
