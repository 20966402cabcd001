import { expect, test } from 'vitest'
import { papers } from '#shared/certificates/contract.ts'
import { files } from '#shared/files/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { passes } from '#shared/passes/contract.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { publishedForm } from '../../test/forms.ts'
import { issue, passLinkIn } from '../../test/passes.ts'
import { company, type Person } from '../../test/people.ts'
import { attach, begin, photo } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { turnedAway, visit } from '../../test/visitors.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const withPaper: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'papers',
      title: { en: 'Papers' },
      questions: [{ id: 'invoice', type: 'file', label: { en: 'The invoice' } }],
    },
  ],
}

async function send(person: Person, name: string, content: Buffer): Promise<string> {
  const uuid = crypto.randomUUID()
  await person.call(files.create, { uuid }, { file: { name, content } })
  return uuid
}

/** A submission with a document, and a certificate with one and a scan; the worker's name is in the file names. */
async function farmWithPapers() {
  const [boss, hand] = await company().then(async farm => [await farm.manager(), await farm.worker()] as const)
  const form = await publishedForm(boss, withPaper)
  const draft = await begin(hand, form)
  const { uuid } = await attach(hand, draft, { question_id: 'invoice', name: 'aunt-zsuzsi.pdf', content: pdf })
  const record = await hand.call(submissions.complete, {
    id: draft.id,
    answers: { invoice: { value: [{ uuid }] } } as never,
  })
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry', plate: 'AB 12' })
  const scans = [await send(boss, 'aunt-zsuzsi.pdf', pdf), await send(boss, 'zsuzsi.jpg', await photo())]
  const paper = await boss.call(papers.create, { kind: 'insurance', vehicle_id: lorry.id, file_uuids: scans })
  const read = async (settings: Parameters<typeof issue>[1]) => {
    const pass = await issue(boss, { kinds: ['submission', 'certificate'], ...settings })
    const link = passLinkIn(pass)
    const shown = await Promise.all([
      visit(passPages.record, { ...link, kind: 'submission', record_id: record.id }),
      visit(passPages.record, { ...link, kind: 'certificate', record_id: paper.id }),
    ])
    return { pass, link, shown }
  }
  return { boss, hand, form, record, paper, read }
}

test('papers are opened where names are shown, and each is a download in the log', async () => {
  const { boss, record, paper, read } = await farmWithPapers()
  const { pass, shown } = await read({ shows_names: true })
  expect(shown.map(one => one.papers.map(({ name }) => name))).toEqual([
    ['aunt-zsuzsi.pdf'],
    ['aunt-zsuzsi.pdf', 'zsuzsi.jpg'],
  ])
  const { app } = await tend()
  for (const { address } of shown.flatMap(one => one.papers)) {
    const file = await app.inject({ url: address ?? '' })
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, expect.stringContaining('zsuzsi')])
  }
  const log = (await boss.call(passes.log, { id: pass.id })).data.filter(({ action }) => action === 'downloaded')
  expect(log.map(({ kind, record_id, search }) => [kind, record_id, search]).toReversed()).toEqual([
    ['submission', record.id, 'document'],
    ['certificate', paper.id, 'document'],
    ['certificate', paper.id, 'document'],
  ])
})

test('where names are replaced papers have neutral names, and are opened only where the pass says so', async () => {
  const { read } = await farmWithPapers()
  const closed = await read({})
  expect(closed.shown.flatMap(one => one.papers)).toMatchObject([
    { name: 'Document 1', address: null },
    { name: 'Document 1', address: null },
    { name: 'Document 2', address: null },
  ])
  expect(JSON.stringify(closed.shown)).not.toMatch(/zsuzsi/i)
  expect(JSON.stringify(closed.shown)).not.toContain('/storage/')

  const opened = await read({ opens_papers: true })
  expect(JSON.stringify(opened.shown)).not.toMatch(/zsuzsi/i)
  const { app } = await tend()
  for (const { address } of opened.shown.flatMap(one => one.papers)) {
    const file = await app.inject({ url: address ?? '' })
    expect([file.statusCode, JSON.stringify(file.headers).match(/zsuzsi/i)]).toEqual([200, null])
    // An address opens the one file that it was made for, by the pass that it was made for.
    const [, id = '', rest = ''] = /^\/storage\/passes\/(\d+)(.*)$/.exec(address ?? '') ?? []
    expect((await app.inject({ url: `/storage/passes/${closed.pass.id}${rest}` })).statusCode).toBe(404)
    const renamed = rest.replace(/-(\d)\./, '-0.')
    expect((await app.inject({ url: `/storage/passes/${id}${renamed}` })).statusCode).toBe(404)
  }
})

test('a paper that came after the start of the pass is not there', async () => {
  const { boss, paper, read, record, hand, form } = await farmWithPapers()
  const { link } = await read({})
  const kept = paper.files.map(({ uuid }) => uuid)
  await boss.call(papers.update, { id: paper.id, file_uuids: [...kept, await send(boss, 'later.pdf', pdf)] })
  const shown = await visit(passPages.record, { ...link, kind: 'certificate', record_id: paper.id })
  expect(shown.papers).toHaveLength(2)
  const later = await begin(hand, form)
  await hand.call(submissions.complete, { id: later.id, answers: {} })
  expect(await turnedAway(passPages.record, { ...link, kind: 'submission', record_id: later.id })).toMatchObject({
    status: 404,
  })
  expect((await visit(passPages.record, { ...link, kind: 'submission', record_id: record.id })).papers).toHaveLength(1)
})
