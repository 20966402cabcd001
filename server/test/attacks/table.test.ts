/**
 * The table of bounds in docs/trust.md, row by row: each is driven to its bound while people of another company work
 * on. The table is the list of the tests, so that no row can be without one.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attackers } from './attackers.ts'
import { expectOthersServed, waitedDuring } from './innocents.ts'

const document = readFileSync(new URL('../../../docs/trust.md', import.meta.url), 'utf8')

/** The first column of the tables below the heading, but for libraries that get nothing of people's. */
function bounds(): string[] {
  const [, section = ''] = document.split('\n## Bounds')
  const headings = ['| what | bound | of | beyond it |', '| library | on what', '| reader | on what']
  return headings.flatMap(heading => {
    const [, table = ''] = section.split(heading)
    const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(2)
    return rows
      .map(row => row.split('|').map(cell => cell.trim()))
      .filter(([, , given = '']) => !given.startsWith('none'))
      .map(([, what = '']) => what.replaceAll('`', ''))
  })
}

test('the table of bounds and the attacks name the same', () => {
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
