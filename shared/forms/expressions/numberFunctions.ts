import { compared, decimal, power, rounded, sumOf } from '../../lib/decimals.ts'
import { areaOf, type Degrees, metresBetween } from '../shapes.ts'
import type { Work } from './scope.ts'
import { isBlank, numberOf, scalarsOf, textOf, type Value } from './values.ts'

const one =
  (work: (number: number) => number): Work =>
  ([value = '']) =>
    work(numberOf(value))

/** Numbers among values; unanswered questions are left out. */
const numbersIn = (values: Value[]): number[] =>
  values
    .flatMap(scalarsOf)
    .filter(value => !isBlank(value))
    .map(numberOf)

/** Not a number without any. */
const best = (numbers: number[], isBetter: (one: number, other: number) => boolean): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((found, number) => (isBetter(number, found) ? number : found))

/** "latitude longitude altitude accuracy", as locations are written; several are separated by semicolons. */
const placesIn = (values: Value[]): Degrees[] =>
  values
    .flatMap(value => scalarsOf(value).flatMap(scalar => textOf(scalar).split(';')))
    .map(text => text.trim().split(/\s+/).map(Number))
    .flatMap(([latitude, longitude]) =>
      latitude !== undefined && longitude !== undefined && !Number.isNaN(latitude + longitude)
        ? [{ latitude, longitude }]
        : [],
    )

/** Metres along the great circle. */
export const numberFunctions: Record<string, Work> = {
  number: one(number => number),
  int: one(number => Math.trunc(decimal(number))),
  floor: one(number => Math.floor(decimal(number))),
  ceiling: one(number => Math.ceil(decimal(number))),
  round: ([value = '', places = 0]) => rounded(numberOf(value), numberOf(places)),
  abs: one(Math.abs),
  pow: ([base = '', exponent = '']) => power(numberOf(base), numberOf(exponent)),
  sqrt: one(Math.sqrt),
  log: one(Math.log),
  log10: one(Math.log10),
  exp: one(Math.exp),
  exp10: one(number => power(10, number)),
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  asin: one(Math.asin),
  acos: one(Math.acos),
  atan: one(Math.atan),
  atan2: ([y = '', x = '']) => Math.atan2(numberOf(y), numberOf(x)),
  pi: () => Math.PI,
  random: (_, { random }) => random(),
  sum: values => sumOf(numbersIn(values)),
  min: values => best(numbersIn(values), (one, other) => compared(one, other) < 0),
  max: values => best(numbersIn(values), (one, other) => compared(one, other) > 0),
  area: values => areaOf(placesIn(values)),
  'enclosed-area': values => areaOf(placesIn(values)),
  distance: values => {
    const places = placesIn(values)
    return places.reduce((metres, place, index) => metres + metresBetween(places[index - 1] ?? place, place), 0)
  },
}
