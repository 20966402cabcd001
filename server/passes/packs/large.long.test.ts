/**
 * The largest pack: 10,000 submissions with 20,000 photos, made by a tend in a process of its own while people of
 * another company work there. Its memory must not grow with the number: it is compared with a pack of a tenth.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { goodAnswers, publishedForm } from '../../test/forms.ts'
import { launchTend, type TendProcess } from '../../test/nodes/tends.ts'
import { issue } from '../../test/passes.ts'
import { company, type Person, platform } from '../../test/people.ts'
import { complete } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'

const photosOfEach = 2
const most = Number(process.env.PACK_SUBMISSIONS ?? 10_000)
const tenth = Math.round(most / 10)

/** How many megabytes the peak of the large pack may be above that of the tenth. */
const flatMegabytes = 60
/** As an attack at any bound: others wait for so long at most, nineteen times of twenty. */
const othersWait = 200

const pictures = 50

/** Real pictures of some 25 kB, which do not compress further. */
const noise = () =>
  sharp(randomBytes(200 * 150 * 3), { raw: { width: 200, height: 150, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer()

/** A farm with that many submissions of two photos each, and a pass of them. */
async function farmWith(count: number, folder: string): Promise<{ boss: Person; pass: number }> {
  const farm = await company()
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  const place = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const subjects = [{ type: 'location', id: place.id, name: place.name }] as never
  const { id } = await complete(boss, form, goodAnswers, { subjects })
  const contents = await Promise.all(Array.from({ length: pictures }, noise))
  const hashes = contents.map(content => createHash('sha256').update(content).digest('hex'))
  const { rows } = await platform(async db => {
    await db.execute(sql`
      insert into submissions (company_id, uuid, form_id, form_version_id, user_id, status, answers, score,
        score_percent, band, critical_failed, places, started_at, completed_at, received_at)
      select company_id, gen_random_uuid(), form_id, form_version_id, user_id, status,
        jsonb_set(answers, '{picture}', jsonb_build_object('value', jsonb_build_array(
          jsonb_build_object('uuid', gen_random_uuid(), 'caption', 'Left'),
          jsonb_build_object('uuid', gen_random_uuid())))),
        score, score_percent, band, critical_failed, places, at, at, at
      from submissions, lateral (select now() - n * interval '1 minute' as at
        from generate_series(1, ${count - 1}::int) n) moments
      where id = ${id}`)
    await db.execute(sql`
      insert into submission_subjects (company_id, submission_id, location_id)
      select company_id, id, ${place.id}::int from submissions where company_id = ${farm.id} and id <> ${id}`)
    return db.execute<{ path: string; kind: number }>(sql`
      insert into files (company_id, uuid, user_id, submission_id, question_id, path, name, content_type, size, sha256,
        width, height, created_at)
      select s.company_id, (part->>'uuid')::uuid, s.user_id, s.id, 'picture',
        'large/' || s.company_id || '/' || (part->>'uuid') || '.jpg', 'pen.jpg', 'image/jpeg',
        (${sql.param(contents.map(content => content.length))}::int[])[1 + s.id % ${pictures}::int],
        (${sql.param(hashes)}::text[])[1 + s.id % ${pictures}::int], 200, 150, s.completed_at
      from submissions s, jsonb_array_elements(s.answers->'picture'->'value') part
      where s.company_id = ${farm.id} and s.id <> ${id}
      returning path, submission_id % ${pictures}::int as kind`)
  })
  expect(rows).toHaveLength((count - 1) * photosOfEach)
  const store = join(folder, 'large', String(farm.id))
  await mkdir(store, { recursive: true })
  const { storage } = (await tend()).services
  for (const [at, content] of contents.entries()) await storage.write(`large/${farm.id}/${at}`, content)
  for (const { path, kind } of rows) await link(join(store, String(kind)), join(folder, path))
  return { boss, pass: (await issue(boss, { kinds: ['submission'] })).id }
}

/** Megabytes that a process holds. */
const memoryOf = ({ child }: TendProcess): number =>
  Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1000

const asking =
  ({ port }: TendProcess, { token }: Person) =>
  async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: T }).data
  }

