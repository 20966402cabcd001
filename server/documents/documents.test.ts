/** PDFs are made in the background, kept and sealed, and their holders check whether they are unchanged. */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { documents, type PrintedDocument } from '#shared/documents/contract.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { guides } from '#shared/guides/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { sealing, submissionSeals } from '#shared/sealing/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { stopRenderers } from '../lib/pdf/render.ts'
import { sha256 } from '../lib/security/secrets.ts'
import { eraseArchivedReports } from '../reports/module.ts'
import { eraseArchivedSubmissions } from '../submissions/jobs.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { forgetDocuments, makeDocuments } from './jobs.ts'
import { documents as documentRows } from './table.ts'

afterAll(stopRenderers)

const change = (statement: ReturnType<typeof sql>) => platform(db => db.execute(statement))

async function farmWithPhoto() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const draft = await begin(hand, form)
  const { uuid } = await attach(hand, draft)
  const answers = { ...lameAnswers, picture: { value: [{ uuid }] } }
  const { id, revision } = await hand.call(submissions.complete, { id: draft.id, answers })
  const report = await boss.call(reports.create, { name: 'Pens', form_id: form.id })
  return { id: farm.id, boss, hand, form, submission: id, revision, answers, report: report.id }
}

/** Asks for a PDF and waits until it is there. */
async function made(
  person: Person,
  kind: PrintedDocument['kind'],
  record_id: number,
  which: Partial<InputOf<typeof documents.begin>> = {},
) {
  const { id } = await person.call(documents.begin, { kind, record_id, ...which })
  await expect.poll(async () => (await person.call(documents.get, { id })).state, { timeout: 20_000 }).toBe('ready')
  const content = (await person.send(documents.fetch, { id })).rawPayload
  return { ...(await person.call(documents.get, { id })), content }
}

async function textOf(content: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })
  return text.normalize('NFKC').replace(/[\u2066-\u2069]/g, '')
}

async function tokenIn(content: Buffer): Promise<string> {
  const [, token = ''] = /\/verify\/([\w-]{22})/.exec((await textOf(content)).replace(/\s/g, '')) ?? []
  return token
}

