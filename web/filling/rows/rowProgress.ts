import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { isAnswered } from '#shared/forms/scoreAnswer.ts'

export type RowProgress = { answered: number; total: number; wrong: number }

/** How far each row of a repeat is; what stands in rows within a row counts for it. `level` is the number of repeats around it. */
export function rowProgress(state: FormState, repeatId: string, level: number): Map<string, RowProgress> {
  const found = new Map<string, RowProgress>()
  for (const { key, part, rows, value } of state.visible()) {
    const row = rows[level]
    if (row === undefined || part.repeats[level]?.id !== repeatId) continue
    const progress = found.get(row) ?? { answered: 0, total: 0, wrong: 0 }
    found.set(row, progress)
    if (state.problemsAt(key).length > 0) progress.wrong++
    const { question } = part
    if (!question || part.calculate || question.type === 'hidden') continue
    progress.total++
    if (isAnswered({ value })) progress.answered++
  }
  return found
}
