/**
 * Nothing of a reporter stays: the whole database before and after, the mails, the files and the log are searched for
 * what their device sends along, for where they sat, for the name of the person signed in there, and for every moment.
 */
import fs from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { publicCases } from '#shared/cases/publicCase.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { networkOf } from '../lib/network/network.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { ask, channel, channelOf, comeBack, newCode, report, say, trusted } from '../test/cases.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { mailsTo } from '../test/mails.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { linkOf, turnedAway, visit } from '../test/visitors.ts'
import { notifyOfDeadlines } from './jobs.ts'

afterEach(() => vi.restoreAllMocks())

/** Every row of every table of every schema of tend, as text. */
async function dump(): Promise<Map<string, Set<string>>> {
  return platform(async db => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'pgboss')`,
    )
    const tables = new Map<string, Set<string>>()
    for (const { name } of rows) {
      const found = await db.execute<{ row: string }>(sql`select to_jsonb(t)::text as row from ${sql.raw(name)} t`)
      tables.set(name, new Set(found.rows.map(({ row }) => row)))
    }
    return tables
  })
}

/** The rows that were not there before, by their table; what tend does by its own clock is the same without anybody. */
async function newRows(before: Map<string, Set<string>>): Promise<Map<string, string[]>> {
  const fresh = new Map<string, string[]>()
  for (const [name, rows] of await dump()) {
    const added = [...rows].filter(row => !before.get(name)?.has(row))
    if (added.length > 0 && !ownClock.has(name)) fresh.set(name, added)
  }
  return fresh
}
/** The living nodes, and what the queue keeps of itself; jobs are looked at by themselves. */
const ownClock = new Set(['public.realtime_nodes', 'pgboss.queue', 'pgboss.job_common', 'pgboss.version', 'pgboss.bam'])

/** What would count up with each case: the numbers that come next, and when each folder and file last changed. */
async function countingUp() {
  const { rows } = await platform(db =>
    db.execute(sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`),
  )
  const folder = (await tend()).services.config.dataDir
  const files = fs.readdirSync(folder, { recursive: true }).map(name => {
    const { mtimeMs, size } = fs.statSync(join(folder, String(name)))
    return [name, mtimeMs, size]
  })
  return { rows, files }
}

const agent = 'CanaryPhone/7.31 (Kovacs Tablet)'
const address = '203.0.113.77'
const clock = /\d\d:\d\d/

/** A picture that says where and by what it was taken. */
const telling = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#15803d' } })
    .withExif({ IFD0: { Make: 'CanaryCamera', Artist: 'Kovacs Canary', DateTime: '2026:11:20 06:41:00' } })
    .jpeg()
    .toBuffer()

/** Asks for the very moment, as forms may. */
const curious: Definition = {
  ...channel,
  sections: [
    ...channel.sections,
    {
      id: 'clock',
      title: { en: 'Clock' },
      questions: [
        { id: 'at', type: 'calculated', label: { en: 'At' }, calculate: 'now()' },
        { id: 'hidden', type: 'hidden', label: {}, calculate: 'now()' },
      ],
    },
  ],
}

/**
 * Everything that a reporter does, on a device on which somebody is signed in, with words of a server that fails in
 * between.
 */
async function reporterDoes(link: { id: number; token: string }, signedIn: Person): Promise<string> {
  const from = {
    from: address,
    token: signedIn.token,
    headers: { 'user-agent': agent, referer: 'https://canary.example' },
  }
  await visit(publicForms.get, link, { from: address })
  const uuid = crypto.randomUUID()
  const answers = {
    ...goodAnswers,
    remark: { value: 'The feed is mouldy' },
    picture: { value: [{ uuid, name: 'Canary.jpg' }] },
  }
  const code = await report(link, { answers }, from)
  const files = [{ name: 'Kovacs Canary.jpg', content: await telling() }]
  expect((await ask(publicCases.say, { uuid, question_id: 'picture' }, code, { ...from, files })).status).toBe(201)
  expect((await say(code, 'It is worse today', from)).status).toBe(201)
  expect((await say(code, '', { ...from, files })).status).toBe(201)
  expect((await comeBack(code, from)).status).toBe(200)
  await comeBack(newCode(), from)
  await turnedAway(publicForms.get, { ...link, token: 'x'.repeat(43) }, { from: address })
  return code
}

