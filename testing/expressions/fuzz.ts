/**
 * Random expressions for tests: whole ones that mean something, and broken ones made of their parts. The same seed
 * gives the same.
 */
import type { Node } from '#shared/forms/expressions/node.ts'
import { binaryOperators } from '#shared/forms/expressions/node.ts'
import { signatures } from '#shared/forms/expressions/signatures.ts'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const names = ['a', 'n', 'word', 'crops', 'weights', 'last', 'div-x', 'or_1']
const texts = ['', 'wheat', '2026-11-21', '12.5', "it's", 'say "x"', '47.5 19.0', '\\d+', '(a|b)*c', '🐄']
const pick = <Item>(chance: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/** A random tree of at most so many levels; offsets are not set. */
export function randomTree(chance: () => number, depth: number): Node {
  const at = { at: 0, end: 0 }
  const inner = () => randomTree(chance, depth - 1)
  const leaves: (() => Node)[] = [
    () => ({ kind: 'number', value: pick(chance, [0, 1, 7, 0.5, 12.25, 1e6]), ...at }),
    () => ({ kind: 'text', value: pick(chance, texts), ...at }),
    () => ({ kind: 'reference', name: pick(chance, names), isLast: chance() < 0.1, ...at }),
    () => ({ kind: 'self', ...at }),
    () => ({ kind: 'attribute', name: pick(chance, names), ...at }),
  ]
  if (depth <= 0 || chance() < 0.2) return pick(chance, leaves)()
  if (chance() < 0.15) return { kind: 'minus', operand: inner(), ...at }
  if (chance() < 0.5)
    return { kind: 'binary', operator: pick(chance, binaryOperators), left: inner(), right: inner(), ...at }
  const [name, { least, most }] = pick(chance, Object.entries(signatures))
  const count = least + Math.floor(chance() * (Math.min(most, least + 3) - least + 1))
  return { kind: 'call', name, args: Array.from({ length: count }, inner), ...at }
}

const scraps = [
  ' ',
  '(',
  ')',
  ',',
  '.',
  '..',
  '/',
  '${a}',
  '${',
  '}',
  "'",
  '"',
  '1',
  '.5',
  'and',
  'or',
  'div',
  'if(',
  'not(',
]
const moreScraps = [
  '=',
  '!=',
  '<',
  '[',
  '@',
  '*',
  '-',
  'a-b',
  'jr:choice-name(',
  'pulldata(',
  '💥',
  '’',
  '\u0000',
  '\u200f',
  'constructor(',
]

/** Something that is hardly an expression. */
export const randomScraps = (chance: () => number): string =>
  Array.from({ length: 1 + Math.floor(chance() * 20) }, () => pick(chance, [...scraps, ...moreScraps])).join('')
