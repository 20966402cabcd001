/** `npm test`: everything that a change must pass, in order of speed. The last line counts: `N passed, N failed`. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Count = { passed: number; failed: number }
type Step = { name: string; command: string[]; count?: (exitCode: number) => Count }

const folder = mkdtempSync(join(tmpdir(), 'tend-results-'))
const vitestResults = join(folder, 'vitest.json')
const browserResults = join(folder, 'browser.json')

const steps: Step[] = [
  { name: 'Lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'Types', command: ['tsc', '--noEmit'] },
  { name: 'Migrations match the schema', command: ['node', 'scripts/migrationsMatch.ts'] },
  {
    name: 'Unit, API and realtime tests',
    command: [
      'vitest',
      'run',
      '--project=!long',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestResults}`,
    ],
    count: vitestCount,
  },
  { name: 'Web build within its budget', command: ['node', 'scripts/bundleBudget.ts'] },
  { name: 'Journeys in a browser', command: ['playwright', 'test'], count: browserCount },
]

const total: Count = { passed: 0, failed: 0 }
for (const step of steps) {
  const started = Date.now()
  console.log(`\n── ${step.name}`)
  const exitCode = await run(step.command)
  const count = step.count?.(exitCode) ?? (exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  // A runner that fails without a failed test has failed nonetheless.
  if (exitCode !== 0 && count.failed === 0) count.failed = 1
  total.passed += count.passed
  total.failed += count.failed
  console.log(
    `── ${step.name}: ${count.failed === 0 ? 'passed' : 'failed'} in ${Math.round((Date.now() - started) / 1000)} s`,
  )
}
rmSync(folder, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function run([program = '', ...parameters]: string[]): Promise<number> {
  const environment = { ...process.env, FORCE_COLOR: '0', PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults }
  return new Promise(resolve => {
    const child = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'inherit'], env: environment })
    child.on('error', () => resolve(127))
    child.on('exit', code => resolve(code ?? 1))
  })
}

function vitestCount(): Count {
  const results = readJson(vitestResults)
  return { passed: results?.numPassedTests ?? 0, failed: results?.numFailedTests ?? 1 }
}

function browserCount(): Count {
  const stats = readJson(browserResults)?.stats
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 1 }
}

function readJson(path: string) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
