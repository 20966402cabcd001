import { useEffect, useMemo, useRef, useState } from 'react'
import type { FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'
import { firstContextOf } from '../../../filling/contextOf.ts'
import { TrialDraft, trialOf } from './TrialDraft.ts'

/** A trial whose answers go on while the form is changed under it, until it is begun again. */
export function useTrial(form: FormDetail, definition: Definition, language: Locale) {
  const [round, setRound] = useState(() => ({ entry: trialOf(form) }))
  const before = useRef<TrialDraft>(undefined)
  const draft = useMemo(() => {
    const { entry } = round
    const last = before.current?.entry === entry ? before.current : undefined
    return new TrialDraft(entry, definition, { ...firstContextOf(entry), language }, last)
  }, [round, definition, language])
  useEffect(() => {
    before.current = draft
  }, [draft])
  return { draft, beginAgain: () => setRound({ entry: trialOf(form) }) }
}
