/**
 * `npm test` runs the everyday tests in order of speed, `-- --all` all that a change must pass to land, `--
 * --changed[=<state>]` those of it that this branch touches. The last line counts (`N passed, N failed, N flaky`),
 * below the names of the failed and flaky.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Count, journeyCount, lastLines, none, sum, vitestCount } from './testing/count.ts'
import { baseOf, changedFiles, touchedJourneys } from './testing/touched.ts'

type Step = { name: string; command: string[]; count?: () => Count }

const folder = mkdtempSync(join(tmpdir(), 'tend-results-'))
const vitestResults = join(folder, 'vitest.json')
const browserResults = join(folder, 'browser.json')

const wish = process.argv.find(word => word.startsWith('--changed'))
const base = wish === undefined ? null : baseOf(wish.split('=')[1] ?? '')
const isAll = process.argv.includes('--all')
/** A third demo would take longer to start than it saves among so few. */
const core = ['--grep=@core', '--workers=2']
const journeys = base ? touchedJourneys(changedFiles(base)) : isAll ? 'all' : core
/** Projects of Vitest that are left out; the long searches and several machines are commands of their own. */
const leftOut = ['long', 'cluster', ...(base || isAll ? [] : ['exhaustive', 'integrations', 'postgres'])]

/** They use one core each or hardly any, so they share the time. */
const quick: Step[] = [
  { name: 'Lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'Types', command: ['tsc', '--noEmit'] },
  { name: 'Migrations match the schema', command: ['node', 'scripts/migrationsMatch.ts'] },
  { name: 'Web build within its budget', command: ['node', 'scripts/bundleBudget.ts'] },
]
const slow: Step[] = [
  {
    name: 'Unit, API and realtime tests',
    command: [
      ...['vitest', 'run', '--reporter=default', '--reporter=./scripts/testing/countReporter.ts'],
      ...leftOut.map(project => `--project=!${project}`),
      ...(base ? [`--changed=${base}`, '--passWithNoTests'] : []),
    ],
    count: () => vitestCount(vitestResults),
  },
  {
    name: 'Journeys in a browser',
    command: ['playwright', 'test', ...(journeys === 'all' ? [] : journeys)],
    count: () => journeyCount(browserResults),
  },
]

const counts = await Promise.all(quick.map(step => perform(step, 'pipe')))
for (const step of slow.filter(({ name }) => name !== 'Journeys in a browser' || journeys.length > 0))
  counts.push(await perform(step, 'inherit'))
rmSync(folder, { recursive: true, force: true })
const total = sum(counts)
console.log(`\n${lastLines(total).join('\n')}`)
process.exit(total.failed.length === 0 ? 0 : 1)

/** Steps that share the time say what they have to say when they end. */
async function perform({ name, command, count }: Step, output: 'pipe' | 'inherit'): Promise<Count> {
  const started = Date.now()
  if (output === 'inherit') console.log(`\n── ${name}`)
  const { exitCode, said } = await run(command, output)
  const counted = count?.() ?? (exitCode === 0 ? { ...none(), passed: 1 } : none())
  // A runner that fails without a failed test has failed nonetheless.
  if (exitCode !== 0 && counted.failed.length === 0) counted.failed.push(name)
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${said}── ${name}: ${counted.failed.length === 0 ? 'passed' : 'failed'} in ${seconds} s`)
  return counted
}

function run([program = '', ...parameters]: string[], output: 'pipe' | 'inherit') {
  const env = {
    ...process.env,
    ...{ FORCE_COLOR: '0', PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults, TEND_VITEST_COUNT: vitestResults },
  }
  return new Promise<{ exitCode: number; said: string }>(resolve => {
    const child = spawn(program, parameters, { stdio: ['ignore', output, output], env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (said += chunk))
    child.on('error', () => resolve({ exitCode: 127, said }))
    child.on('close', code => resolve({ exitCode: code ?? 1, said }))
  })
}
