import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { Progress } from '#shared/forms/answers/progress.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { toLocale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { type Formatter, fillReferences, formatterFor } from '#shared/submissions/formatter.ts'
import type { SaveStatus } from '../../lib/offline/persistDraft.ts'
import { useUser } from '../../lib/session/session.ts'
import type { Draft } from './Draft.ts'
import type { AnswerRow } from './rows.ts'

const DraftContext = createContext<Draft | null>(null)

export function DraftProvider({ draft, children }: { draft: Draft; children: ReactNode }) {
  return <DraftContext value={draft}>{children}</DraftContext>
}

/** The form that is being filled in; the same object while it is open. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('Nothing is being filled in here')
  return draft
}

/** A part of one question's row; renders again when that part changes. `select` must be pure. */
export function useRowPart<T>(questionId: string, select: (row: AnswerRow | undefined) => T): T {
  const draft = useDraft()
  const watch = useCallback((listener: () => void) => draft.watchQuestion(questionId, listener), [draft, questionId])
  return useSyncExternalStore(watch, () => select(draft.rowOf(questionId)))
}

/** A value of the evaluation at a key; renders again when it changes. `select` must be pure. */
export function useEvaluated<T>(key: string, select: (state: FormState) => T): T {
  const draft = useDraft()
  const watch = useCallback((listener: () => void) => draft.watchQuestion(key, listener), [draft, key])
  return useSyncExternalStore(watch, () => select(draft.state))
}

/** Renders again whenever the question at a key may look different. */
export const useDraftVersion = (key: string): number => {
  const draft = useDraft()
  const watch = useCallback((listener: () => void) => draft.watchQuestion(key, listener), [draft, key])
  return useSyncExternalStore(watch, () => draft.look(key))
}

/** A value of the draft; renders again when it changes. `select` must be pure. */
export function useDraftSelector<T>(select: (draft: Draft) => T): T {
  const draft = useDraft()
  return useSyncExternalStore(draft.watch, () => select(draft))
}

/** The rows in which something is asked, the outermost first; none outside of repeats. */
const RowsContext = createContext<readonly string[]>([])
export const useRows = () => useContext(RowsContext)

export function RowsProvider({ rows, children }: { rows: readonly string[]; children: ReactNode }) {
  return <RowsContext value={rows}>{children}</RowsContext>
}

const noAnswer: Answer = {}
export const useAnswer = (questionId: string): Answer => useRowPart(questionId, row => row?.answer ?? noAnswer)

/** A part of one question's answer; renders again when that part changes. `select` must be pure. */
export const useAnswerPart = <T,>(questionId: string, select: (answer: Answer) => T): T =>
  useRowPart(questionId, row => select(row?.answer ?? noAnswer))

/** The progress of the form; renders again when it changes. */
export function useProgress(): Progress {
  const draft = useDraft()
  return useSyncExternalStore(draft.watch, draft.progress)
}

/** Whether what was typed is kept. */
export function useSaveStatus(): SaveStatus {
  const { persister } = useDraft()
  return useSyncExternalStore(persister.watch, persister.keeping)
}

/** Reads the form's texts in the person's language, as plain text, with the present answers in place of their names. */
export function useLocalizedText(): (text: LocalizedText | undefined) => string {
  const words = useFormTexts()
  const rows = useRows()
  const { state } = useDraft()
  return text => plainText(fillReferences(words.read(text), state, rows, words))
}

/** The formatter of the form's texts for this person. */
export function useFormTexts(): Formatter {
  const { t, i18n } = useTranslation()
  const timeZone = useUser()?.time_zone
  const { definition } = useDraft()
  return useMemo(
    () => formatterFor({ locale: toLocale(i18n.language), timeZone, t: t as unknown as Translate }, definition),
    [t, i18n.language, timeZone, definition],
  )
}
