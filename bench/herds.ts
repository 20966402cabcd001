/**
 * Animals: what a company of 10,000 asks for while others grow to a million animals and five million events, asked in turn of two databases
 * of one server; and the same for the company of a million itself, pages far back included. Both databases are kept (`tend-bench-herds` in
 * the folder for temporary files), since building them takes minutes; `HERD=100000` builds smaller ones beside them.
 */

import { signIn } from './companies.ts'
import { findOrCreateDatabase, onDatabase, startDatabases } from './database.ts'
import { keptFolder } from './folder.ts'
import { fillHerds, hasHerds, largest, own, ownAnimals, someAnimal } from './herdRows.ts'
import { ask, timeInTurn } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { median, percentile } from './statistics.ts'

const most = Number(process.env.HERD ?? 1_000_000)
const requests = 40

/** `{last}` is the number of the last page that ends a list of so many rows, `{animal}` an animal that submissions are about. */
const calls: { what: string; path: string }[] = [
  { what: 'list', path: '/animal' },
  { what: 'list by time', path: '/animal?sort=-created_at' },
  { what: 'last page', path: '/animal?per_page=100&page={last}' },
  { what: 'by species', path: '/animal?species=goat' },
  { what: 'by group', path: '/animal?animal_group_id={pen}' },
  { what: 'by life', path: '/animal?life_status=off_farm' },
  { what: 'never looked at', path: '/animal?unchecked=ever' },
  { what: 'search for a name', path: '/animal?search=Bella%20120' },
  { what: 'search that a sixth has', path: '/animal?search=zora' },
  { what: 'search for a tag', path: '/animal?search=HU00000126' },
  { what: 'search for nothing', path: '/animal?search=qqqq' },
  { what: 'two letters', path: '/animal?search=qq' },
  { what: 'timeline', path: '/animal/{animal}/timeline' },
]

export async function measure(): Promise<Row[]> {
  const folder = await keptFolder('herds')
  await using databases = await startDatabases(folder)
  await using few = await tendWith(databases.url, folder, ownAnimals)
  await using many = await tendWith(databases.url, folder, most)
  const rows: Row[] = []
  for (const { what, path } of calls) {
    const lists = [few, many].map(tend => ({ url: urlOf(tend, path, own, ownAnimals), token: tend.tokens.own }))
    const [small = [], large = []] = await timeInTurn(lists, requests)
    rows.push({
      what: `10,000 animals: ${what}, ${most.toLocaleString('en')} of others beside them, median`,
      unit: 'ms',
      measured: median(large),
      baseline: { what: '10,000 of others', value: median(small) },
      budget: { on: 'ratio', atMost: 1.3 },
    })
  }
  for (const { what, path } of calls) {
    const least = { url: `${many.address}/api/auth/user`, token: many.tokens.largest }
    const [measured = [], baseline = []] = await timeInTurn(
      [{ url: urlOf(many, path, largest, most), token: many.tokens.largest }, least],
      requests,
    )
    rows.push({
      what: `${most.toLocaleString('en')} animals: ${what}, 95th percentile`,
      unit: 'ms',
      measured: percentile(measured, 0.95),
      baseline: { what: 'asking who one is', value: percentile(baseline, 0.95) },
      budget: { on: 'measured', atMost: 300 },
    })
  }
  return rows
}

type Tend = Awaited<ReturnType<typeof tendWith>>

const urlOf = ({ address, animals }: Tend, path: string, company: number, count: number): string =>
  `${address}/api${path}`
    .replace('{last}', String(Math.ceil(count / 100)))
    .replace('{pen}', String(3000 + company * 200 + 7))
    .replace('{animal}', String(animals[company]))

/** A tend with the company of 10,000 animals and so many of the largest. */
async function tendWith(serverUrl: string, folder: string, animals: number) {
  const url = await findOrCreateDatabase(serverUrl, `herd_${animals}`)
  const tend = await startTend(`${folder}/data-${animals}`, { DATABASE_URL: url })
  const found = await onDatabase(url, async client => {
    if (!(await hasHerds(client))) {
      const begun = performance.now()
      await fillHerds(client, animals)
      console.log(
        `a herd of ${animals} was built in ${((performance.now() - begun) / 1000).toFixed(0)} s, and is kept in ${folder}`,
      )
    }
    return {
      tokens: { own: await signIn(client, own), largest: await signIn(client, largest) },
      animals: { [own]: await someAnimal(client, own), [largest]: await someAnimal(client, largest) } as Record<
        number,
        number
      >,
    }
  })
  for (const [company, token] of [
    [own, found.tokens.own],
    [largest, found.tokens.largest],
  ] as const)
    await ask(`${tend.address}/api/animal/${found.animals[company]}/timeline`, token)
  return { ...tend, ...found }
}
