/**
 * Exports of 100,000 submissions with a roster of three rows each: when the first byte comes, how long all takes, and
 * how much the server's memory grows meanwhile; as CSV and as a workbook, and made by a job. The baseline of time is
 * PostgreSQL writing the same answers as text.
 */

import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { ask } from './load.ts'
import { startTend } from './processes.ts'
import { megabytesOf } from './resources.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { shortForm } from './rows/sampleForm.ts'

const submissions = 100_000
const betweenLooks = 50

const definition = JSON.stringify({
  ...shortForm,
  sections: [
    ...shortForm.sections,
    {
      id: 'herd',
      title: { en: 'Herd' },
      questions: [
        {
          type: 'repeat',
          id: 'cow',
          label: { en: 'Cows' },
          questions: [
            { type: 'text', id: 'tag', label: { en: 'Ear tag' } },
            { type: 'number', id: 'weight', label: { en: 'Weight' } },
          ],
        },
      ],
    },
  ],
})

/** As its questions are called by `sampleForm.ts`, whatever they ask. */
const answers = JSON.stringify({
  ...Object.fromEntries(
    shortForm.sections.flatMap(({ questions }) =>
      questions.map(element => [
        element.id,
        { value: element.type === 'text' ? '=1+1, all is well' : 'choices' in element ? 'a' : 12.5, note: '' },
      ]),
    ),
  ),
  cow: { value: ['a', 'b', 'c'] },
  ...Object.fromEntries(
    ['a', 'b', 'c'].flatMap(row => [
      [`tag@${row}`, { value: `HU ${row}` }],
      [`weight@${row}`, { value: 600 }],
    ]),
  ),
})

type Measured = { firstByte: number; seconds: number; bytes: number; growth: number }

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'exports')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const token = await onDatabase(url, async client => {
    await fillCompanies(client, { first: 1, last: 1, submissions: Math.ceil(submissions / 0.95) })
    await client.query('update form_versions set definition = $1', [definition])
    await client.query('update submissions set answers = $1', [answers])
    await settle(client)
    return signIn(client, 1)
  })
  const path = `${tend.address}/api/form/submission`
  // What any server in use has loaded, and its heap has grown to.
  for (let round = 0; round < 500; round++) await ask(path, token)
  const least = await onDatabase(url, async client => {
    const begun = performance.now()
    await client.query('select sum(length(answers::text)) from submissions')
    return performance.now() - begun
  })
  const watched = (work: () => Promise<Omit<Measured, 'growth'>>) => watch(tend.pid, work)
  const [csv, xlsx, job] = [
    await watched(() => stream(`${path}/export?format=csv&status=complete`, token)),
    await watched(() => stream(`${path}/export?format=xlsx&status=complete`, token)),
    await watched(() => byJob(path, token)),
  ]
  return Object.entries({ CSV: csv, workbook: xlsx, 'workbook by a job': job }).flatMap(([what, measured]): Row[] => [
    ...(measured.firstByte > 0
      ? [
          {
            what: `export of 100,000 submissions, ${what}: first byte`,
            unit: 'ms' as const,
            measured: measured.firstByte,
            baseline: { what: 'PostgreSQL, all answers as text', value: least },
            budget: { on: 'measured' as const, atMost: 1_000 },
          },
        ]
      : []),
    {
      what: `the same, until its end (${(measured.bytes / 1e6).toFixed(0)} MB)`,
      unit: 'ms',
      measured: measured.seconds,
      baseline: { what: 'PostgreSQL, all answers as text', value: least },
    },
    {
      what: 'the same, memory of the server',
      unit: 'MB',
      measured: measured.growth,
      baseline: { what: 'before', value: 1 },
      budget: { on: 'measured', atMost: 60 },
    },
  ])
}

/** How much a process grows at most while something is done. */
async function watch(pid: number, work: () => Promise<Omit<Measured, 'growth'>>): Promise<Measured> {
  const before = megabytesOf([pid]) ?? 0
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, megabytesOf([pid]) ?? 0)
  }, betweenLooks)
  try {
    const measured = await work()
    return { ...measured, growth: most - before }
  } finally {
    clearInterval(looking)
  }
}

async function stream(url: string, token: string) {
  const begun = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  let [firstByte, bytes] = [0, 0]
  for await (const piece of response.body) {
    firstByte ||= performance.now() - begun
    bytes += piece.byteLength
  }
  return { firstByte, bytes, seconds: performance.now() - begun }
}

type Made = { data: { id: number; state: string; size: number | null; done: number } }

async function byJob(path: string, token: string) {
  const begun = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const asked = await fetch(`${path}/export/job`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ format: 'xlsx', filters: { status: 'complete' } }),
  })
  let { data } = (await asked.json()) as Made
  while (data.state === 'waiting' || data.state === 'working') {
    await new Promise(resolve => setTimeout(resolve, 200))
    data = ((await ask(`${path}/export/job/${data.id}`, token)) as Made).data
  }
  if (data.state !== 'ready') throw new Error(`The export ${data.state}.`)
  return { firstByte: 0, bytes: data.size ?? 0, seconds: performance.now() - begun }
}
