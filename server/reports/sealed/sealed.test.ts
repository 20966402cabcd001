/** Finished reports are in the chain with their numbers, and prove themselves in a bundle. */
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exports } from '#shared/exports/contract.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { reports } from '#shared/reports/contract.ts'
import { checkBundle } from '#shared/sealing/bundle/check.ts'
import type { Files } from '#shared/sealing/bundle/files.ts'
import { sealing } from '#shared/sealing/contract.ts'
import { webMeans } from '#shared/sealing/link.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { stopRenderers } from '../../lib/pdf/render.ts'
import { sha256 } from '../../lib/security/secrets.ts'
import { lameAnswers, publishedForm } from '../../test/forms.ts'
import { company, type Person, platform } from '../../test/people.ts'
import { attach, begin, complete } from '../../test/submissions.ts'

afterAll(stopRenderers)

const change = (statement: ReturnType<typeof sql>) => platform(db => db.execute(statement))

async function farmWithReport() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const draft = await begin(hand, form)
  const { uuid } = await attach(hand, draft)
  await hand.call(submissions.complete, { id: draft.id, answers: { ...lameAnswers, picture: { value: [{ uuid }] } } })
  const report = await boss.call(reports.create, {
    name: 'Pens',
    form_id: form.id,
    group_by: 'person',
    for_everybody: true,
  })
  return { id: farm.id, farm, boss, hand, form, uuid, report: report.id }
}

async function finished(person: Person, id: number) {
  const content = (await person.send(reports.pdf, { id })).rawPayload
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })
  const [, token = ''] = /\/verify\/([\w-]{22})/.exec(text.normalize('NFKC').replace(/\s/g, '')) ?? []
  return { content, token }
}

type SealedRow = { position: number; kind: string; part: number | null; content: string | null }
const linksOf = async (id: number): Promise<SealedRow[]> =>
  (
    await change(
      sql`select position, kind, part, content from seals where record_type = 'report' and record_id = ${id}
        order by position`,
    )
  ).rows as SealedRow[]

