/**
 * Drives bounds of docs/bounds.md while people of another company work: a few here, each of them in the long run. The
 * document is the list of the tests, so that no bound can be without one.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attackers } from './attackers.ts'
import { expectOthersServed, waitedDuring } from './innocents.ts'

const document = readFileSync(new URL('../../../docs/bounds.md', import.meta.url), 'utf8')

/** The bold names of the lists, without libraries that get no input of people. */
const bounds = (): string[] =>
  [...document.matchAll(/^- \*\*(.+?)\*\*(?!: none;)/gm)].map(([, name = '']) => name.replaceAll('`', ''))

/** Of each kind of bound one: input, a library, a series, a queue, a pool. */
const sample = [
  'tries at passwords, PINs, codes, links',
  'sockets, their channels, frames and events',
  'zod',
  'expressions, patterns and templates',
  'a rule that repeats',
  'a body; a file; fields of a multipart body',
  'calls that wait for a connection or for authentication',
  'a spreadsheet',
  'a picture',
]
const driven = process.env.LONG ? bounds() : sample

test('the document of bounds and the attacks name the same', () => {
  expect(bounds().length).toBeGreaterThan(40)
  expect(Object.keys(attackers).toSorted()).toEqual(bounds().toSorted())
  expect(bounds()).toEqual(expect.arrayContaining(sample))
})

test.each(driven)(
  'at the bound of %s the others are served',
  async what => {
    const { beyond, may = [], ready } = attackers[what] ?? { beyond: [], ready: async () => async () => [] }
    const attack = await ready()
    const waited = await waitedDuring(attack)
    const came = new Set(waited.statuses)
    for (const status of beyond) expect(came, what).toContain(status)
    expect(
      [...came].filter(status => ![...beyond, ...may].includes(status)),
      what,
    ).toEqual([])
    expectOthersServed(what, waited)
  },
  180_000,
)
