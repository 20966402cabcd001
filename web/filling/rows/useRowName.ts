import type { Repeat } from '#shared/forms/definition.ts'
import { rowName } from '#shared/submissions/report.ts'
import { useDraft, useWords } from '../../answers/draft/DraftContext.tsx'

/** What a row is called now. `rows` ends with the row itself. */
export function useRowName(): (repeat: Repeat, rows: readonly string[]) => string {
  const words = useWords()
  const { state } = useDraft()
  return (repeat, rows) => rowName(repeat, rows, state, words)
}
