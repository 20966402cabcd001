/**
 * Lists of submissions of a company that has 100,000: three filters at once, an answer that is rare or common, and
 * words of what was answered. Its database is kept in the temporary folder of the machine
 * (`tend-bench-submission-lists`).
 */
import { findOrCreateDatabase, onDatabase, startDatabases } from './database.ts'
import { keptFolder } from './folder.ts'
import { ask } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillSubmissionLists, isFilled, signInThere } from './rows/submissionListRows.ts'
import { percentile } from './statistics.ts'

const rounds = 30
const [filtered, searched] = [100, 150]

export const calls: [what: string, query: string, atMost: number][] = [
  ['form, rating and period', 'form_id=2005&band=act&from=2025-06-01', filtered],
  ['person, critical answer and state', 'user_id=2010&critical=true&status=complete', filtered],
  ['place, rating and no critical answer', 'location_id=21&band=good&critical=false', filtered],
  ['form, rare answer and state', 'form_id=2005&question_id=gate&answer=broken&status=complete', filtered],
  ['rare answer, rating and period', 'question_id=gate&answer=broken&band=act&from=2025-06-01', filtered],
  ['form, answer of three in a hundred and rating', 'form_id=2005&question_id=gate&answer=na&band=act', filtered],
  ['answer of three in a hundred, rating and period', 'question_id=gate&answer=na&band=act&from=2025-06-01', filtered],
  ['form, answer that nearly all have and rating', 'form_id=2005&question_id=gate&answer=yes&band=act', filtered],
  ['form, found something and period', 'form_id=2005&flagged=true&from=2025-06-01', filtered],
  ['found something, rating and state', 'flagged=true&band=act&status=complete', filtered],
  ['found nothing, person and rating', 'flagged=false&user_id=2010&band=act', filtered],
  ['search, words that 20 have', 'search=valyu%20megrep', searched],
  ['search, a word that 240 have', 'search=word4711', searched],
  ['search, the beginning of words that 24,000 have', 'search=word12', searched],
  ['search, a word that all have', 'search=pen', searched],
  ['search, nothing', 'search=zzzz', searched],
  ['search, form and rating', 'search=word4711&form_id=2005&band=act', searched],
]

export async function measure(): Promise<Row[]> {
  const folder = await keptFolder('submission-lists')
  await using databases = await startDatabases(folder)
  const url = await findOrCreateDatabase(databases.url, 'submission_lists')
  await using tend = await startTend(`${folder}/data`, { DATABASE_URL: url })
  if (!(await onDatabase(url, isFilled))) await onDatabase(url, fillSubmissionLists)
  const token = await onDatabase(url, signInThere)
  const times = calls.map((): number[] => [])
  const least: number[] = []
  // In turn, so that what changes on the machine meanwhile meets all of them.
  for (let round = -3; round < rounds; round++) {
    const keep = (times: number[], time: number) => round >= 0 && times.push(time)
    keep(least, await timeOf(`${tend.address}/api/auth/user`, token))
    for (const [index, [, query]] of calls.entries())
      keep(times[index] ?? [], await timeOf(`${tend.address}/api/form/submission?${query}`, token))
  }
  return calls.map(([what, , atMost], index) => ({
    what: `100,000 submissions: ${what}, 95th percentile`,
    unit: 'ms',
    measured: percentile(times[index] ?? [], 0.95),
    baseline: { what: 'asking who one is', value: percentile(least, 0.95) },
    budget: { on: 'measured', atMost },
  }))
}

async function timeOf(url: string, token: string): Promise<number> {
  const begun = performance.now()
  await ask(url, token)
  return performance.now() - begun
}