/** What somebody of another company waits for a list and for a write, until they stop. */
function working(running: TendProcess, person: Person) {
  const ask = asking(running, person)
  const times: number[] = []
  let [isOn, made] = [true, 0]
  const done = (async () => {
    while (isOn) {
      const begun = performance.now()
      if (made % 5 === 0) await ask('POST', '/location', { name: `Pen ${made}`, type: 'barn' })
      else await ask('GET', '/form/submission?per_page=25')
      times.push(performance.now() - begun)
      made++
      await wait(50)
    }
  })()
  return {
    async stop() {
      isOn = false
      await done
      return times.toSorted((one, other) => one - other)
    },
  }
}

const share = (sorted: number[], part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)

type Pack = { id: number; state: string; size: number | null; done: number; total: number }

/** Makes a pack by the job, and looks at memory and at others in the meantime. */
async function packed(running: TendProcess, { boss, pass }: { boss: Person; pass: number }, other: Person) {
  const ask = asking(running, boss)
  const worker = working(running, other)
  const before = memoryOf(running)
  const begun = performance.now()
  let peak = before
  const looking = setInterval(() => {
    peak = Math.max(peak, memoryOf(running))
  }, 50)
  try {
    const { id } = await ask<Pack>('POST', `/pass/${pass}/pack`)
    for (;;) {
      const found = (await ask<Pack[]>('GET', `/pass/${pass}/pack`)).find(one => one.id === id)
      if (found?.state === 'failed') throw new Error('The pack failed.')
      if (found?.state === 'ready')
        return { found, before, peak, seconds: (performance.now() - begun) / 1000, others: await worker.stop() }
      await wait(500)
    }
  } finally {
    clearInterval(looking)
    await worker.stop()
  }
}

test.skipIf(process.platform !== 'linux')(
  'a pack of 10,000 submissions with 20,000 photos takes no more memory than one of a tenth, while others work',
  { timeout: 1_800_000 },
  async () => {
    const { services, stop, ownerUrl } = await tend()
    const { folder } = services.storage
    const [small, large] = [await farmWith(tenth, folder), await farmWith(most, folder)]
    const elsewhere = await company()
    const other = await elsewhere.manager()
    await complete(other, await publishedForm(other))
    const { dataDir } = services.config
    await stop()
    // As PostgreSQL does by itself some minutes later.
    const owner = new Client({ connectionString: ownerUrl })
    await owner.connect()
    await owner.query('vacuum analyze')
    await owner.end()

    const running = await launchTend({ DATABASE_URL: ownerUrl, DATA_DIR: dataDir, PORT: '0' })
    try {
      const idle = working(running, other)
      await wait(5_000)
      const quiet = await idle.stop()
      // The first one loads what draws PDFs, and the heap grows to what any server in use has.
      await packed(running, small, other)
      const of = { small: await packed(running, small, other), large: await packed(running, large, other) }
      for (const { found, before, peak, seconds, others } of Object.values(of))
        console.log(
          `a pack of ${found.total} submissions: ${Math.round((found.size ?? 0) / 1e6)} MB, ` +
            `${Math.round(seconds)} s, ` +
            `memory ${Math.round(before)} to ${Math.round(peak)} MB; others waited ${share(others, 0.5)} ms, ` +
            `p95 ${share(others, 0.95)}, longest ${share(others, 1 - 1e-9)} (before ${share(quiet, 0.5)}, ` +
            `p95 ${share(quiet, 0.95)})`,
        )
      expect(of.small.found).toMatchObject({ total: tenth, done: tenth })
      expect(of.large.found).toMatchObject({ total: most, done: most })
      expect(of.large.peak - of.small.peak).toBeLessThan(flatMegabytes)
      expect(share(of.large.others, 0.95)).toBeLessThan(othersWait)
    } finally {
      await running.stop()
    }
  },
)
