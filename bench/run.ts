/**
 * `npm run bench`: the design's budgets, each beside a baseline in the same run, because only ratios mean anything on a
 * shared machine; it never fails and writes bench/results.json. `-- list pdf` measures only these, `-- --large` also
 * what takes minutes to prepare.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { releaseAll } from './holding.ts'
import { isMet, type Row, ratioOf } from './row.ts'
import { tableOf } from './table.ts'

const measurements = [
  'bundles',
  'list',
  'listGrowth',
  'writing',
  'broadcast',
  'socketMemory',
  'starting',
  'pdf',
  'signInPage',
  'apiDocs',
  'opening',
  'typing',
  'logic',
]
const large = [
  'backups',
  'changes',
  'conversation',
  'delivered',
  'herds',
  'imports',
  'largeCompany',
  'listOfMillion',
  'notifying',
  'passes',
  'rejoining',
  'series',
  'exports',
  'reports',
  'submissionLists',
  'twoProcesses',
]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { large: { type: 'boolean' } } })
const wanted = positionals.length > 0 ? positionals : [...measurements, ...(values.large ? large : [])]

process.on('SIGINT', stop)
process.on('SIGTERM', stop)

const load = () => loadavg().map(value => value.toFixed(1))
const started = { at: new Date().toISOString(), load: load() }
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, load ${started.load.join(' ')}`)

const rows: Row[] = []
const failures: string[] = []
for (const name of wanted) {
  const begun = performance.now()
  try {
    const { measure } = (await import(`./${name}.ts`)) as { measure: () => Promise<Row[]> }
    const measured = await measure()
    rows.push(...measured)
    // A long run that is stopped half way has said what it found, and how busy the machine was then.
    console.log(`${tableOf(measured)}\nload ${load().join(' ')}`)
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.stack : error}`)
  }
  console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}
await releaseAll()

console.log(`\n${tableOf(rows)}\n\nload at the end: ${load().join(' ')}`)
for (const failure of failures) console.log(`\nnot measured: ${failure}`)
const results = {
  ...started,
  node: process.versions.node,
  cpus: cpus().map(({ model }) => model),
  loadAtEnd: load(),
  rows: rows.map(row => ({ ...row, ratio: ratioOf(row), met: isMet(row) })),
  failures,
}
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
process.exit(0)

async function stop(): Promise<void> {
  await releaseAll()
  process.exit(1)
}
