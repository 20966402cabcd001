/** A bundle holds by itself: in a browser without network, and against one flipped byte anywhere in it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium } from '@playwright/test'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exports } from '#shared/exports/contract.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { checkBundle } from '#shared/sealing/bundle/check.ts'
import { type Files, filesOf } from '#shared/sealing/bundle/files.ts'
import { sealing } from '#shared/sealing/contract.ts'
import { type Means, webMeans } from '#shared/sealing/link.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { browserLaunch } from '../../e2e/browser.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { memberWith } from '../test/roles.ts'
import { attach, begin, complete } from '../test/submissions.ts'

type Unpacked = Record<string, Uint8Array>

/** A submission with a photo that was reviewed, and another one. */
async function farmWithPhoto() {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const draft = await begin(hand, form)
  const { uuid } = await attach(hand, draft)
  await hand.call(submissions.complete, { id: draft.id, answers: { ...lameAnswers, picture: { value: [{ uuid }] } } })
  await boss.call(reviews.review, { id: draft.id, state: 'approved', reason: 'Well done' })
  const other = await complete(hand, form)
  return { farm, boss, hand, id: draft.id, other: other.id, uuid }
}

const ended = (person: Person, id: number) =>
  vi.waitFor(
    async () => {
      const made = await person.call(exports.get, { id })
      expect(made.finished_at).not.toBeNull()
      return made
    },
    { timeout: 60_000, interval: 200 },
  )

async function bundleFor(person: Person, filters: object = {}): Promise<Buffer> {
  const { id } = await person.call(exports.begin, { format: 'bundle', filters })
  const made = await ended(person, id)
  expect(made.state).toBe('ready')
  expect(made.filename).toMatch(/\.zip$/)
  expect(made.done).toBe(made.total)
  return (await person.send(exports.fetch, { id })).rawPayload
}

const asFiles = (unpacked: Unpacked): Files =>
  new Map(
    Object.entries(unpacked).map(([path, bytes]) => [
      path,
      { size: bytes.byteLength, read: async () => new Uint8Array(bytes) },
    ]),
  )
const checked = (unpacked: Unpacked, means: Means = webMeans) => checkBundle(asFiles(unpacked), means)
const flipped = (bytes: Uint8Array, at: number, bit = 1) => {
  const changed = Uint8Array.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ bit
  return changed
}

let made: Awaited<ReturnType<typeof farmWithPhoto>>
let zip: Buffer
let unpacked: Unpacked
let browser: Browser
let folder: string