test('database, jobs, mails and files tie no case to a person, a place or a time', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const trust = await trusted(farm, boss)
  const { link } = await channelOf(boss, curious)
  const worker = await farm.worker()
  await worker.call(locations.list, {})
  await trust.call(notices.setPreferences, { mailed: ['case.waiting'], is_never_quiet: true })
  await jobsDone()
  const before = await dump()
  const stood = await countingUp()
  const code = await reporterDoes(link, worker)

  const fresh = await newRows(before)
  // No other table has a new or a changed row: no session, no limit, no audit, no notice, no job, no count of the link.
  expect([...fresh.keys()].sort()).toEqual(['public.case_files', 'public.case_messages', 'public.cases'])
  const text = [...fresh.values()].flat().join('\n')
  const canaries = [
    agent,
    'Canary',
    'canary',
    address,
    worker.name,
    worker.email,
    worker.token,
    hashToken(worker.token),
  ]
  const derived = [hashToken(address), hashToken(networkOf(address)), code, code.replaceAll('-', ''), hashToken(code)]
  for (const word of [...canaries, ...derived]) expect(text).not.toContain(word)
  expect(text).not.toMatch(/"user_id": \d/)
  for (const row of fresh.get('public.cases') ?? []) expect(row.replaceAll(noon, '')).not.toMatch(clock)
  for (const row of fresh.get('public.case_messages') ?? []) expect(row).not.toMatch(clock)
  for (const row of fresh.get('public.case_files') ?? []) {
    const { content, ...columns } = JSON.parse(row)
    expect(JSON.stringify(columns)).not.toMatch(clock)
    const { exif, xmp, iptc } = await sharp(Buffer.from(content.slice(2), 'hex')).metadata()
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
  }
  expect(await countingUp()).toEqual(stood)

  // What those who handle it are told the next morning names neither the case nor anything of it.
  const { services } = await tend()
  await platform(db => notifyOfDeadlines.work({}, { db, services })).then(afterwards => afterwards?.())
  await jobsDone()
  const told = await newRows(before)
  const others = [...told].filter(([name]) => !name.startsWith('public.case')).flatMap(([, rows]) => rows)
  const [row] = told.get('public.cases') ?? []
  const { id } = JSON.parse(row ?? '{}')
  expect(others.some(one => one.includes('case.waiting'))).toBe(true)
  for (const word of [...canaries, ...derived, String(id), 'mouldy']) expect(others.join('\n')).not.toContain(word)
  for (const { subject, body } of await mailsTo(trust.email))
    for (const word of [...canaries, ...derived, String(id), 'mouldy']) expect(subject + body).not.toContain(word)
  expect(await mailsTo(trust.email)).toHaveLength(1)
})

/** Where pino writes the lines of a log and of its children. */
function streamOf(log: object): { write: (line: string) => boolean } {
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  if (!stream) throw new Error('pino keeps its stream elsewhere.')
  return (log as Record<symbol, { write: (line: string) => boolean }>)[stream] ?? { write: () => false }
}

/** What a form that asks for the moment is told: the middle of the day. */
const noon = /T12:00:00(\.000)?(Z|\+00:00)?/g

test('the log has no line of a reporter’s calls at any level, and no gap instead', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const worker = await farm.worker()
  const { link } = await channelOf(boss, curious)
  const { services } = await tend()
  const written: string[] = []
  vi.spyOn(streamOf(services.log), 'write').mockImplementation(text => {
    written.push(text)
    return true
  })
  const level = services.log.level
  services.log.level = 'trace'
  try {
    await reporterDoes(link, worker)
    expect(written).toEqual([])
    // Of everybody else there is one, whose number tells nothing of who came in between.
    for (let call = 0; call < 2; call++) await worker.call(locations.list, {})
    const open = await linkOf(boss, await publishedForm(boss))
    written.length = 0
    await worker.call(locations.list, {})
    await visit(publicForms.get, open)
    await worker.call(locations.list, {})
    const lines = written.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    expect(lines).toHaveLength(3)
    for (const { reqId } of lines) expect(reqId).toMatch(/^[0-9a-f]{8}-/)
  } finally {
    services.log.level = level
  }
})

test('what fails for a reporter is in the log a day later, without its moment, and nothing else of it is', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { link } = await channelOf(boss)
  const code = await report(link)
  const { services } = await tend()
  const written: string[] = []
  vi.spyOn(streamOf(services.log), 'write').mockImplementation(text => {
    written.push(text)
    return true
  })
  vi.spyOn(services, 'texts').mockImplementationOnce(() => {
    throw new Error('The texts are gone')
  })
  const answer = await comeBack(code, { from: address, headers: { 'user-agent': agent } })
  expect([answer.status, answer.code]).toEqual([500, 'internal'])
  expect(written).toEqual([])
  // As everybody else's does at once.
  services.log.error('A request failed')
  expect(written.splice(0)).toHaveLength(1)
  services.aggregatedErrors.flush()
  expect(written.join('')).toContain('The texts are gone')
  for (const word of [agent, address, code]) expect(written.join('')).not.toContain(word)
})
