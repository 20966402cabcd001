/**
 * Samples that are taken in two halves: a clear first half makes the second unnecessary. Looking twice deceives more
 * often, so both looks share the five per cent (Bonferroni): each interval holds with 97.5 per cent, the reported one
 * with at least 95.
 */
import type { Measure, Repeat } from '../forms/definition.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import { bandOf, measuresIn } from '../forms/scoring/measures.ts'
import type { Band } from '../forms/scoring/score.ts'
import { intervalOf, type Seen } from './prevalence.ts'

/** Confidence of each of the two looks. */
export const confidenceOfLook = 97.5

/** Band of the whole herd that a look is sure of; null otherwise. */
export function clearBand(seen: Seen, limits: NonNullable<Measure['limits']>): Band | null {
  if (seen.counted === 0) return null
  const { low, high } = intervalOf(seen, confidenceOfLook)
  const band = bandOf(low, limits)
  return band === bandOf(high, limits) ? band : null
}

/**
 * Result of the first half of a roster: undefined while a measure is unanswered, null while a band is not clear, else
 * the bands of the measures with limits, in their order.
 */
export function verdictOfHalf(state: FormState, repeat: Repeat, population: number): Band[] | null | undefined {
  const limited = (repeat.measures ?? []).filter(({ limits }) => limits)
  for (const { question } of limited) {
    const part = state.form.byId.get(question)
    if (part && state.instances.of(part).some(({ isVisible, value }) => isVisible && value === undefined))
      return undefined
  }
  const found = measuresIn(state).filter(({ repeat_id }) => repeat_id === repeat.id)
  const bands = limited.map(({ id, limits }) => {
    const seen = found.find(measure => measure.id === id)
    return seen && limits ? clearBand({ population, counted: seen.counted, affected: seen.affected }, limits) : null
  })
  const clear = bands.filter(band => band !== null)
  return clear.length === bands.length && clear.length > 0 ? clear : null
}
