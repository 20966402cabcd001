import { expect, test } from 'vitest'
import type { Definition, Repeat } from '../forms/definition.ts'
import { FormState } from '../forms/evaluation/FormState.ts'
import { animalRows } from '../forms/evaluation/roster.ts'
import { firstHalf } from '../forms/scoring/sampleSize.ts'
import { choose, clearBand, confidenceOfLook, exactRange, verdictOfHalf } from './prevalence.ts'

/** How likely `affected` are seen among `counted` of `population`, of which `total` have it. */
const chance = (population: number, total: number, counted: number, affected: number) =>
  Math.exp(choose(total, affected) + choose(population - total, counted - affected) - choose(population, counted))

/**
 * How often the interval that is reported holds, and how often a clear verdict is a wrong one, in the worst herd of
 * that size.
 */
function worst(population: number, size: number, limits: { good: number; attention: number }) {
  const half = firstHalf(size)
  const first = Array.from({ length: half + 1 }, (_, affected) => {
    const seen = { population, counted: half, affected }
    return { band: clearBand(seen, limits), range: exactRange(seen, confidenceOfLook) }
  })
  const whole = Array.from({ length: size + 1 }, (_, affected) =>
    exactRange({ population, counted: size, affected }, confidenceOfLook),
  )
  const found = { coverage: 1, deceived: 0, looked: size }
  const isIn = ([low, high]: [number, number], total: number) => low <= total && total <= high
  for (let total = 0; total <= population; total++) {
    let [coverage, deceived, looked] = [0, 0, 0]
    for (const [affected, { band, range }] of first.entries()) {
      const likely = chance(population, total, half, affected)
      if (band) {
        looked += likely * half
        if (isIn(range, total)) coverage += likely
        else deceived += likely
        continue
      }
      looked += likely * size
      for (let more = 0; more <= size - half; more++) {
        const both = likely * chance(population - half, total - affected, size - half, more)
        if (both > 0 && isIn(whole[affected + more] ?? [1, 0], total)) coverage += both
      }
    }
    found.coverage = Math.min(found.coverage, coverage)
    found.deceived = Math.max(found.deceived, deceived)
    found.looked = Math.min(found.looked, looked)
  }
  return found
}

test('an interval holds 95 times in a hundred for any sample, and a clear verdict fails five at most', () => {
  for (const limits of [
    { good: 10, attention: 20 },
    { good: 5, attention: 40 },
  ])
    for (const [population, size] of [
      [30, 30],
      [50, 33],
      [80, 44],
      [120, 54],
      [200, 65],
    ] as const) {
      const { coverage, deceived } = worst(population, size, limits)
      expect(coverage, `${size} of ${population}`).toBeGreaterThanOrEqual(0.95 - 1e-9)
      expect(deceived, `${size} of ${population}`).toBeLessThanOrEqual(0.05)
    }
})

test('it spares looks: where nobody is lame, or many are, half of the sample is enough', () => {
  const limits = { good: 10, attention: 20 }
  expect(worst(120, 54, limits).looked).toBeLessThan(28)
  expect(clearBand({ population: 120, counted: 27, affected: 0 }, { good: 15, attention: 30 })).toBe('good')
  expect(clearBand({ population: 120, counted: 27, affected: 20 }, limits)).toBe('act')
  expect(clearBand({ population: 120, counted: 27, affected: 4 }, limits)).toBeNull()
  expect(clearBand({ population: 120, counted: 0, affected: 0 }, limits)).toBeNull()
})

test('a roster gives the result of its first half once answered, and the other half joins it', () => {
  const roster: Repeat = {
    id: 'cows',
    type: 'repeat',
    label: { en: 'Cows' },
    rows: { from: 'animals', animal: 'cow', sample: { confidence: 95, precision: 10, in_halves: true } },
    measures: [
      { id: 'lameness', label: { en: 'Lame' }, question: 'lame', at_least: 1, limits: { good: 15, attention: 30 } },
    ],
    questions: [
      { id: 'cow', type: 'animal', label: { en: 'Cow' } },
      { id: 'lame', type: 'yes_no', label: { en: 'Lame?' }, good: 'no' },
    ],
  }
  const definition: Definition = {
    schema: 1,
    default_language: 'en',
    sections: [{ id: 'walk', title: { en: 'Walk' }, questions: [roster] }],
  }
  const members = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: `Cow ${index + 1}` }))
  const state = new FormState(definition)
  const take = (wanted: number) => {
    const { rows, answers } = animalRows(state, 'cows', members, wanted)
    state.setAnswer('cows', { value: rows })
    for (const [key, answer] of Object.entries(answers)) state.setAnswer(key, answer)
    return rows
  }
  const first = take(27)
  expect(verdictOfHalf(state, roster, members.length)).toBeUndefined()
  for (const row of first) state.setAnswer(`lame@${row}`, { value: 'no' })
  expect(verdictOfHalf(state, roster, members.length)).toEqual(['good'])
  for (const row of first.slice(0, 5)) state.setAnswer(`lame@${row}`, { value: 'yes' })
  expect(verdictOfHalf(state, roster, members.length)).toBeNull()
  const all = take(54)
  expect(all).toHaveLength(54)
  expect(all.slice(0, 27)).toEqual(first)
  expect(new Set(all).size).toBe(54)
})