test('a long name is shortened on paper after any letters', async () => {
  const { boss, form } = await farmWithPhoto()
  for (const name of ['🐄'.repeat(150), '돼지'.repeat(100), 'עז'.repeat(100)]) {
    const { id } = await boss.call(reports.create, { name, form_id: form.id })
    const { content } = await made(boss, 'report', id)
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('a PDF is made in the background step by step, and kept until something changes', async () => {
  const { boss, hand, submission, revision, answers } = await farmWithPhoto()
  const first = await made(boss, 'submission', submission)
  expect(first).toMatchObject({ kind: 'submission', record_id: submission, version: 1, done: 3, total: 3 })
  expect(first).toMatchObject({ is_sealed: true, size: first.content.length, sha256: sha256(first.content) })
  expect(Date.parse(first.expires_at) - Date.parse(first.created_at)).toBeGreaterThan(29 * 24 * 3600_000)

  expect(await made(boss, 'submission', submission)).toMatchObject({ id: first.id })
  const direct = await boss.send(submissions.pdf, { id: submission })
  expect(direct.rawPayload.equals(first.content)).toBe(true)

  await boss.call(corrections.correct, {
    id: submission,
    revision,
    answers: { ...answers, remark: { value: 'Seen' } },
    reason: 'x',
  })
  const second = await made(boss, 'submission', submission)
  expect(second).toMatchObject({ version: 2 })
  expect(second.id).not.toBe(first.id)
  expect((await boss.call(documents.list, { kind: 'submission' })).data.map(({ id }) => id)).toEqual([
    second.id,
    first.id,
  ])
  // Another's rights may show them more: each has their own.
  expect(await hand.refused(documents.fetch, { id: first.id })).toMatchObject({ status: 404 })
  expect((await made(hand, 'submission', submission)).id).not.toBe(second.id)
})

test('a guide is made in the background, too; it is in no chain and has no code', async () => {
  const boss = await (await company()).manager()
  const written = { title: { en: 'Gates' }, body: { en: 'Shut them.' }, default_language: 'en' } as const
  const guide = await boss.call(guides.create, written)
  const { content, ...document } = await made(boss, 'guide', guide.id)
  expect(document).toMatchObject({ kind: 'guide', record_id: guide.id, is_sealed: false, filename: 'Gates.pdf' })
  expect(await textOf(content)).toContain('Shut them.')
  expect(await tokenIn(content)).toBe('')
})

test('blank forms, drafts, a day’s sheet and labels are made in the background for their readers', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const blank = await made(boss, 'form', form.id)
  expect(blank).toMatchObject({ record_id: form.id, version: 1, done: 3, total: 3, is_sealed: false })
  const draft = await made(boss, 'form', form.id, { draft: true })
  expect([draft.version, draft.id === blank.id]).toEqual([null, false])
  expect(await made(boss, 'form', form.id)).toMatchObject({ id: blank.id })

  const sheet = await made(boss, 'sheet', farm.id, { date: '2026-11-23' })
  expect(sheet).toMatchObject({ record_id: null, filename: expect.stringContaining('2026-11-23') })
  expect(await boss.refused(documents.begin, { kind: 'sheet', record_id: farm.id })).toMatchObject({ status: 422 })

  const barn = await boss.call(locations.create, { name: 'Barn of labels', type: 'barn' })
  const where = { id: 'place', type: 'location', label: { en: 'Which barn?' }, required: true } as const
  const sections = [{ id: 'where', title: { en: 'Where' }, questions: [where] }, ...penCheck.sections]
  const asking = await publishedForm(boss, { ...penCheck, sections })
  const link = await boss.call(publicLinks.create, { id: asking.id, name: 'Barns', label_question: 'place' })
  const which = { public_link_id: link.id, ids: [barn.id] }
  const labels = await made(boss, 'labels', asking.id, which)
  expect(await textOf(labels.content)).toContain('Barn of labels')
  const wanted = { kind: 'labels', record_id: asking.id, ...which } as const
  expect(await hand.refused(documents.begin, wanted)).toMatchObject({ status: 403 })
  const stranger = await (await company()).manager()
  for (const [kind, record_id] of [
    ['form', form.id],
    ['sheet', farm.id],
    ['labels', asking.id],
  ] as const)
    expect(await stranger.refused(documents.begin, { ...wanted, kind, record_id, date: '2026-11-23' })).toMatchObject({
      status: 404,
    })
})

test('records of the company are made and fetched only with its second factor', async () => {
  const { id, boss, submission } = await farmWithPhoto()
  const kept = await made(boss, 'submission', submission)
  await change(sql`update companies set two_factor_required = true where id = ${id}`)
  const due = { status: 403, code: 'two_factor_required' }
  expect(await boss.refused(documents.list, {})).toMatchObject(due)
  expect(await boss.refused(documents.begin, { kind: 'submission', record_id: submission })).toMatchObject(due)
  expect(await boss.refused(documents.get, { id: kept.id })).toMatchObject(due)
  expect(await boss.refused(documents.fetch, { id: kept.id })).toMatchObject(due)
})

test('a report in another language is another PDF, and nobody gets one they may not read', async () => {
  const { boss, report } = await farmWithPhoto()
  const stranger = await (await company()).manager()
  const english = await boss.send(reports.pdf, { id: report }, { lang: 'en' })
  const arabic = await boss.send(reports.pdf, { id: report }, { lang: 'ar' })
  expect(arabic.rawPayload.equals(english.rawPayload)).toBe(false)
  expect(await stranger.refused(documents.begin, { kind: 'report', record_id: report })).toMatchObject({ status: 404 })
})

test('a PDF’s holder reads that it is intact and nothing of its content; a changed PDF is recognised', async () => {
  const { boss, submission, report } = await farmWithPhoto()
  for (const [kind, id] of [
    ['submission', submission],
    ['report', report],
  ] as const) {
    const { content } = await made(boss, kind, id)
    const token = await tokenIn(content)
    const found = await boss.call(sealing.verify, { token, sha256: sha256(content) })
    expect(found).toMatchObject({ state: 'intact', record_type: kind, is_same_file: true, differing: [], since: [] })
    expect(Object.keys(found).toSorted()).toEqual([
      'company',
      'differing',
      'is_same_file',
      'key',
      'name',
      'position',
      'record_type',
      'sealed_at',
      'since',
      'state',
      'time_stamp',
    ])
    expect(await boss.call(sealing.find, { sha256: sha256(content) })).toMatchObject({ is_same_file: true })
    const flipped = Buffer.from(content)
    const middle = flipped.length >> 1
    flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle)
    expect(await boss.call(sealing.verify, { token, sha256: sha256(flipped) })).toMatchObject({ is_same_file: false })
    expect(await boss.refused(sealing.find, { sha256: sha256(flipped) })).toMatchObject({ status: 404 })
  }
})

test('differences are named by link and kind: an answer, the kept PDF, the requested hash', async () => {
  const { id, boss, submission, report } = await farmWithPhoto()
  const [ofSubmission, ofReport] = [await made(boss, 'submission', submission), await made(boss, 'report', report)]
  const [token, other] = [await tokenIn(ofSubmission.content), await tokenIn(ofReport.content)]
  await change(
    sql`update submissions set answers = jsonb_set(answers, '{calm,value}', '"no"') where id = ${submission}`,
  )
  expect(await boss.call(sealing.verify, { token })).toMatchObject({
    ...{ state: 'differs', differing: [{ position: 1, kind: 'completed', what: ['answers'] }] },
  })

  const { rows } = await change(sql`select path from documents where company_id = ${id} and kind = 'report'`)
  await appendFile(join((await tend()).services.storage.folder, String(rows[0]?.path)), '\u0000')
  expect(await boss.call(sealing.verify, { token: other })).toMatchObject({
    ...{ state: 'differs', differing: [{ kind: 'exported', what: ['document'] }] },
  })
  expect(await boss.call(sealing.check, { after: 0 })).toMatchObject({
    faults: [{ fields: ['answers.calm'] }, { fault: 'record', record_type: 'report', fields: ['document'] }],
  })
  // A changed file is given to nobody: it is made again.
  expect(await boss.refused(documents.fetch, { id: ofReport.id })).toMatchObject({ status: 404 })
  expect((await boss.send(reports.pdf, { id: report })).statusCode).toBe(200)

  const forged = sha256('another file')
  await change(sql`update seals set file_sha256 = ${forged} where token = ${token}`)
  const found = await boss.call(sealing.verify, { token, sha256: forged })
  expect(found.differing).toContainEqual(expect.objectContaining({ kind: 'exported', what: ['document'] }))
})

test('a corrected submission leaves its earlier PDF intact and says what happened since', async () => {
  const { boss, submission, revision, answers } = await farmWithPhoto()
  const token = await tokenIn((await made(boss, 'submission', submission)).content)
  await boss.call(corrections.correct, {
    id: submission,
    revision,
    answers: { ...answers, calm: { value: 'no' } },
    reason: 'x',
  })
  await made(boss, 'submission', submission)
  const found = await boss.call(sealing.verify, { token })
  expect(found).toMatchObject({ state: 'intact', since: [{ kind: 'corrected' }] })
})

test('an erased record says so, loses its PDFs, and leaves a valid chain', async () => {
  const { id, boss, submission, report } = await farmWithPhoto()
  const tokens = [
    await tokenIn((await made(boss, 'submission', submission)).content),
    await tokenIn((await made(boss, 'report', report)).content),
  ]
  const { services } = await tend()
  const { rows } = await change(sql`select path from documents where company_id = ${id}`)
  await boss.call(submissions.remove, { id: submission })
  await boss.call(reports.remove, { id: report })
  const [, other = ''] = tokens
  expect(await boss.call(sealing.verify, { token: other })).toMatchObject({ since: [{ kind: 'archived' }] })
  await change(sql`update submissions set archived_at = now() - interval '31 days' where id = ${submission}`)
  await change(sql`update reports set archived_at = now() - interval '31 days' where id = ${report}`)
  for (const job of [eraseArchivedSubmissions, eraseArchivedReports]) {
    const after = await platform(db => job.work({}, { db, services }))
    await after?.()
  }
  for (const token of tokens)
    expect(await boss.call(sealing.verify, { token, sha256: sha256('any') })).toMatchObject({
      ...{ state: 'erased', name: null, is_same_file: null, differing: [] },
    })
  expect((await change(sql`select id from documents where company_id = ${id}`)).rows).toEqual([])
  for (const { path } of rows) await expect(services.storage.read(String(path))).rejects.toThrow()
  expect(await boss.call(sealing.check, { after: 0 })).toMatchObject({ faults: [] })
})

test('a record completed before chains enters one before its PDF; a draft has no code', async () => {
  const { id, boss, hand, form, submission } = await farmWithPhoto()
  await change(sql`delete from seals where company_id = ${id}`)
  await change(sql`delete from seal_heads where company_id = ${id}`)
  await made(boss, 'submission', submission)
  const seal = await boss.call(submissionSeals.get, { id: submission })
  expect(seal).toMatchObject({ state: 'intact', links: [{ kind: 'completed' }, { kind: 'exported' }] })
  const draft = await begin(hand, form)
  const text = await textOf((await hand.send(submissions.pdf, { id: draft.id })).rawPayload)
  expect(text).not.toContain('/verify/')
})

test('stored PDFs are erased at their end, and the chain keeps its entry', async () => {
  const { boss, submission } = await farmWithPhoto()
  const { id, content } = await made(boss, 'submission', submission)
  const token = await tokenIn(content)
  await change(sql`update documents set expires_at = now() - interval '1 second' where id = ${id}`)
  const { services } = await tend()
  await (await platform(db => forgetDocuments.work({}, { db, services })))?.()
  expect(await boss.refused(documents.get, { id })).toMatchObject({ status: 404 })
  expect(await boss.call(sealing.verify, { token, sha256: sha256(content) })).toMatchObject({
    ...{ state: 'intact', is_same_file: true },
  })
})

test('one may have five under way, and no more', async () => {
  const { id, boss, submission } = await farmWithPhoto()
  const { id: first } = await made(boss, 'submission', submission)
  await change(sql`insert into documents (company_id, user_id, kind, locale, input_hash, template, to_print, filename,
    is_sealed, total, expires_at)
    select company_id, user_id, kind, locale, 'other ' || n, template, '{}', filename, false, total, expires_at
    from documents, generate_series(1, 5) n where id = ${first}`)
  const record_id = (await boss.call(reports.create, { name: 'Other' })).id
  expect(await boss.refused(documents.begin, { kind: 'report', record_id })).toMatchObject({ status: 429 })
  // What is there needs no turn.
  expect(await boss.call(documents.begin, { kind: 'submission', record_id: submission })).toMatchObject({ id: first })
  await change(sql`update documents set expires_at = now() where company_id = ${id} and state = 'waiting'`)
  expect(await boss.call(documents.begin, { kind: 'report', record_id })).toMatchObject({ state: 'waiting' })
})

test('no address of the page is guessed', async () => {
  const { boss } = await farmWithPhoto()
  expect(await boss.refused(sealing.verify, { token: 'A'.repeat(22) })).toMatchObject({ status: 404 })
})

test('a PDF that waited through a release is made from new data when it is asked for again', async () => {
  const { id, boss, report } = await farmWithPhoto()
  const { services } = await tend()
  const [row] = await platform(db =>
    db
      .insert(documentRows)
      .values(waiting(id, boss.id, report))
      .returning(),
  )
  const draw = await platform(db => makeDocuments.work({ id: row?.id ?? 0 }, { db, services }))
  await draw?.()
  expect(await boss.call(documents.get, { id: row?.id ?? 0 })).toMatchObject({ state: 'failed' })
  expect(await made(boss, 'report', report)).toMatchObject({ state: 'ready' })
})

/** As a former release left it: its template printed other data. */
const waiting = (companyId: number, userId: number, recordId: number) => ({
  ...{ companyId, userId, recordId, kind: 'report' as const, locale: 'en' as const, inputHash: sha256('former') },
  ...{ template: 'reports/report.typ', filename: 'Pens.pdf', isSealed: false, total: 3 },
  toPrint: { data: {}, pictures: {}, look: sha256('a former template') },
  expiresAt: new Date(Date.now() + 3600_000),
})

test('an administrator outside companies makes and fetches PDFs of submissions and reports', async () => {
  const { submission, report, boss } = await farmWithPhoto()
  const root = await admin()
  for (const [kind, record] of [
    ['submission', submission],
    ['report', report],
  ] as const) {
    const { id, content } = await made(root, kind, record)
    expect(content.subarray(0, 5).toString(), kind).toBe('%PDF-')
    expect((await root.call(documents.list, {})).data.map(one => one.id)).toContain(id)
    expect(await boss.refused(documents.get, { id })).toMatchObject({ status: 404 })
  }
})

test('a person who wants to know of unprintable characters is told before the PDF is made', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const report = async (name: string) => {
    const form = await publishedForm(boss)
    const { id } = await boss.call(reports.create, { name, form_id: form.id })
    return { kind: 'report', record_id: id } as const
  }
  const told = { refuse_missing_characters: true } as const
  for (const name of ['Pens 👍🏽 № 1, 20 ㎡', '소 건강', 'Állatok حيوانات שלום नमस्ते 牛'])
    expect(await boss.call(documents.begin, { ...(await report(name)), ...told })).toMatchObject({ kind: 'report' })
  const tamil = await report('மாடுகள்')
  expect(await boss.refused(documents.begin, { ...tamil, ...told }, { lang: 'de' })).toMatchObject({
    ...{ status: 409, code: 'characters_missing' },
    message: expect.stringContaining('lassen sich nicht drucken'),
  })
  expect((await boss.call(documents.list, {})).data.map(made => made.record_id)).not.toContain(tamil.record_id)
  expect(await boss.call(documents.begin, tamil)).toMatchObject(tamil)
})
