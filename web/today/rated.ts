import type { Band } from '#shared/forms/scoring/score.ts'
import type { Submission } from '#shared/submissions/contract.ts'

/** A submission of a form that rates: with points, and a band. */
export type Rated = Submission & { score_percent: number; band: Band; completed_at: string }

/** As such, or nothing where it is not one. */
export const rated = (submission: Submission): Rated[] => {
  const { score_percent, band, completed_at } = submission
  return score_percent === null || band === null || completed_at === null
    ? []
    : [{ ...submission, score_percent, band, completed_at }]
}
