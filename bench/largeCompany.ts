/**
 * What the screens of a large company ask for, one call at a time and from eight connections. Its database is kept in
 * the temporary folder of the machine (`tend-bench-large`), since building it takes a minute; whoever wants a new one
 * removes the folder.
 */
import { findOrCreateDatabase, onDatabase, startDatabases } from './database.ts'
import { keptFolder } from './folder.ts'
import { ask } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillLargeCompany, isFilled, largeCompany, signInThere } from './rows/largeCompanyRows.ts'
import { percentile } from './statistics.ts'

const rounds = 30
const connections = 8
const tasksOfAll = `/company/${largeCompany}/tasks`

/** `{last}` is the number of the list's last page. Where there are several, a screen asks for them at once. */
const calls: { what: string; paths: string[]; who?: 'worker' | 'narrowed' }[] = [
  { what: 'tasks, first page', paths: [tasksOfAll] },
  { what: 'tasks, last page', paths: [`${tasksOfAll}?page={last}`] },
  { what: 'tasks, search for a title', paths: [`${tasksOfAll}?search=trough%2037`] },
  { what: 'tasks, search for a person', paths: [`${tasksOfAll}?search=Worker%2012`] },
  { what: 'tasks, search for nothing', paths: [`${tasksOfAll}?search=zzzz`] },
  { what: 'own tasks, search', paths: ['/task/sent?search=trough%2037'], who: 'worker' },
  { what: 'given tasks, search', paths: ['/task?search=trough%2037'] },
  { what: 'submissions, first page', paths: ['/form/submission'] },
  { what: 'submissions, last page', paths: ['/form/submission?page={last}'] },
  { what: 'submissions, search for a form', paths: ['/form/submission?search=number%207'] },
  { what: 'submissions, search for a person', paths: ['/form/submission?search=Worker%2012'] },
  { what: 'submissions, search for nothing', paths: ['/form/submission?search=zzzz'] },
  { what: 'submissions, by score', paths: ['/form/submission?sort=score_percent'] },
  { what: 'animals, first page', paths: ['/animal'] },
  { what: 'animals, last page', paths: ['/animal?page={last}'] },
  { what: 'animals, search for a name', paths: ['/animal?search=Bella%2012'] },
  { what: 'animals, search that a sixth has', paths: ['/animal?search=bella'] },
  { what: 'animals, search for a tag', paths: ['/animal?search=HU00012345'] },
  { what: 'animals, search without the accent', paths: ['/animal?search=agnes%2012'] },
  { what: 'animals, search for nothing', paths: ['/animal?search=qqqq'] },
  { what: 'animals, by state', paths: ['/animal?sort=-status'] },
  { what: 'Today', paths: ['/today'] },
  ...[
    { what: 'animals, first page', paths: ['/animal'] },
    { what: 'animals, last page', paths: ['/animal?page={last}'] },
    { what: 'animals, search for a name', paths: ['/animal?search=Bella%2012'] },
    { what: 'animals, search that a sixth has', paths: ['/animal?search=bella'] },
    { what: 'submissions, first page', paths: ['/form/submission'] },
    { what: 'submissions, last page', paths: ['/form/submission?page={last}'] },
    { what: 'submissions, search for a form', paths: ['/form/submission?search=number%207'] },
    { what: 'tasks, first page', paths: [tasksOfAll] },
    { what: 'findings', paths: ['/finding'] },
    { what: 'search everywhere', paths: ['/search?q=bella%2012'] },
    { what: 'Today', paths: ['/today'] },
  ].map(call => ({ ...call, what: `half of it: ${call.what}`, who: 'narrowed' as const })),
]

/** Answers a call, or several at once, once. */
type Asking = () => Promise<unknown>

export async function measure(): Promise<Row[]> {
  const folder = await keptFolder('large')
  await using databases = await startDatabases(folder)
  const url = await findOrCreateDatabase(databases.url, 'large')
  await using tend = await startTend(`${folder}/data`, { DATABASE_URL: url })
  if (!(await onDatabase(url, isFilled))) {
    const begun = performance.now()
    await onDatabase(url, fillLargeCompany)
    console.log(
      `the large company was built in ${((performance.now() - begun) / 1000).toFixed(0)} s, and is kept in ${folder}`,
    )
  }
  const tokens = await onDatabase(url, signInThere)
  const least: Asking = () => ask(`${tend.address}/api/auth/user`, tokens.manager)
  const rows: Row[] = []
  for (const { what, paths, who = 'manager' } of calls) {
    const token = tokens[who]
    const urls = await Promise.all(paths.map(path => lastOf(`${tend.address}/api${path}`, token)))
    const asking: Asking = () => Promise.all(urls.map(each => ask(each, token)))
    for (const [atOnce, atMost] of [
      [1, 60],
      [connections, 150],
    ] as const) {
      const [measured, baseline] = await timed([asking, least], atOnce)
      rows.push({
        what: `large company: ${what}${atOnce > 1 ? `, ${atOnce} connections` : ''}, 95th percentile`,
        unit: 'ms',
        measured: percentile(measured ?? [], 0.95),
        baseline: { what: 'asking who one is', value: percentile(baseline ?? [], 0.95) },
        budget: { on: 'measured', atMost },
      })
    }
  }
  return rows
}

/** The address with the number of the last page put in. */
async function lastOf(url: string, token: string): Promise<string> {
  if (!url.includes('{last}')) return url
  const { meta } = (await ask(url.replace('{last}', '1'), token)) as { meta: { last_page: number } }
  return url.replace('{last}', String(meta.last_page))
}

/** The milliseconds of each of some calls, asked in turn by so many at once; the first rounds do not count. */
async function timed(askings: Asking[], atOnce: number): Promise<number[][]> {
  const times = askings.map((): number[] => [])
  const each = Math.max(6, Math.ceil(rounds / Math.sqrt(atOnce)))
  for (let round = -3; round < each; round++)
    for (const [index, asking] of askings.entries())
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const begun = performance.now()
          await asking()
          if (round >= 0) times[index]?.push(performance.now() - begun)
        }),
      )
  return times
}
