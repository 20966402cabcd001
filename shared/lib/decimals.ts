/**
 * Decimal arithmetic: 0.1 + 0.2 is 0.3. Sums, differences, products and remainders are exact before they become a
 * number again; binary noise beyond 15 significant digits is removed (`decimal`) before a value is compared, cut,
 * written or scored.
 */
import { maxDigits } from './numbers.ts'

/** Rounds to 15 significant digits. */
export const decimal = (value: number): number => {
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return value
  return Number(value.toPrecision(maxDigits))
}

/** A decimal: units of a place after the point. */
type Parts = { units: bigint; places: number }

function partsOf(value: number): Parts {
  const [mantissa = '', power = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length - Number(power) }
}

const tens = (power: number) => 10n ** BigInt(power)
const numberOf = (units: bigint, places: number) => Number(`${units}e${-places}`)

function alike(one: number, other: number): [bigint, bigint, number] {
  const [a, b] = [partsOf(one), partsOf(other)]
  const places = Math.max(a.places, b.places)
  return [a.units * tens(places - a.places), b.units * tens(places - b.places), places]
}

const areFinite = (one: number, other: number) => Number.isFinite(one) && Number.isFinite(other)

export function sum(one: number, other: number): number {
  const quick = one + other
  if (!areFinite(one, other) || (isWhole(one) && isWhole(other) && isWhole(quick))) return quick
  const [a, b, places] = alike(one, other)
  return numberOf(a + b, places)
}

export const difference = (one: number, other: number): number => sum(one, -other)

export const sumOf = (numbers: readonly number[]): number => numbers.reduce(sum, 0)

export function product(one: number, other: number): number {
  const quick = one * other
  if (!areFinite(one, other) || (isWhole(one) && isWhole(other) && isWhole(quick))) return quick
  const [a, b] = [partsOf(one), partsOf(other)]
  return numberOf(a.units * b.units, a.places + b.places)
}

/** More digits than a number keeps, so that only the last step rounds. */
const quotientDigits = 40

export function quotient(one: number, other: number): number {
  const quick = one / other
  if (!areFinite(one, other) || other === 0 || isWhole(quick)) return quick
  const [a, b] = [partsOf(one), partsOf(other)]
  const more = Math.max(0, quotientDigits - String(a.units).length + String(b.units).length)
  return numberOf((a.units * tens(more)) / b.units, a.places - b.places + more)
}

/** Remainder of a division with the sign of the dividend, as in XPath. */
export function remainder(one: number, other: number): number {
  const [left, right] = [decimal(one), decimal(other)]
  const quick = left % right
  if (!areFinite(one, other) || right === 0 || (isWhole(left) && isWhole(right))) return quick
  const [a, b, places] = alike(left, right)
  return numberOf(a % b, places)
}

/** Powers by whole exponents are products; others are not decimal. */
export function power(base: number, exponent: number): number {
  const times = Math.abs(exponent)
  if (!Number.isInteger(exponent) || times > maxFactors || !Number.isFinite(base)) return base ** exponent
  let found = 1
  for (let factor = 0; factor < times; factor++) found = product(found, base)
  return exponent < 0 ? quotient(1, found) : found
}
const maxFactors = 64

const isWhole = Number.isSafeInteger

/** -1, 0 or 1 as the first is less, equal or greater; NaN where either is no number. */
export function compared(one: number, other: number): number {
  const [left, right] = [decimal(one), decimal(other)]
  return left < right ? -1 : left > right ? 1 : left === right ? 0 : Number.NaN
}

/** Rounds half up, as the number is written: 1.005 to two places is 1.01. */
export function rounded(value: number, places = 0): number {
  if (!Number.isFinite(value) || !Number.isFinite(places)) return Number.NaN
  const digits = Math.trunc(places)
  const [mantissa = '', exponent = '0'] = String(decimal(value)).split('e')
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  const [whole = '', power = '0'] = String(shifted).split('e')
  // Adding zero avoids a negative zero.
  return Number(`${whole}e${Number(power) - digits}`) + 0
}
