import { expect, test } from 'vitest'
import { sampleSize, seededPick } from './sampleSize.ts'

test.each([
  [95, 10, { 20: 20, 30: 30, 50: 33, 100: 49, 200: 65, 300: 73 }],
  [90, 10, { 30: 30, 50: 30, 100: 41, 200: 51, 300: 55 }],
  [95, 15, { 30: 18, 50: 23, 100: 30, 300: 37 }],
] as const)('%d percent sure to %d percent points: so many of each herd', (confidence, precision, wanted) => {
  for (const [population, size] of Object.entries(wanted))
    expect(sampleSize(Number(population), { confidence, precision }), population).toBe(size)
})

test('an empty herd gives no sample, and no sample is larger than its herd', () => {
  expect(sampleSize(0, { confidence: 95, precision: 10 })).toBe(0)
  expect(sampleSize(Number.NaN, { confidence: 95, precision: 10 })).toBe(0)
  for (let population = 1; population <= 500; population++) {
    const size = sampleSize(population, { confidence: 95, precision: 5 })
    expect(size).toBeGreaterThan(0)
    expect(size).toBeLessThanOrEqual(population)
  }
})

const herd = Array.from({ length: 40 }, (_, at) => ({ id: 3 * at + 1 }))
const ids = (animals: { id: number }[]) => animals.map(({ id }) => id)

test('a seed draws the same animals in any order, and a larger sample contains the smaller', () => {
  const drawn = ids(seededPick(herd, 12, 482_913))
  expect(drawn).toHaveLength(12)
  expect(ids(seededPick(herd.toReversed(), 12, 482_913)).toReversed()).toEqual(drawn)
  expect(ids(seededPick(herd, 20, 482_913))).toEqual(expect.arrayContaining(drawn))
  expect(ids(seededPick(herd, 12, 482_914))).not.toEqual(drawn)
  // Known for good: what somebody noted years ago can be drawn again.
  expect(ids(seededPick(herd, 3, 1))).toEqual([37, 64, 79])
  expect(seededPick(herd, 99, 5)).toHaveLength(40)
  // Taken in two halves it is the same sample.
  const first = new Set(ids(seededPick(herd, 6, 7)))
  const second = ids(seededPick(herd, 6, 7, ({ id }) => first.has(id)))
  expect([...first, ...second].sort()).toEqual(ids(seededPick(herd, 12, 7)).sort())
})

test('each animal is as likely as any other', () => {
  const times = new Map<number, number>()
  for (let seed = 1; seed <= 4_000; seed++)
    for (const { id } of seededPick(herd, 10, seed)) times.set(id, (times.get(id) ?? 0) + 1)
  // A thousand times each; five standard deviations are 137.
  for (const { id } of herd) expect(Math.abs((times.get(id) ?? 0) - 1_000)).toBeLessThan(137)
})
