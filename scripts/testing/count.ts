/** What the steps of `npm test` count: a flaky test has passed; it is named, as is one that failed. */
import { readFileSync } from 'node:fs'

export type Count = { passed: number; failed: string[]; flaky: string[] }

export const none = (): Count => ({ passed: 0, failed: [], flaky: [] })

export const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.flatMap(({ failed }) => failed),
  flaky: counts.flatMap(({ flaky }) => flaky),
})

/**
 * The last lines of a run: failed names, then `N passed, N failed`, because some runners show only the end. A flaky
 * test counts as passed.
 */
export function lastLines({ passed, failed, flaky }: Count): string[] {
  const listed = (head: string, names: string[]) =>
    names.length === 0 ? [] : [head, ...names.slice(0, NAMED).map(name => `  ${name}`)]
  const names = [...listed('Passed only when tried again:', flaky), ...listed('Failed:', failed)]
  const plain = `${passed} passed, ${failed.length} failed`
  if (flaky.length === 0) return [...names, plain]
  return [...names, plain, `${passed - flaky.length} passed, ${failed.length} failed, ${flaky.length} flaky`]
}

/** So many of each; where everything fails, the first say why. */
const NAMED = 30

/** What Vitest's runner counted (countReporter.ts); a runner that wrote nothing has failed. */
export const vitestCount = (file: string): Count =>
  readJson<Count>(file) ?? { ...none(), failed: ['Vitest wrote no results'] }

type Suite = { title: string; suites?: Suite[]; specs?: { title: string; file: string; tests: { status: string }[] }[] }
type Results = { stats: { expected: number; flaky: number }; suites: Suite[] }

/** What Playwright's JSON reporter wrote. */
export function journeyCount(file: string): Count {
  const results = readJson<Results>(file)
  if (!results) return { ...none(), failed: ['Playwright wrote no results'] }
  const { expected, flaky } = results.stats
  const named = (status: string) => results.suites.flatMap(suite => namedIn(suite, status))
  return { passed: expected + flaky, failed: named('unexpected'), flaky: named('flaky') }
}

const namedIn = ({ suites = [], specs = [] }: Suite, wanted: string): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(spec => `${spec.file} › ${spec.title}`),
  ...suites.flatMap(suite => namedIn(suite, wanted)),
]

function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
