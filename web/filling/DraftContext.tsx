import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers.ts'
import type { Progress } from '#shared/forms/progress.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { AnswerRow } from '../lib/offline/entry.ts'
import type { Keeping } from '../lib/offline/writer.ts'
import type { Draft } from './Draft.ts'

const DraftContext = createContext<Draft | null>(null)

export function DraftProvider({ draft, children }: { draft: Draft; children: ReactNode }) {
  return <DraftContext value={draft}>{children}</DraftContext>
}

/** The form that is being filled in; the same object for as long as it is open. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('Nothing is being filled in here')
  return draft
}

/** One question's row; renders again when that question's answer changes, and for no other. */
export function useRow(questionId: string): AnswerRow | undefined {
  const draft = useDraft()
  const watch = useCallback((listener: () => void) => draft.watchQuestion(questionId, listener), [draft, questionId])
  return useSyncExternalStore(watch, () => draft.rowOf(questionId))
}

const noAnswer: Answer = {}
export const useAnswer = (questionId: string): Answer => useRow(questionId)?.answer ?? noAnswer

/** A part of one question's answer; renders again when that part changes. `select` must give the same for the same answer. */
export function useAnswerPart<T>(questionId: string, select: (answer: Answer) => T): T {
  const draft = useDraft()
  const watch = useCallback((listener: () => void) => draft.watchQuestion(questionId, listener), [draft, questionId])
  return useSyncExternalStore(watch, () => select(draft.rowOf(questionId)?.answer ?? noAnswer))
}

/** How far the form is; renders again when that changes. */
export function useProgress(): Progress {
  const draft = useDraft()
  return useSyncExternalStore(draft.watch, draft.progress)
}

/** Whether what was typed is kept. */
export function useKeeping(): Keeping {
  const { writer } = useDraft()
  return useSyncExternalStore(writer.watch, writer.keeping)
}

/** Reads the form's texts in the person's language, as plain text. */
export function useRead(): (text: LocalizedText | undefined) => string {
  const { i18n } = useTranslation()
  const { default_language } = useDraft().definition
  return text => textIn(text, toLocale(i18n.language), default_language).text
}
