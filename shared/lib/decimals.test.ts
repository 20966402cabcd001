import { expect, test } from 'vitest'
import { seededRandom } from '../forms/scoring/sampleSize.ts'
import { compared, decimal, difference, product, quotient, remainder, rounded, sum, sumOf } from './decimals.ts'
import { digitsOf } from './numbers.ts'

test('sums on paper and here are equal', () => {
  expect(sum(0.1, 0.2)).toBe(0.3)
  expect(sumOf([33.7, 33.1, 33.2])).toBe(100)
  expect(difference(1_000_000.1, 1_000_000)).toBe(0.1)
  expect(product(0.07, 100)).toBe(7)
  expect(product(1.1, 1.1)).toBe(1.21)
  expect(quotient(0.3, 0.1)).toBe(3)
  expect(remainder(5.5, 0.1)).toBe(0)
  expect(remainder(-7.5, 2)).toBe(-1.5)
  expect(decimal(product(quotient(1, 3), 3))).toBe(1)
  expect(compared(0.1 + 0.2, 0.3)).toBe(0)
  expect(rounded(1.005, 2)).toBe(1.01)
  expect(digitsOf(0.0125)).toBe(3)
  expect(digitsOf(1.25e25)).toBe(3)
})

test('text that is no number stays none', () => {
  expect(sum(Number.NaN, 0.5)).toBeNaN()
  expect(sum(Number.POSITIVE_INFINITY, 0.5)).toBe(Number.POSITIVE_INFINITY)
  expect(quotient(1.5, 0)).toBe(Number.POSITIVE_INFINITY)
  expect(quotient(0, 0)).toBeNaN()
  expect(remainder(1.5, 0)).toBeNaN()
  expect(sum(1e308, 1e-308)).toBe(1e308)
})

/** A decimal with few enough digits that all results have at most 15: its units of a millionth, and the number. */
function drawnDecimal(random: () => number) {
  const places = Math.floor(random() * 5)
  const units = BigInt(Math.floor(random() * 2_000_000) - 1_000_000)
  return { millionths: units * 10n ** BigInt(6 - places), number: Number(`${units}e-${places}`) }
}
const numberIn = (units: bigint, places: number) => Number(`${units}e-${places}`)

test('random decimals come to what exact whole numbers say', () => {
  const random = seededRandom(20_261_128)
  for (let turn = 0; turn < 4_000; turn++) {
    const [one, other] = [drawnDecimal(random), drawnDecimal(random)]
    const said = `${one.number} and ${other.number}`
    expect([said, sum(one.number, other.number)]).toEqual([said, numberIn(one.millionths + other.millionths, 6)])
    expect([said, difference(one.number, other.number)]).toEqual([said, numberIn(one.millionths - other.millionths, 6)])
    expect([said, product(one.number, other.number) + 0]).toEqual([
      said,
      numberIn(one.millionths * other.millionths, 12) + 0,
    ])
    expect([said, compared(one.number, other.number)]).toEqual([
      said,
      one.millionths < other.millionths ? -1 : one.millionths > other.millionths ? 1 : 0,
    ])
    if (other.millionths === 0n) continue
    expect([said, remainder(one.number, other.number) + 0]).toEqual([
      said,
      numberIn(one.millionths % other.millionths, 6) + 0,
    ])
    // The product divided by one of its factors is the other.
    const whole = product(one.number, other.number)
    expect([said, quotient(whole, other.number) + 0]).toEqual([said, one.number + 0])
    const floor =
      one.millionths / other.millionths -
      (one.millionths % other.millionths !== 0n && one.millionths < 0n !== other.millionths < 0n ? 1n : 0n)
    expect([said, Math.floor(decimal(quotient(one.number, other.number))) + 0]).toEqual([said, Number(floor) + 0])
  }
})

test('long columns of figures add up', () => {
  const random = seededRandom(7)
  for (let turn = 0; turn < 200; turn++) {
    const column = Array.from({ length: 300 }, () => drawnDecimal(random))
    const exact = column.reduce((total, { millionths }) => total + millionths, 0n)
    expect(sumOf(column.map(({ number }) => number))).toBe(numberIn(exact, 6))
  }
})
