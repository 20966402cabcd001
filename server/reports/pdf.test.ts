import { read, utils } from '@e965/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { locales } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { type ReportDocument, reportTemplate } from './documentParts.ts'

async function farmWithReport(name = 'Pens') {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const barn = await boss.call(locations.create, { name: '=1+1', type: 'barn' })
  const subjects = [{ type: 'location' as const, id: barn.id, name: '' }]
  await complete(boss, form, { ...goodAnswers, remark: { value: '+cmd|calc' }, number: { value: 12.5 } }, { subjects })
  await complete(boss, form, lameAnswers)
  const report = await boss.call(reports.create, { name, form_id: form.id, group_by: 'location' })
  return { boss, report }
}

test('a report is a PDF in each language, with what it counts', async () => {
  const { boss, report } = await farmWithReport()
  for (const lang of locales) {
    const response = await boss.send(reports.pdf, { id: report.id }, { lang })
    expect(response.statusCode, lang).toBe(200)
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf' })
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    // PDF/A says so in its metadata.
    expect(response.rawPayload.toString('latin1')).toContain('pdfaid')
  }
  const { rawPayload } = await boss.send(reports.pdf, { id: report.id })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  for (const said of ['Pens', 'Average score', '75%', 'The bedding is', 'Failed answers over time'])
    expect(text).toContain(said)
})

test('as a workbook each submission has its line, numbers are numbers, and no formula is one', async () => {
  const { boss, report } = await farmWithReport()
  const content = await boss.send(reports.export, { id: report.id, format: 'xlsx' })
  expect(content.statusCode).toBe(200)
  const book = read(content.rawPayload, { type: 'buffer' })
  expect(book.SheetNames).toEqual(['Submissions', 'Over time', 'Comparison', 'Answers'])
  const sheet = book.Sheets.Submissions ?? {}
  const [bad, good] = utils.sheet_to_json<Record<string, unknown>>(sheet)
  expect(bad).toMatchObject({ 'Is one lame?': 'Yes', 'Failed critical answers': 1 })
  expect(good).toMatchObject({
    'How warm is it?': 12.5,
    'Score (%)': 100,
    About: ' =1+1',
    'Anything else?': ' +cmd|calc',
  })
  for (const cell of Object.values(sheet)) expect(cell).not.toHaveProperty('f')
})

test('as text with commas what could be a formula stays text', async () => {
  const { boss, report } = await farmWithReport()
  const answer = await boss.send(reports.export, { id: report.id, format: 'csv' })
  expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' })
  const lines = answer.rawPayload.toString('utf8').split('\r\n')
  expect(lines[0]).toMatch(/^\ufeffNumber,Day,Time,Form,Person,About,Score/)
  expect(lines).toHaveLength(4)
  expect(lines[2]).toContain('" =1+1"')
  expect(lines[2]).toContain('" +cmd|calc"')
  for (const field of lines.slice(1).flatMap(line => line.split(','))) expect(field).not.toMatch(/^"?[=+@]/)
})

test('a report of a few pages has no cover: its first page has its facts and its numbers', async () => {
  const { boss, report } = await farmWithReport('Pens of the autumn')
  const { rawPayload } = await boss.send(reports.pdf, { id: report.id })
  const { first, totalPages } = await pagesOf(rawPayload)
  expect(totalPages).toBeLessThan(10)
  for (const said of ['Pens of the autumn', 'Period', 'Forms Pen check', 'Created', `Created by ${boss.name}`])
    expect.soft(first).toContain(said)
  expect.soft(first).toContain('Average score')
  expect.soft(first).toContain(`Page 1 of ${totalPages}`)
})

test('from ten pages on the first page is a cover, and the numbers begin on the second', async () => {
  const table = { head: ['Place', 'Submissions'], rows: Array.from({ length: 500 }, (_, at) => [`Pen ${at}`, '1']) }
  const long: ReportDocument = {
    ...{ language: 'en', direction: 'ltr', company: 'Farm', title: 'Pens', sentence: 'All forms', description: '' },
    labels: { page: 'Page {page} of {pages}', picture: 'Photo', picture_missing: '' },
    cover: { kind: 'Report', facts: [{ label: 'Period', value: '12 weeks' }] },
    ...{ notes: [], about: ['12 weeks', 'today'], numbers: [{ label: 'Average score', value: '5', before: '' }] },
    parts: [{ title: 'Comparison', lines: [], tables: [{ title: '', line: '', table }] }],
  }
  const { first, second, totalPages } = await pagesOf(await renderPdf(reportTemplate, long))
  expect(totalPages).toBeGreaterThanOrEqual(10)
  expect.soft(first).toContain('Period 12 weeks')
  expect.soft(first).not.toContain('Average score')
  expect.soft(second).toContain('Average score')
  expect.soft(second).toContain(`Page 2 of ${totalPages}`)
})

/** The words of the first two pages. */
async function pagesOf(pdf: Uint8Array) {
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  const [first = '', second = ''] = text.map(page =>
    page
      .normalize('NFKC')
      .replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' '),
  )
  return { first, second, totalPages }
}

test('a finding of a rule of the whole form is named by its questions', async () => {
  const boss = await (await company()).manager()
  const share = { id: 'share_lame', label: { en: 'Share of lame cows' }, question: 'limps', at_least: 1 }
  const cows = {
    ...{ id: 'cow', type: 'repeat' as const, label: { en: 'Cows' }, measures: [share] },
    questions: [
      {
        ...{ id: 'limps', type: 'single_choice' as const, label: { en: 'How does it walk?' } },
        choices: [
          { id: 'even', label: { en: 'Even' }, grade: 0 },
          { id: 'lame', label: { en: 'Lame' }, grade: 1 },
        ],
      },
    ],
  }
  const task = {
    title: { en: 'Look at the bedding' },
    priority: 'normal',
    due_after: 'P7D',
    assignee: 'manager',
  } as const
  const form = await publishedForm(boss, {
    ...penCheck,
    sections: [...penCheck.sections, { id: 'herd', title: { en: 'Herd' }, questions: [cows] }],
    triggers: [
      { id: 'wet', when: { on: 'answers', holds: "${bedding} = 'wet'" }, task },
      {
        id: 'act',
        when: { on: 'measure', measure: 'share_lame', at_least: 50 },
        task: { ...task, title: { en: 'Trim' } },
      },
    ],
  })
  await complete(boss, form, {
    ...lameAnswers,
    cow: { value: ['a'] },
    'limps@a': { value: 'lame' },
    bedding: { value: 'wet' },
  })
  const report = await boss.call(reports.create, { name: 'Rules', form_id: form.id })
  const { findings } = await boss.call(reports.data, { id: report.id })
  const said = Object.fromEntries(findings?.questions.map(({ question_id, label }) => [question_id, label.en]) ?? [])
  expect(said).toMatchObject({ wet: 'Look at the bedding', act: 'Share of lame cows' })
})
