import type { FormState } from '../evaluation/FormState.ts'
import { isRowOfRoster, populationOf } from '../evaluation/roster.ts'
import type { MeasureScore, Score } from './score.ts'

/**
 * Adds to the score how the animals of each measure were chosen. Stored with a submission; not needed while filling in.
 */
export const withPicking = (state: FormState, score: Score): Score =>
  score.measures
    ? { ...score, measures: score.measures.map(measure => ({ ...measure, ...chosenIn(state, measure.repeat_id) })) }
    : score

/**
 * How the animals of a roster were chosen, and of how many where the form knows it. Adding a row to the drawn ones
 * makes it a choice by hand.
 */
function chosenIn(state: FormState, repeatId: string): Pick<MeasureScore, 'picked' | 'population'> {
  const rows = state.instance(repeatId)?.part.repeat?.rows
  if (rows?.from === 'sample') {
    const population = populationOf(state, repeatId)
    return population === null ? {} : { picked: 'random', population }
  }
  const isProposed = rows?.from === 'animals' && state.rows(repeatId).every(isRowOfRoster)
  if (!isProposed) return { picked: 'by_hand' }
  return { picked: rows.sample ? 'random' : 'all' }
}
