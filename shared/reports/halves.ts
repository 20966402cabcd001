/**
 * A sample that is taken in two halves: where the first says clearly in which band the herd is, the second need not be looked at. Whoever looks
 * twice is deceived more often than whoever looks once, so both looks share the five in a hundred: each interval is to hold 97.5 times in a
 * hundred, and whichever of them is reported, it holds at least 95 times (Bonferroni).
 */
import type { Measure, Repeat } from '../forms/definition.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import { bandOf, measuresIn } from '../forms/scoring/measures.ts'
import type { Band } from '../forms/scoring/score.ts'
import { intervalOf, type Seen } from './prevalence.ts'

/** Of each of the two looks. */
export const confidenceOfLook = 97.5

/** The band in which the whole herd is, as far as a look is sure of it; null where it is not. */
export function clearBand(seen: Seen, limits: NonNullable<Measure['limits']>): Band | null {
  if (seen.counted === 0) return null
  const { low, high } = intervalOf(seen, confidenceOfLook)
  const band = bandOf(low, limits)
  return band === bandOf(high, limits) ? band : null
}

/**
 * What the first half of a roster says: nothing while a measure of it is unanswered somewhere; then the band of each measure with limits, in
 * their order, or null where one of them is not clear. Without such a measure nothing is ever clear.
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
