import { useMemo } from 'react'
import type { Locale } from '#shared/lib/language.ts'
import { TrialDraft } from './TrialDraft.ts'

/** What the unanswered questions of the canvas are part of. It knows the form's language and nothing that changes while one types. */
export const useCanvasDraft = (language: Locale): TrialDraft =>
  useMemo(() => new TrialDraft({ schema: 1, default_language: language, sections: [] }), [language])