test('a finished report enters the chain with its definition, days and numbers, once for the same result', async () => {
  const { boss, hand, form, uuid, report } = await farmWithReport()
  const first = await finished(boss, report)
  const [result, printed, ...others] = await linksOf(report)
  expect([result?.kind, printed?.kind, others.length]).toEqual(['completed', 'exported', 0])
  expect([result?.part, printed?.part]).toEqual([1, 1])
  const sealed = JSON.parse(result?.content ?? '{}')
  expect(canonicalJson(sealed)).toBe(result?.content)
  const data = await boss.call(reports.data, { id: report })
  expect(sealed).toMatchObject({
    ...{ revision: 1, from: data.from, to: data.to, time_zone: data.time_zone, totals: data.totals },
    definition: { name: 'Pens', form_ids: [form.id], period: { unit: 'week', count: 12 } },
    ...{ distribution: data.distribution, heat_map: data.heat_map, trend: data.trend },
    files: { [uuid]: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  })
  // Of whom it tells is a number: who leaves takes their name along.
  expect(data.comparison?.groups[0]?.name).not.toBeNull()
  expect(sealed.comparison.groups[0]).toMatchObject({ key: String(hand.id), submissions: 1 })
  expect(sealed.comparison.groups[0]).not.toHaveProperty('name')

  // In another language it is another PDF of the same result.
  await boss.send(reports.pdf, { id: report }, { lang: 'ar' })
  expect((await linksOf(report)).map(({ kind, part }) => [kind, part])).toEqual([
    ...[
      ['completed', 1],
      ['exported', 1],
    ],
    ['exported', 1],
  ])
  await complete(hand, form)
  await finished(boss, report)
  expect((await linksOf(report)).slice(3).map(({ kind, part }) => [kind, part])).toEqual([
    ...[
      ['completed', 2],
      ['exported', 2],
    ],
  ])
  // The holder of the first report does not learn what was finished since.
  expect(await boss.call(sealing.verify, { token: first.token })).toMatchObject({ state: 'intact', since: [] })
  expect(await boss.call(sealing.check, { after: 0 })).toMatchObject({ faults: [] })
})

test('a changed, archived or restored schedule applies, and finished reports stay', async () => {
  const { boss, report } = await farmWithReport()
  await boss.call(reports.update, { id: report, name: 'Before it was finished', revision: 1 })
  const { token } = await finished(boss, report)
  await boss.call(reports.update, { id: report, name: 'Pens and barns', revision: 2 })
  await boss.call(reports.remove, { id: report })
  await boss.call(reports.restore, { id: report })
  expect(await boss.call(sealing.verify, { token })).toMatchObject({
    ...{ state: 'intact', differing: [] },
    since: [{ kind: 'corrected' }, { kind: 'archived' }, { kind: 'restored' }],
  })
})

test.each([
  ['its numbers', 'update seals set content = replace(content, \'"submissions":1\', \'"submissions":2\')', 'copy'],
  ['a letter of its first bracket', "update seals set content = '[' || substr(content, 2)", 'copy'],
])('a change of %s in the chain is told', async (_, statement, what) => {
  const { boss, report } = await farmWithReport()
  const { token } = await finished(boss, report)
  await change(sql`${sql.raw(statement)} where record_type = 'report' and record_id = ${report} and kind = 'completed'`)
  const found = await boss.call(sealing.verify, { token })
  expect(found).toMatchObject({ state: 'differs', differing: [{ kind: 'completed', what: [what] }] })
  const { faults } = await boss.call(sealing.check, { after: 0 })
  expect(faults).toMatchObject([{ fault: 'copy', record_type: 'report', record_id: report }])
})

test.each([
  ['what it asks for', sql`update reports set name = 'Pans'`, 'definition'],
  ['the number of its change', sql`update reports set revision = 1`, 'definition'],
  ['a change without its link', sql`update reports set revision = 9, name = 'Pans', updated_at = now()`, 'definition'],
  ['the archive', sql`update reports set archived_at = now()`, 'archive'],
])('%s, changed past tend, is named', async (_, statement, what) => {
  const { boss, report } = await farmWithReport()
  await boss.call(reports.update, { id: report, name: 'Before it was finished', revision: 1 })
  const { token } = await finished(boss, report)
  await change(sql`${statement} where id = ${report}`)
  expect(await boss.call(sealing.verify, { token })).toMatchObject({ state: 'differs', differing: [{ what: [what] }] })
})

test('a report that is gone without an erasure is told', async () => {
  const { boss, report } = await farmWithReport()
  const { token } = await finished(boss, report)
  await change(sql`delete from reports where id = ${report}`)
  expect(await boss.call(sealing.verify, { token })).toMatchObject({
    state: 'differs',
    differing: [{ what: ['gone'] }],
  })
})

async function bundleFor(person: Person, report_id: number): Promise<Record<string, Uint8Array>> {
  const { id } = await person.call(exports.begin, { format: 'bundle', filters: { report_id } })
  const made = await vi.waitFor(
    async () => {
      const one = await person.call(exports.get, { id })
      expect(one.finished_at).not.toBeNull()
      return one
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(made).toMatchObject({ state: 'ready', done: 1, total: 1, filename: expect.stringMatching(/^Pens .*\.zip$/) })
  return unzipSync((await person.send(exports.fetch, { id })).rawPayload)
}

const checked = (unpacked: Record<string, Uint8Array>) => {
  const files: Files = new Map(
    Object.entries(unpacked).map(([path, bytes]) => [
      path,
      { size: bytes.byteLength, read: async () => new Uint8Array(bytes) },
    ]),
  )
  return checkBundle(files, webMeans)
}
const flipped = (bytes: Uint8Array, at: number) => {
  const changed = Uint8Array.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

let made: Awaited<ReturnType<typeof farmWithReport>>
let bundle: Record<string, Uint8Array>
beforeAll(async () => {
  made = await farmWithReport()
  bundle = await bundleFor(made.boss, made.report)
}, 120_000)

test('a bundle of a report holds its numbers, PDF, photos and links, and is intact', async () => {
  const inFolder = Object.keys(bundle)
    .filter(path => path.startsWith('reports/'))
    .map(path => path.replace(/^reports\/[^/]+\//, ''))
  expect(inFolder).toEqual(['report.json', 'report.pdf', 'seal.json', 'photos/picture pen.jpg'])
  expect(await checked(bundle)).toMatchObject({
    ...{ state: 'intact', faults: [] },
    records: [{ record_type: 'report', record_id: made.report, links: [{ kind: 'completed' }, { kind: 'exported' }] }],
  })
})

test('one flipped byte in any file is found and named, also with a rewritten manifest', async () => {
  for (const [path, bytes] of Object.entries(bundle)) {
    const broken = { ...bundle, [path]: flipped(bytes, bytes.length >> 1) }
    const { state, faults } = await checked(broken)
    expect(state, path).toBe('differs')
    const named = path === 'manifest.json' ? ['manifest.json', 'manifest.sig'] : [path]
    expect(
      faults.some(fault => named.includes(fault.path)),
      path,
    ).toBe(true)
  }
  for (const end of ['report.json', 'report.pdf', 'pen.jpg']) {
    const path = Object.keys(bundle).find(one => one.endsWith(end)) ?? end
    const broken = { ...bundle, [path]: flipped(bundle[path] ?? new Uint8Array(), 100) }
    const manifest = JSON.parse(Buffer.from(bundle['manifest.json'] ?? []).toString())
    for (const file of manifest.files) file.sha256 = sha256(Buffer.from(broken[file.path] ?? []))
    const { faults } = await checked({ ...broken, 'manifest.json': Buffer.from(canonicalJson(manifest)) })
    expect(faults).toContainEqual(expect.objectContaining({ fault: 'not_sealed', path }))
  }
})

test('a reader of fewer submissions gets a bundle of their own numbers alone', async () => {
  const { farm, report } = made
  const other = await farm.worker()
  const own = await bundleFor(other, report)
  expect(await checked(own)).toMatchObject({ state: 'intact', records: [{ links: [{ part: 2 }, { part: 2 }] }] })
  const [path = ''] = Object.keys(own).filter(one => one.endsWith('report.json'))
  expect(JSON.parse(Buffer.from(own[path] ?? []).toString())).toMatchObject({
    ...{ is_everything: false, totals: { submissions: 0 } },
  })
  expect(Object.keys(own).some(one => one.endsWith('.jpg'))).toBe(false)
})

test('only a bundle can be of a report, and of one that somebody may read', async () => {
  const filters = { report_id: made.report }
  expect(await made.boss.refused(exports.begin, { format: 'csv', filters })).toMatchObject({ status: 422 })
  const stranger = await (await company()).manager()
  const { id } = await stranger.call(exports.begin, { format: 'bundle', filters })
  await expect.poll(async () => (await stranger.call(exports.get, { id })).state, { timeout: 60_000 }).toBe('failed')
})
