/**
 * What of PDF/A-2b (ISO 19005-2) can be checked here: what the files say of themselves, that nothing is in them that
 * the standard forbids, and that all fonts and colours are. Typst refuses to write a document of that standard with
 * text that no font of it has.
 */
import { inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cases } from '#shared/cases/contract.ts'
import { books } from '#shared/documents/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { guides } from '#shared/guides/contract.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import { locations, placeTree } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { sealing } from '#shared/sealing/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { plainJpeg } from '../lib/pdf/pictures.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { channelOf, report as reportCase, trusted } from '../test/cases.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'

afterAll(stopRenderers)

const where = { id: 'place', type: 'location', label: { en: 'Which barn?' }, required: true } as const
const barnCheck = {
  ...penCheck,
  sections: [{ id: 'where', title: { en: 'Where' }, questions: [where] }, ...penCheck.sections],
}

let boss: Person
let fingerprint: string
let make: (lang: Locale) => Promise<[string, Buffer][]>
const made = new Map<Locale, Promise<[string, Buffer][]>>()

/**
 * Every PDF there is, in a language of each writing: the others have the same fonts. The long run makes each in all.
 */
const looked = locales.filter(lang => process.env.LONG || lang === 'en' || lang === 'ar')

/** Every PDF of a language, each made once. */
function all(lang: Locale): Promise<[string, Buffer][]> {
  const known = made.get(lang) ?? make(lang)
  made.set(lang, known)
  return known
}

beforeAll(async () => {
  const farm = await company()
  boss = await farm.manager()
  fingerprint = (await boss.call(sealing.chain, {})).key?.fingerprint ?? '?'
  const form = await publishedForm(boss)
  const draft = await begin(boss, form)
  const { uuid } = await attach(boss, draft)
  const answers = { ...lameAnswers, picture: { value: [{ uuid }] }, remark: { value: 'Győző: سليم 👍 ß' } }
  const submission = await boss.call(submissions.complete, { id: draft.id, answers })
  const report = await boss.call(reports.create, { name: 'Pens', form_id: form.id })
  const written = { title: { en: 'Gates' }, body: { en: 'Shut them.\n\n- [ ] Both' }, default_language: 'en' } as const
  const guide = await boss.call(guides.create, written)
  await boss.call(guides.publish, { id: guide.id })
  const barn = await boss.call(locations.create, { name: 'حظيرة 1', type: 'barn' })
  const asking = await publishedForm(boss, barnCheck)
  const link = await boss.call(publicLinks.create, { id: asking.id, name: 'Barns', label_question: 'place' })
  const labels = { id: asking.id, public_link_id: link.id, ids: String(barn.id) }
  await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  const days = { from: '2026-01-01', until: '2026-12-31' }
  const handler = await trusted(farm, boss)
  await reportCase((await channelOf(boss)).link)
  const {
    data: [reported],
  } = await handler.call(cases.list, {})
  make = async lang => {
    const sent = { lang }
    const answered = [
      ['submission', await boss.send(submissions.pdf, { id: submission.id }, sent)],
      ['report', await boss.send(reports.pdf, { id: report.id }, sent)],
      ['guide', await boss.send(guides.pdf, { id: guide.id }, sent)],
      ['form', await boss.send(forms.pdf, { id: form.id }, sent)],
      ['sheet', await boss.send(tasks.sheet, { company_id: farm.id, date: '2026-11-23' }, sent)],
      ['labels', await boss.send(publicLinks.labelSheet, labels, sent)],
      ['labels of places', await boss.send(placeTree.labelSheet, { ids: String(barn.id) }, sent)],
      ['herd book', await boss.send(books.read, { book: 'herd', ...days }, sent)],
      ['treatment book', await boss.send(books.read, { book: 'treatment', ...days }, sent)],
      ['vehicle log', await boss.send(vehicleLog.book, days, sent)],
      ['case', await handler.send(cases.pdf, { id: reported?.id ?? 0 }, sent)],
    ] as const
    return answered.map(([what, { statusCode, rawPayload }]) => {
      expect(statusCode, `${what} ${lang}`).toBe(200)
      return [`${what} ${lang}`, rawPayload]
    })
  }
})

