/**
 * Drives each bound of docs/bounds.md while people of another company work. The document is the list of the tests, so
 * that no bound can be without one.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attackers } from './attackers.ts'
import { expectOthersServed, waitedDuring } from './innocents.ts'

const document = readFileSync(new URL('../../../docs/bounds.md', import.meta.url), 'utf8')

/** The bold names of the lists, without libraries that get no input of people. */
const bounds = (): string[] =>
  [...document.matchAll(/^- \*\*(.+?)\*\*(?!: none;)/gm)].map(([, name = '']) => name.replaceAll('`', ''))

test('the document of bounds and the attacks name the same', () => {
  expect(bounds().length).toBeGreaterThan(40)
  expect(Object.keys(attackers).toSorted()).toEqual(bounds().toSorted())
})

test.each(bounds())(
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
