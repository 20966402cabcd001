import { read, utils } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { exports } from '#shared/exports/contract.ts'
import { maxPicked, maxUnderWay } from '#shared/exports/rules.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { reports } from '#shared/reports/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../../test/forms.ts'
import { company, type Person, platform } from '../../test/people.ts'
import { attach, begin, complete } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { folderOf } from './columns.ts'
import { forgetExports } from './module.ts'
import { submissionExports } from './table.ts'

const cows: Definition = {
  ...penCheck,
  sections: [
    ...penCheck.sections,
    {
      id: 'cows',
      title: { en: 'Cows' },
      questions: [
        {
          type: 'repeat',
          id: 'cow',
          label: { en: 'Each cow' },
          questions: [
            { type: 'text', id: 'tag', label: { en: 'Ear tag' } },
            { type: 'number', id: 'weight', label: { en: 'Weight' } },
            {
              type: 'repeat',
              id: 'foot',
              label: { en: 'Feet' },
              questions: [{ type: 'text', id: 'foot_note', label: { en: 'Foot' } }],
            },
          ],
        },
      ],
    },
  ],
}

const cowAnswers = {
  ...goodAnswers,
  remark: { value: '=cmd|calc', note: 'Seen at noon' },
  signs: { value: ['cough', 'dull'] },
  number: { value: 12.5 },
  cow: { value: ['a', 'b'] },
  'tag@a': { value: '+36 12' },
  'weight@a': { value: 600 },
  'tag@b': { value: 'HU 2' },
  'foot@a': { value: ['f'] },
  'foot_note@f': { value: 'left, "front"\nswollen' },
}

async function herd() {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, cows)
  const one = await complete(hand, form, cowAnswers)
  const other = await complete(boss, form, lameAnswers)
  return { farm, boss, hand, form, one, other }
}

const rowsOf = (content: Buffer | Uint8Array, sheet = 0) => {
  const book = read(content, { type: 'buffer' })
  return utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[sheet] ?? ''] ?? {})
}

test('files lie in a folder of the day on the company’s clock', () => {
  const late = { id: 7, started_at: '2026-11-20T22:00:00Z', completed_at: '2026-11-20T23:30:00Z' }
  expect(folderOf(late, 'Europe/Budapest')).toBe('files/2026-11-21 7')
})

