/** What the steps of `npm test` count: a flaky test has passed, and is named. */
import { readFileSync } from 'node:fs'

export type Count = { passed: number; failed: number; flaky: string[] }

export const none = (): Count => ({ passed: 0, failed: 0, flaky: [] })

export const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  flaky: counts.flatMap(({ flaky }) => flaky),
})

/** The last lines of a run. Whoever reads only `N passed, N failed` finds that too where a test was flaky, who counts as passed there. */
export function lastLines({ passed, failed, flaky }: Count): string[] {
  const plain = `${passed} passed, ${failed} failed`
  if (flaky.length === 0) return [plain]
  const named = flaky.map(name => `  ${name}`)
  const apart = `${passed - flaky.length} passed, ${failed} failed, ${flaky.length} flaky`
  return ['Passed only when tried again:', ...named, plain, apart]
}

/** What Vitest's runner counted (countReporter.ts); a runner that wrote nothing has failed. */
export const vitestCount = (file: string): Count => readJson<Count>(file) ?? { ...none(), failed: 1 }

type Suite = { title: string; suites?: Suite[]; specs?: { title: string; file: string; tests: { status: string }[] }[] }
type Results = { stats: { expected: number; flaky: number; unexpected: number }; suites: Suite[]; errors: unknown[] }

/** What Playwright's JSON reporter wrote. */
export function journeyCount(file: string): Count {
  const results = readJson<Results>(file)
  if (!results) return { ...none(), failed: 1 }
  const { expected, flaky, unexpected } = results.stats
  return { passed: expected + flaky, failed: unexpected, flaky: results.suites.flatMap(flakyIn) }
}

const flakyIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(spec => `${spec.file} › ${spec.title}`),
  ...suites.flatMap(flakyIn),
]

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