beforeAll(async () => {
  made = await farmWithPhoto()
  zip = await bundleFor(made.boss)
  unpacked = unzipSync(zip)
  folder = await mkdtemp(join(tmpdir(), 'tend-bundle-'))
  browser = await chromium.launch(await browserLaunch())
}, 120_000)
afterAll(async () => {
  await browser?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const pathOf = (end: string) => Object.keys(unpacked).find(path => path.endsWith(end)) ?? end

test('a bundle has everything that proves its submissions, and holds', async () => {
  const folders = new Set(Object.keys(unpacked).flatMap(path => /^submissions\/[^/]+/.exec(path)?.[0] ?? []))
  expect([...folders].map(path => Number(path.split(' ').at(-1))).sort()).toEqual([made.id, made.other].sort())
  expect(
    Object.keys(unpacked)
      .filter(path => !path.includes('/'))
      .sort(),
  ).toEqual([...['chain.json', 'keys.json', 'manifest.json', 'manifest.sig', 'public-key.pem', 'verify.html']])
  expect(
    Buffer.from(unpacked[pathOf('.pdf')] ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const result = await checkBundle(
    await filesOf([{ path: 'bundle.zip', file: new Blob([new Uint8Array(zip)]) }]),
    webMeans,
  )
  expect(result).toMatchObject({ state: 'intact', faults: [] })
  const [key] = await made.boss.call(sealing.keys, {})
  expect(result.fingerprint).toBe(key?.fingerprint)
  const first = result.records.find(({ record_id }) => record_id === made.id)
  expect(first).toMatchObject({
    state: 'intact',
    links: [{ kind: 'completed' }, { kind: 'reviewed' }, { kind: 'exported' }],
  })
})

test('one submission is asked for by its uuid; a guest gets none, and who may not read it gets nothing', async () => {
  const { uuid } = await made.boss.call(submissions.get, { id: made.other })
  const one = unzipSync(await bundleFor(made.hand, { uuid }))
  expect(await checked(one)).toMatchObject({ state: 'intact', records: [{ record_id: made.other }] })
  const guest = await made.farm.guest()
  expect(await guest.refused(exports.begin, { format: 'bundle', filters: {} })).toMatchObject({ status: 403 })
  // An auditor by a company's own role takes along what they may read.
  const auditor = await memberWith(made.farm, made.boss, [
    { action: ['read'], subject: 'Submission', conditions: { status: 'complete' } },
  ])
  expect(await checked(unzipSync(await bundleFor(auditor, { uuid })))).toMatchObject({ state: 'intact' })
  const stranger = await (await company()).manager()
  const { id } = await stranger.call(exports.begin, { format: 'bundle', filters: { uuid } })
  expect(await ended(stranger, id)).toMatchObject({ state: 'failed' })
})

test('a manifest that tells of a kind of record that is none is named, and nothing breaks', async () => {
  const text = new TextDecoder().decode(unpacked['manifest.json'])
  const other = text.replace('"record_type":"submission"', '"record_type":"submissiom"')
  expect(other).not.toBe(text)
  const { state, faults } = await checked({ ...unpacked, 'manifest.json': new TextEncoder().encode(other) })
  expect(state).toBe('differs')
  expect(faults).toContainEqual({ fault: 'manifest', path: 'manifest.json' })
})

test('one flipped byte at any place of any file is found, and its file named', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  console.log(`seed ${seed}`)
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  for (const [path, bytes] of Object.entries(unpacked))
    for (let time = 0; time < 12; time++) {
      const [at, bit] = [random(bytes.length), 1 << random(8)]
      const { state: verdict, faults } = await checked({ ...unpacked, [path]: flipped(bytes, at, bit) })
      const told = `${path} at ${at}, bit ${bit}, seed ${seed}`
      expect(verdict, told).toBe('differs')
      // A manifest that is still well written does not match its signature, and either may be the one that was changed.
      const named = path === 'manifest.json' ? ['manifest.json', 'manifest.sig'] : [path]
      expect(
        faults.some(fault => named.includes(fault.path)),
        told,
      ).toBe(true)
      // What a changed file leads to is told too, but nothing of another record.
      const own = /^submissions\/[^/]+/.exec(path)?.[0]
      if (own) for (const fault of faults) expect(fault.path.startsWith(own), told).toBe(true)
    }
})

test('one flipped byte between the files of the ZIP is found, and the file beside it named', async () => {
  const whole = new Uint8Array(zip)
  const intact = await checkBundle(await filesOf([{ path: 'a.zip', file: new Blob([whole]) }]), webMeans)
  expect(intact).toMatchObject({ state: 'intact', faults: [] })
  const first = Object.keys(unpacked)[0] ?? ''
  const list = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const places = [
    // The header of the first file, lines of the list, and all of the end.
    ...Array.from({ length: 30 + first.length }, (_, at) => at),
    ...Array.from({ length: 92 }, (_, at) => list + at),
    ...Array.from({ length: 22 }, (_, at) => whole.length - 22 + at),
  ]
  for (const at of places) {
    const file = new Blob([flipped(whole, at, 1 << (at % 8))])
    const { state, faults } = await checkBundle(await filesOf([{ path: 'a.zip', file }]), webMeans)
    expect(state, `byte ${at}`).toBe('differs')
    const isNamed = faults.some(({ fault }) => fault === 'zip' || fault === 'zipList')
    expect(isNamed, `byte ${at}: ${JSON.stringify(faults)}`).toBe(true)
  }
})

test.each(['submission.json', 'form.json', 'submission.pdf', 'seal.json', 'keys.json', 'verify.html', 'chain.json'])(
  '%s that is missing or was added to is named',
  async end => {
    const path = pathOf(end)
    const { [path]: gone, ...rest } = unpacked
    expect((await checked(rest)).faults).toContainEqual(expect.objectContaining({ fault: 'missing', path }))
    const result = await checked({ ...unpacked, [`${path}.old`]: gone ?? new Uint8Array() })
    expect(result.faults).toEqual([{ fault: 'added', path: `${path}.old` }])
  },
)

/** A forger who makes a new manifest for what they changed, and signs it with another key. */
async function resigned(changes: Unpacked): Promise<Unpacked> {
  const all = { ...unpacked, ...changes }
  const manifest = JSON.parse(Buffer.from(all['manifest.json'] ?? []).toString())
  for (const file of manifest.files) {
    file.sha256 = await webMeans.sha256(new Uint8Array(all[file.path] ?? []))
    file.size = all[file.path]?.byteLength
  }
  return { ...all, 'manifest.json': Buffer.from(canonicalJson(manifest)) }
}

test('a changed answer, photo or link is found by the seal, also with a new manifest', async () => {
  const [seal, content] = [pathOf(`${made.id}/seal.json`), pathOf(`${made.id}/submission.json`)]
  const pdf = pathOf(`${made.id}/submission.pdf`)
  const photo = Object.keys(unpacked).find(path => path.includes('/files/')) ?? ''
  const text = Buffer.from(unpacked[seal] ?? []).toString()
  const answers = Buffer.from(unpacked[content] ?? []).toString()
  const cases: [Unpacked, string, string][] = [
    [{ [content]: Buffer.from(answers.replace('"lame"', '"lamd"').replace('"no"', '"yes"')) }, 'not_sealed', content],
    [{ [photo]: flipped(unpacked[photo] ?? new Uint8Array(), 40) }, 'not_sealed', photo],
    [{ [pdf]: flipped(unpacked[pdf] ?? new Uint8Array(), 500) }, 'not_sealed', pdf],
    [{ [seal]: Buffer.from(text.replace('Well done', 'Well dome')) }, 'copy', seal],
    [{ [seal]: Buffer.from(text.replace('"kind":"reviewed"', '"kind":"archived"')) }, 'link', seal],
    [
      {
        [seal]: Buffer.from(
          text.replace(/"signature":"(.)/, (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`),
        ),
      },
      'signature',
      seal,
    ],
    [{ [seal]: Buffer.from('{"links":[{}]}') }, 'changed', seal],
    [{ [seal]: Buffer.from('null') }, 'changed', seal],
  ]
  for (const [changes, fault, path] of cases) {
    const { faults } = await checked(await resigned(changes))
    expect(faults).toContainEqual(expect.objectContaining({ fault, path }))
    expect(faults).toContainEqual({ fault: 'signature', path: 'manifest.sig' })
  }
})

test('where Ed25519 is not known nothing is called intact', async () => {
  const means: Means = { ...webMeans, verify: () => null }
  expect(await checked(unpacked, means)).toMatchObject({ state: 'undecided', faults: [] })
  const path = pathOf('.pdf')
  const changed = { ...unpacked, [path]: flipped(unpacked[path] ?? new Uint8Array(), 9) }
  expect(await checked(changed, means)).toMatchObject({ state: 'differs', faults: [{ fault: 'changed', path }] })
})

test('verify.html checks the ZIP and the folder from file://, without network, and names what differs', async () => {
  const write = async (name: string, bytes: Uint8Array) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }
  const page = await write('verify.html', unpacked['verify.html'] ?? new Uint8Array())
  const photo = Object.keys(unpacked).find(path => path.includes('/files/')) ?? ''
  const broken = { ...unpacked, [photo]: flipped(unpacked[photo] ?? new Uint8Array(), 30) }
  const [good, bad] = [await write('good.zip', zip), await write('bad.zip', zipSync(broken, { level: 6 }))]
  for (const [path, bytes] of Object.entries(broken)) if (path !== 'form.json') await write(`unpacked/${path}`, bytes)

  const context = await browser.newContext({ offline: true, locale: 'en-GB' })
  const asked: string[] = []
  context.on('request', request => asked.push(request.url()))
  const tab = await context.newPage()
  const errors: Error[] = []
  tab.on('pageerror', error => errors.push(error))
  await tab.goto(pathToFileURL(page).href)
  const verdict = tab.locator('#result .notice h2')
  const zipInput = tab.getByLabel('Choose ZIP file', { exact: true })
  await zipInput.setInputFiles(good)
  await expect.poll(() => verdict.textContent()).toContain('Unchanged')
  expect(await tab.locator('#result').textContent()).toContain('Fingerprint of the key')
  await zipInput.setInputFiles(bad)
  await expect.poll(() => verdict.textContent()).toContain('Changed')
  expect(await tab.locator('.faults').textContent()).toContain(`${photo} was changed.`)
  await tab.getByLabel('Choose unpacked folder', { exact: true }).setInputFiles(join(folder, 'unpacked'))
  await expect.poll(() => tab.locator('.faults').textContent()).toContain(`${photo} was changed.`)
  // No letter of the ZIP's end is left.
  await zipInput.setInputFiles(await write('cut.zip', zip.subarray(0, zip.length - 40)))
  await expect.poll(() => tab.locator('#result').textContent()).toContain('the download is incomplete')
  await zipInput.setInputFiles(good)
  for (const [language, word, direction] of [
    ['hu', 'Változatlan', 'ltr'],
    ['de', 'Unverändert', 'ltr'],
    ['fr', 'Intact', 'ltr'],
    ['ar', 'سليمة', 'rtl'],
  ] as const) {
    await tab.locator('#language').selectOption(language)
    await expect.poll(() => verdict.textContent()).toContain(word)
    expect(await tab.locator('html').getAttribute('dir')).toBe(direction)
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme })
      const { violations } = await new AxeBuilder({ page: tab }).setLegacyMode().analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    }
  }
  expect(asked.filter(url => !url.startsWith('file:'))).toEqual([])
  expect(errors).toEqual([])
  if (process.env.PICTURES) await pictures(tab, process.env.PICTURES, { good, bad })
  await context.close()
})

type Tab = Awaited<ReturnType<Browser['newPage']>>

/** Pictures to look at by eye. */
async function pictures(tab: Tab, to: string, { good, bad }: { good: string; bad: string }) {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440])
      for (const language of ['en', 'ar'])
        for (const [name, file] of Object.entries({ good, bad })) {
          await tab.emulateMedia({ colorScheme })
          await tab.setViewportSize({ width, height: 900 })
          await tab.locator('#language').selectOption(language)
          await tab.locator('input[type=file]').first().setInputFiles(file)
          await expect.poll(() => tab.locator('#result h3').count()).toBeGreaterThan(1)
          await tab.screenshot({ path: join(to, `${name}-${language}-${width}-${colorScheme}.png`), fullPage: true })
        }
}