test('a workbook has a row for each submission and a sheet for each roster; no formula is one', async () => {
  const { boss, one, other } = await herd()
  const answer = await boss.send(exports.stream, { format: 'xlsx' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-disposition': expect.stringMatching(/\.xlsx$/) })
  const book = read(answer.rawPayload, { type: 'buffer' })
  expect(book.SheetNames).toHaveLength(3)
  expect(book.SheetNames.slice(1)).toEqual(['Each cow', 'Feet'])
  const [bad, good] = rowsOf(answer.rawPayload)
  expect(bad).toMatchObject({ Number: other.id, 'Is one lame?': 'Yes', 'Failed critical answers': 1 })
  expect(good).toMatchObject({
    Number: one.id,
    'How warm is it?': 12.5,
    'What do you see?': 'Cough and Dull',
    'The bedding is': 'dry',
    'Anything else?': ' =cmd|calc',
    Notes: 'remark: Seen at noon',
    'Score (%)': 100,
  })
  // A moment, as spreadsheets count and format it.
  expect(good?.Completed).toBeGreaterThan(46_000)
  expect(Object.values(book.Sheets[book.SheetNames[0] ?? ''] ?? {})).toContainEqual(
    expect.objectContaining({ t: 'n', v: good?.Completed, w: expect.stringMatching(/^\d+\/\d+\/\d\d \d+:\d\d$/) }),
  )
  expect(rowsOf(answer.rawPayload, 1)).toMatchObject([
    { Submission: one.id, 'Row number': 1, Row: 'a', 'Ear tag': ' +36 12', Weight: 600 },
    { Submission: one.id, 'Row number': 2, Row: 'b', 'Ear tag': 'HU 2' },
  ])
  expect(rowsOf(answer.rawPayload, 2)).toMatchObject([{ 'Parent row': 'a', Foot: 'left, "front"\nswollen' }])
  for (const sheet of Object.values(book.Sheets))
    for (const cell of Object.values(sheet)) expect(cell).not.toHaveProperty('f')
})

test('with ids programs find what forms call things; a roster is a table of its own', async () => {
  const { boss, hand, one, form } = await herd()
  const answer = await boss.send(exports.stream, { format: 'csv', values: 'ids', form_id: form.id, user_id: hand.id })
  expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' })
  const [row] = rowsOf(answer.rawPayload)
  expect(row).toMatchObject({
    uuid: one.uuid,
    status: 'complete',
    band: 'good',
    signs: 'cough dull',
    bedding: 'dry',
    remark: ' =cmd|calc',
  })
  const cowsOnly = await boss.send(exports.stream, { format: 'csv', values: 'ids', form_id: form.id, repeat: 'cow' })
  expect(cowsOnly.rawPayload.toString('utf8').split('\r\n')).toEqual([
    '\ufeffsubmission_id,number,row,parent_row,tag,weight',
    `${one.id},1,a,," +36 12",600`,
    `${one.id},2,b,,HU 2,`,
    '',
  ])
  expect(await boss.refused(exports.stream, { format: 'csv', form_id: form.id, repeat: 'sheep' })).toMatchObject({
    status: 404,
  })
})

test('labels show choices and rows of tables in words, within rows too; ids show their ids', async () => {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const boss = await farm.manager()
  const content = Buffer.from('name,label,label::hu\n7,Green Farm,Zöld tanya\n8,Hill Farm,\n')
  const { uuid } = await boss.call(
    forms.addTable,
    { uuid: crypto.randomUUID() },
    { file: { name: 'farms.csv', content } },
  )
  const choice = (id: string, en: string) => ({
    ...{ type: 'single_choice' as const, id, label: { en }, choices: [] },
    table: { name: 'farms', value: 'name', label: 'label' },
  })
  const form = await publishedForm(boss, {
    ...{ schema: 1, default_language: 'en' },
    tables: [{ name: 'farms', uuid, columns: ['name', 'label', 'label::hu'], rows: 2 }],
    choice_sets: [{ id: 'breeds', choices: [{ id: 'h', label: { en: 'Holstein' } }] }],
    sections: [
      {
        ...{ id: 'main', title: { en: 'Main' } },
        questions: [
          choice('farm', 'Farm'),
          { type: 'multiple_choice', id: 'breed', label: { en: 'Breeds' }, choices: [], choice_set: 'breeds' },
          { type: 'repeat', id: 'stop', label: { en: 'Stops' }, questions: [choice('at', 'At')] },
        ],
      },
    ],
  })
  await complete(boss, form, {
    ...{ farm: { value: '7' }, breed: { value: ['h'] } },
    ...{ stop: { value: ['a', 'b'] }, 'at@a': { value: '8' }, 'at@b': { value: '7' } },
  })
  const rows = async (more: object, lang: 'en' | 'hu' = 'en') =>
    rowsOf((await boss.send(exports.stream, { format: 'csv', form_id: form.id, ...more }, { lang })).rawPayload)
  expect(await rows({})).toMatchObject([{ Farm: 'Green Farm', Breeds: 'Holstein' }])
  expect(await rows({}, 'hu')).toMatchObject([{ Farm: 'Zöld tanya' }])
  expect((await rows({ repeat: 'stop' })).map(({ At }) => At)).toEqual(['Hill Farm', 'Green Farm'])
  expect(await rows({ values: 'ids' })).toMatchObject([{ farm: 7, breed: 'h' }])
})

test('each gets readable rows, as filtered in the list; fetching again names the time', async () => {
  const { farm, boss, hand, one, other, form } = await herd()
  const ids = async (person: Person, filters: object) =>
    rowsOf((await person.send(exports.stream, { format: 'csv', values: 'ids', ...filters })).rawPayload).map(
      ({ id }) => id,
    )
  expect(await ids(hand, {})).toEqual([one.id])
  expect(await ids(boss, {})).toEqual([other.id, one.id])
  expect(await ids(boss, { search: boss.name })).toEqual([other.id])
  expect(await ids(boss, { critical: true })).toEqual([other.id])
  expect(await ids(boss, { band: 'good' })).toEqual([one.id])
  expect(await ids(boss, { question_id: 'signs', answer: 'dull' })).toEqual([one.id])
  expect(await ids(boss, { question_id: 'lame', answer: 'yes', form_id: form.id })).toEqual([other.id])
  const { updated_at } = await boss.call(submissions.get, { id: other.id })
  expect(await ids(boss, { updated_after: updated_at })).toEqual([])
  const later = await complete(hand, form)
  expect(await ids(boss, { updated_after: updated_at })).toEqual([later.id])
  expect(await ids(await (await company()).manager(), {})).toEqual([])
  expect(await boss.refused(exports.stream, { company_id: farm.id + 1 })).toMatchObject({ status: 404 })
})

const ended = (person: Person, id: number) =>
  expect.poll(async () => (await person.call(exports.get, { id })).state, { timeout: 20_000, interval: 50 })

test('a job makes a ZIP with tables and a folder for each submission, stored for two days', async () => {
  const { boss, hand, form } = await herd()
  const sent = await begin(hand, form)
  const { uuid } = await attach(hand, sent, { name: '../../pen.jpg' })
  await hand.call(submissions.complete, { id: sent.id, answers: { ...goodAnswers, picture: { value: [{ uuid }] } } })
  const { id } = await boss.call(exports.begin, { format: 'csv', with_files: true, filters: { form_id: form.id } })
  await ended(boss, id).toBe('ready')
  const made = await boss.call(exports.get, { id })
  expect(made).toMatchObject({ done: 12, total: 12, filename: expect.stringMatching(/\.zip$/) })
  expect(Date.parse(made.expires_at ?? '') - Date.parse(made.finished_at ?? '')).toBe(48 * 3600_000)
  const content = await boss.send(exports.fetch, { id })
  expect(content.headers).toMatchObject({ 'content-type': 'application/zip' })
  const zip = unzipSync(content.rawPayload)
  const names = Object.keys(zip)
  expect(names.filter(name => name.endsWith('.csv'))).toHaveLength(3)
  const photos = names.filter(name => name.startsWith('files/'))
  expect(photos).toEqual([
    expect.stringMatching(new RegExp(`^files/\\d{4}-\\d\\d-\\d\\d ${sent.id}/picture [^/]*pen\\.jpg$`)),
  ])
  expect(strFromU8(zip[names[0] ?? ''] ?? new Uint8Array())).toContain(photos[0])
  expect([...(zip[photos[0] ?? ''] ?? [])].slice(0, 2)).toEqual([0xff, 0xd8])
  // It can be fetched again, but only by the person who asked for it.
  expect((await boss.send(exports.fetch, { id })).statusCode).toBe(200)
  expect(await hand.refused(exports.fetch, { id })).toMatchObject({ status: 404 })
  expect((await boss.call(exports.list, {})).data.map(row => row.id)).toEqual([id])
  await platform(db =>
    db
      .update(submissionExports)
      .set({ expiresAt: new Date(0) })
      .where(eq(submissionExports.id, id)),
  )
  const { services } = await tend()
  const [row] = await platform(db => db.select().from(submissionExports).where(eq(submissionExports.id, id)))
  await (await platform(db => forgetExports.work({}, { db, services })))?.()
  expect(await boss.refused(exports.get, { id })).toMatchObject({ status: 404 })
  await expect(services.storage.read(row?.path ?? '')).rejects.toThrow()
})

test('a workbook with files lies in the ZIP as it is', async () => {
  const { boss } = await herd()
  const { id } = await boss.call(exports.begin, { format: 'xlsx', with_files: true, filters: {} })
  await ended(boss, id).toBe('ready')
  const zip = unzipSync((await boss.send(exports.fetch, { id })).rawPayload)
  expect(rowsOf(zip['Submissions.xlsx'] ?? new Uint8Array())).toHaveLength(2)
})

test('picked rows are exported alone, of those that one may read, and no more than can be picked', async () => {
  const { boss, hand, one, other } = await herd()
  const rows = async (person: Person, submission_ids: number[]) => {
    const { id } = await person.call(exports.begin, { format: 'xlsx', filters: { submission_ids } })
    await ended(person, id).toBe('ready')
    return rowsOf((await person.send(exports.fetch, { id })).rawPayload).map(row => row.Number)
  }
  expect(await rows(boss, [one.id])).toEqual([one.id])
  // Another's is not theirs to export, picked or not.
  expect(await rows(hand, [one.id, other.id])).toEqual([one.id])
  const many = Array.from({ length: maxPicked + 1 }, (_, index) => index + 1)
  for (const submission_ids of [many, []])
    expect(await boss.refused(exports.begin, { format: 'csv', filters: { submission_ids } })).toMatchObject({
      ...{ status: 422, errors: { 'filters.submission_ids': expect.anything() } },
    })
})

test('an export can be cancelled, and nobody fills the queue', async () => {
  const { boss, hand } = await herd()
  const { id } = await boss.call(exports.begin, { format: 'xlsx', filters: {} })
  await boss.call(exports.cancel, { id })
  await ended(boss, id).toBe('cancelled')
  expect(await boss.refused(exports.fetch, { id })).toMatchObject({ status: 404 })
  expect(await boss.call(exports.cancel, { id })).toBeNull()
  expect((await boss.call(exports.get, { id })).state).toBe('cancelled')
  // As if nobody worked at them.
  await platform(async db => {
    const { companyId } = (await db.select().from(submissionExports).where(eq(submissionExports.id, id)))[0] ?? {
      companyId: 0,
    }
    for (let number = 0; number < maxUnderWay; number++)
      await db.insert(submissionExports).values({
        companyId,
        userId: boss.id,
        format: 'csv',
        values: 'ids',
        withFiles: false,
        filters: { archived: false },
        locale: 'en',
      })
  })
  expect(await boss.refused(exports.begin, { format: 'csv', filters: {} })).toMatchObject({ status: 429 })
  await hand.call(exports.begin, { format: 'csv', filters: {} })
})

test('a person who left gets nothing', async () => {
  const { boss, farm } = await herd()
  const other = await farm.manager()
  const row = await platform(db =>
    db
      .insert(submissionExports)
      .values({
        companyId: farm.id,
        userId: other.id,
        format: 'csv',
        values: 'ids',
        withFiles: false,
        filters: { archived: false },
        locale: 'en',
      })
      .returning(),
  )
  await boss.call((await import('#shared/companies/contract.ts')).companies.removeMember, {
    id: farm.id,
    user_id: other.id,
  })
  const { services } = await tend()
  const { makeExport } = await import('./module.ts')
  const id = row[0]?.id ?? 0
  const after = await platform(db => makeExport.work({ id }, { db, services }))
  await after?.()
  const [found] = await platform(db => db.select().from(submissionExports).where(eq(submissionExports.id, id)))
  expect(found?.state).toBe('failed')
})

test('a maker of a bundle is told of unprintable characters before it is made', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const said = async (value: string) => (await complete(hand, form, { ...goodAnswers, remark: { value } })).id
  const [printed, tamil] = [await said('소 № 1 👍🏽'), await said('மாடுகள்')]
  const report = await boss.call(reports.create, { name: 'மாடுகள்', for_everybody: true })
  const bundle = (filters: object) => ({ format: 'bundle', filters, refuse_missing_characters: true }) as const
  for (const filters of [{}, { submission_ids: [tamil] }, { report_id: report.id }])
    expect(await boss.refused(exports.begin, bundle(filters), { lang: 'de' })).toMatchObject({
      ...{ status: 409, code: 'characters_missing' },
      message: expect.stringContaining('lassen sich nicht drucken'),
    })
  expect((await boss.call(exports.list, {})).data).toEqual([])
  expect(await boss.call(exports.begin, bundle({ submission_ids: [printed] }))).toMatchObject({ format: 'bundle' })
  const { refuse_missing_characters: _, ...anyway } = bundle({ submission_ids: [tamil] })
  expect(await boss.call(exports.begin, anyway)).toMatchObject({ format: 'bundle' })
  // Tables print nothing.
  expect(await boss.call(exports.begin, { ...bundle({}), format: 'csv' })).toMatchObject({ format: 'csv' })
})

test('words of a table’s row that a bundle’s PDFs cannot print are told before it is made, others not', async () => {
  const boss = await (await company()).manager()
  const content = Buffer.from('name,label\n7,மாடுகள்\n8,Hill Farm\n')
  const table = { name: 'farms.csv', content }
  const { uuid } = await boss.call(forms.addTable, { uuid: crypto.randomUUID() }, { file: table })
  const form = await publishedForm(boss, {
    ...{ schema: 1, default_language: 'en' },
    tables: [{ name: 'farms', uuid, columns: ['name', 'label'], rows: 2 }],
    sections: [
      {
        ...{ id: 'main', title: { en: 'Main' } },
        questions: [
          {
            ...{ type: 'single_choice', id: 'farm', label: { en: 'Farm' }, choices: [] },
            table: { name: 'farms', value: 'name', label: 'label' },
          },
        ],
      },
    ],
  })
  const [tamil, hill] = [
    (await complete(boss, form, { farm: { value: '7' } })).id,
    (await complete(boss, form, { farm: { value: '8' } })).id,
  ]
  const bundle = (id: number) => ({
    format: 'bundle' as const,
    filters: { submission_ids: [id] },
    refuse_missing_characters: true,
  })
  expect(await boss.refused(exports.begin, bundle(tamil))).toMatchObject({ status: 409, code: 'characters_missing' })
  expect(await boss.call(exports.begin, bundle(hill))).toMatchObject({ format: 'bundle' })
})
