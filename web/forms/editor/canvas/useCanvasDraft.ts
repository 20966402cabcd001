import { useMemo } from 'react'
import type { Form } from '#shared/forms/contract.ts'
import type { Locale } from '#shared/lib/language.ts'
import { TrialDraft, trialOf } from '../preview/TrialDraft.ts'

/** What the unanswered questions of the canvas are part of. It knows the form's language and nothing that changes while one types. */
export function useCanvasDraft({ id, company_id }: Form, language: Locale): TrialDraft {
  return useMemo(() => {
    const entry = trialOf({ id, company_id, name: {} })
    return new TrialDraft(entry, { schema: 1, default_language: language, sections: [] })
  }, [id, company_id, language])
}
