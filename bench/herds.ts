/**
 * Animals: what a company of 10,000 asks for while others grow to a million animals and five million events, asked in
 * turn of two databases of one server; and the same for the company of a million itself, pages far back included. Both
 * databases are kept (`tend-bench-herds` in the folder for temporary files), since building them takes minutes;
 * `HERD=100000` builds smaller ones beside them.
 */

import { findOrCreateDatabase, onDatabase, startDatabases } from './database.ts'
import { keptFolder } from './folder.ts'
import { ask, timeInTurn } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { signIn } from './rows/companies.ts'
import { fillHerds, hasHerds, largest, own, ownAnimals, someAnimal } from './rows/herdRows.ts'
import { median, percentile } from './statistics.ts'

const most = Number(process.env.HERD ?? 1_000_000)
const requests = 30

/**
 * `{last}` is the number of the last page that ends a list of so many rows, `{animal}` an animal that submissions are
 * about.
 */
const calls: { what: string; path: string }[] = [
  { what: 'list', path: '/animal' },
  ...['-name', 'created_at', '-created_at', 'updated_at', 'status', '-status'].map(sort => ({
    what: `sorted by ${sort}`,
    path: `/animal?sort=${sort}`,
  })),
  { what: 'the last page that the screen names', path: '/animal?page=400' },
  { what: 'the last page of all', path: '/animal?per_page=100&page={last}' },
  { what: 'the last page by time', path: '/animal?per_page=100&page={last}&sort=-created_at' },
  { what: 'by a rare species', path: '/animal?species=goat' },
  { what: 'by a frequent species', path: '/animal?species=cattle' },
  { what: 'by a frequent species, by time', path: '/animal?species=cattle&sort=-created_at' },
  { what: 'by group', path: '/animal?animal_group_id={pen}' },
  { what: 'by life', path: '/animal?life_status=off_farm' },
  { what: 'by species, group and life', path: '/animal?species=goat&animal_group_id={pen}&life_status=alive' },
  { what: 'by species, life and never looked at', path: '/animal?species=sheep&life_status=alive&unchecked=ever' },
  { what: 'never looked at', path: '/animal?unchecked=ever' },
  { what: 'search for a name', path: '/animal?search=Bella%20120' },
  { what: 'search that a sixth has', path: '/animal?search=zora' },
  { what: 'search that a sixth has, by time', path: '/animal?search=zora&sort=-created_at' },
  { what: 'search that a sixth has, a species', path: '/animal?search=zora&species=sheep' },
  { what: 'search that all have', path: '/animal?search=hu00' },
  { what: 'search for a tag', path: '/animal?search=HU00000126' },
  { what: 'search for nothing', path: '/animal?search=qqqq' },
  { what: 'two letters that a third has', path: '/animal?search=ra' },
  { what: 'two letters that nothing has', path: '/animal?search=qq' },
  { what: 'timeline', path: '/animal/{animal}/timeline' },
  { what: 'palette, a name', path: '/search?q=bella%201' },
  { what: 'palette, mistyped', path: '/search?q=zorra%2012' },
  { what: 'names for a device', path: '/register/names?type=animal_group' },
  { what: 'groups', path: '/animal/group' },
  { what: 'Today', path: '/today' },
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
  rows.push({
    what: `${most.toLocaleString('en')} animals: the first byte of their export, 95th percentile`,
    unit: 'ms',
    measured: percentile(
      await firstBytes(`${many.address}/api/register/export?type=animal`, many.tokens.largest),
      0.95,
    ),
    baseline: {
      what: '10,000 animals',
      value: percentile(await firstBytes(`${many.address}/api/register/export?type=animal`, many.tokens.own), 0.95),
    },
    budget: { on: 'measured', atMost: 1_000 },
  })
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

/** The milliseconds until something of an answer is there, which is not read to its end. */
async function firstBytes(url: string, token: string): Promise<number[]> {
  const times: number[] = []
  for (let round = -1; round < 10; round++) {
    const stopped = new AbortController()
    const begun = performance.now()
    const { body, status } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stopped.signal })
    if (status !== 200) throw new Error(`${url}: ${status}`)
    await body?.getReader().read()
    if (round >= 0) times.push(performance.now() - begun)
    stopped.abort()
  }
  return times
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