/** What stands in the file for each photo, and the JPEG itself. */
const photosIn = (content: Buffer) =>
  [...content.toString('latin1').matchAll(/<<([^<>]*\/Subtype \/Image[^<>]*\/DCTDecode[^<>]*)>>\s*stream\n/g)].map(
    found => {
      const from = found.index + found[0].length
      const length = Number(/\/Length (\d+)/.exec(found[0])?.[1])
      return {
        says: found[1] ?? '',
        jpeg: content.subarray(from, from + length),
        after: content.toString('latin1', from + length, from + length + 10),
      }
    },
  )

test('a photo in a PDF is a whole JPEG of the size and the colours that the file says', async () => {
  const [[, submission] = ['', Buffer.alloc(0)]] = await all('en')
  const photos = photosIn(submission)
  expect(photos.length).toBeGreaterThan(0)
  for (const { says, jpeg, after } of photos) {
    const [width, height] = ['Width', 'Height'].map(side => Number(new RegExp(`/${side} (\\d+)`).exec(says)?.[1]))
    expect(plainJpeg(jpeg)).toEqual({ width, height })
    expect(says).toMatch(/\/BitsPerComponent 8\b[\s\S]*\/ColorSpace \[\/ICCBased/)
    expect(after).toBe('\nendstream')
  }
})

/** The file with its compressed streams read, but those of pictures and fonts. */
function opened(content: Buffer): string {
  const raw = content.toString('latin1')
  return raw.replace(/(<<[\s\S]*?>>)\s*stream\r?\n([\s\S]*?)\r?\nendstream/g, (_, head: string, body: string) => {
    if (!head.includes('/FlateDecode')) return `${head}\n${body}`
    try {
      return `${head}\n${inflateSync(Buffer.from(body, 'latin1')).toString('latin1')}`
    } catch {
      return head
    }
  })
}

test.each(looked)('%s: the properties of every PDF, and the ones that none has', async lang => {
  for (const [what, content] of await all(lang)) {
    const raw = content.toString('latin1')
    const text = opened(content)
    expect(raw.slice(0, 8), what).toBe('%PDF-1.7')
    // Four bytes above 127 tell programs that it is binary (6.1.2).
    expect(
      [...content.subarray(raw.indexOf('\n') + 1)].slice(1, 5).every(byte => byte > 127),
      what,
    ).toBe(true)
    expect(text, what).toMatch(/<pdfaid:part>2<\/pdfaid:part>/)
    expect(text, what).toMatch(/<pdfaid:conformance>B<\/pdfaid:conformance>/)
    expect(text, what).toMatch(/\/OutputIntents?\s*\[/)
    expect(text, what).toContain('/GTS_PDFA1')
    expect(text, what).toContain('/DestOutputProfile')
    expect(text, what).toMatch(/\/ID\s*\[\s*[(<]/)
    for (const forbidden of [
      '/Encrypt',
      '/JavaScript',
      '/JS ',
      '/Launch',
      '/EmbeddedFiles',
      '/LZWDecode',
      '/XFA',
      '/AA ',
    ])
      expect(text.includes(forbidden), `${what}: ${forbidden}`).toBe(false)
    // Each font descriptor brings its font, and names it as a part of it.
    const descriptors = text.match(/<<[^<>]*\/Type\s*\/FontDescriptor[\s\S]*?>>/g) ?? []
    expect(descriptors.length, what).toBeGreaterThan(0)
    for (const descriptor of descriptors) {
      expect(descriptor, what).toMatch(/\/FontFile[23]?\s+\d+ 0 R/)
      expect(descriptor, what).toMatch(/\/FontName\s*\/[A-Z]{6}\+/)
    }
  }
})

test.each(looked)('%s: the fingerprint of the key is on every page of every PDF', async lang => {
  for (const [what, content] of await all(lang)) {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)))
    for (const page of text) expect(page.replace(/\s/g, ''), what).toContain(fingerprint)
  }
})
