/** Guides and submissions by a link: what it shows, whom it shows it to, and when it shows nothing any more. */
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { roles } from '#shared/companies/roles.ts'
import { files } from '#shared/files/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { shares } from '#shared/shares/contract.ts'
import { sharedPages } from '#shared/shares/sharedPage.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { fetchFile } from '../../test/files.ts'
import { goodAnswers, publishedForm } from '../../test/forms.ts'
import { company, type Person, request } from '../../test/people.ts'
import { attach, begin, photo } from '../../test/submissions.ts'
import { somewhere, turnedAway, visit } from '../../test/visitors.ts'

type Kind = 'guide' | 'submission'
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString()

async function shared(person: Person, kind: Kind, subject_id: number, pin?: string) {
  const made = await person.call(shares.create, { kind, subject_id, expires_at: inDays(30), ...(pin && { pin }) })
  const [, id, token = ''] = /\/shared\/(\d+)\/([\w-]{43})$/.exec(made.address) ?? []
  return { ...made, link: { id: Number(id), token } }
}

async function farmWithSubmission() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const draft = await begin(hand, form)
  const { uuid, path } = await attach(hand, draft)
  const answers = { ...goodAnswers, picture: { value: [{ uuid, caption: 'By the gate' }] } }
  const { id, revision } = await hand.call(submissions.complete, { id: draft.id, answers })
  return { farm, boss, hand, form, id, revision, answers, path }
}

const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2', 'latin1'), Buffer.alloc(2000, 7)])

async function farmWithGuide() {
  const farm = await company()
  const boss = await farm.manager()
  const picture = await boss.call(files.create, {}, { file: { name: 'cow.jpg', content: await photo(200, 100) } })
  const video = await boss.call(files.create, {}, { file: { name: 'milking.mp4', content: film } })
  const { id } = await boss.call(guides.create, {
    ...{ title: { en: 'Milking' }, default_language: 'en' },
    body: { en: `# Before\n\n![A cow](/storage/${picture.path})\n\n[milking.mp4](/storage/${video.path})` },
  })
  await boss.call(guides.publish, { id })
  return { farm, boss, id, picture, video }
}

async function openedGuide(link: { id: number; token: string }, pin?: string) {
  const { content } = await visit(sharedPages.open, link, pin ? { pin } : {})
  if (content.kind !== 'guide') throw new Error('That is no guide.')
  return content
}
async function openedSubmission(link: { id: number; token: string }) {
  const { content } = await visit(sharedPages.open, link)
  if (content.kind !== 'submission') throw new Error('That is no submission.')
  return content
}
const ofStorage = (address = '') => address.replace(/^\/storage\//, '')

test('a link’s holder reads a submission in words, with its photos, and as PDF', async () => {
  const { boss, hand, form, id, path, revision, answers } = await farmWithSubmission()
  const { link } = await shared(boss, 'submission', id)
  const shown = await openedSubmission(link)
  expect(shown).toMatchObject({ kind: 'submission', id, form: { name: form.name.en, version: 1 }, person: hand.name })
  const pictures = shown.sections.flatMap(section => section.answers.flatMap(answer => answer.pictures))
  expect(pictures).toHaveLength(1)
  expect(shown.sections.flatMap(section => section.answers.flatMap(answer => answer.captions))).toEqual(['By the gate'])
  const address = ofStorage(pictures[0] ?? '')
  // The small one that is printed, which is none of the paths of the submission.
  expect(address).toMatch(/^\d+\/[\w/-]+\.jpg\?shared=/)
  expect(address).not.toContain(path)
  const picture = await fetchFile(address, null)
  expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'private, no-store',
  ])
  const pdf = await request(sharedPages.pdf, link, null, { from: somewhere() })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')

  // As it stands on that day.
  const corrected = { ...answers, remark: { value: 'Looked again' } }
  await boss.call(corrections.correct, { id, revision, answers: corrected, reason: 'Forgotten' })
  expect(JSON.stringify(await openedSubmission(link))).toContain('Looked again')
})

test('a link’s holder reads a published guide, with pictures and videos that seek', async () => {
  const { boss, id, picture, video } = await farmWithGuide()
  const { link } = await shared(boss, 'guide', id)
  await boss.call(guides.update, { id, title: { en: 'A secret draft' } })
  const shown = await openedGuide(link)
  expect(shown).toMatchObject({ version: 1, content: { title: { en: 'Milking' } } })
  expect(JSON.stringify(shown)).not.toContain('secret')
  expect(Object.keys(shown.files).toSorted()).toEqual([picture.path, video.path].toSorted())
  expect((await fetchFile(ofStorage(shown.files[picture.path]), null)).statusCode).toBe(200)
  const part = await fetchFile(ofStorage(shown.files[video.path]), null, { range: 'bytes=10-19' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${film.length}`])
  const pdf = await request(sharedPages.pdf, link, null, { from: somewhere() })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('an address of a file opens that file alone, and nothing once the link is revoked', async () => {
  const { boss, id, picture, video } = await farmWithGuide()
  const { link, id: shareId } = await shared(boss, 'guide', id)
  const { files: addresses } = await openedGuide(link)
  const [, sign = ''] = (addresses[picture.path] ?? '').split('?')
  const status = async (address: string) => (await fetchFile(address, null)).statusCode
  expect(await status(`${video.path}?${sign}`)).toBe(404)
  expect(await status(`${picture.path}?${sign.slice(0, -2)}xx`)).toBe(404)
  expect(await status(`${picture.path}?shared=${shareId}.9999999999999.`)).toBe(404)
  expect(await status(picture.path)).toBe(401)
  expect(await status(`${picture.path}?${sign}`)).toBe(200)
  await boss.call(shares.remove, { kind: 'guide', id: shareId })
  expect(await status(`${picture.path}?${sign}`)).toBe(404)
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 410, code: 'share_taken_back' })
})

test('the PIN protects the guide and its files', async () => {
  const { boss, id, picture } = await farmWithGuide()
  const { link } = await shared(boss, 'guide', id, '471147')
  const asked = await turnedAway(sharedPages.open, link)
  expect(asked).toMatchObject({ status: 403, code: 'pin_required' })
  expect(JSON.stringify(asked)).not.toMatch(/Milking|storage/)
  expect(await turnedAway(sharedPages.open, link, { pin: '0000' })).toMatchObject({ code: 'wrong_pin' })
  expect(Object.keys((await openedGuide(link, '471147')).files)).toContain(picture.path)
})

test('archived or unpublished content, or that of a sharer who left, is shown to nobody by a link', async () => {
  const { farm, boss, id } = await farmWithSubmission()
  const other = await farm.manager()
  const { link } = await shared(boss, 'submission', id)
  await boss.call(submissions.remove, { id })
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 404 })
  await boss.call(submissions.restore, { id })
  expect(await openedSubmission(link)).toBeTruthy()

  const guide = await farmWithGuide()
  const ofGuide = await shared(guide.boss, 'guide', guide.id)
  const { files: addresses } = await openedGuide(ofGuide.link)
  await guide.boss.call(guides.remove, { id: guide.id })
  expect(await turnedAway(sharedPages.open, ofGuide.link)).toMatchObject({ status: 404 })
  const picture = () => fetchFile(ofStorage(addresses[guide.picture.path]), null)
  expect((await picture()).statusCode).toBe(404)
  await guide.boss.call(guides.restore, { id: guide.id })
  expect((await picture()).statusCode).toBe(200)
  const third = await guide.farm.manager()
  const role = (role_id: number) =>
    third.call(companies.changeRole, { id: guide.farm.id, user_id: guide.boss.id, role_id })
  await role(3000)
  expect(await turnedAway(sharedPages.open, ofGuide.link)).toMatchObject({ status: 404 })
  expect((await picture()).statusCode).toBe(404)
  await role(2000)

  await other.call(companies.freeze, { id: farm.id, user_id: boss.id })
  expect(await turnedAway(sharedPages.open, link)).toMatchObject({ status: 404 })
  const second = await guide.farm.manager()
  await second.call(companies.freeze, { id: guide.farm.id, user_id: guide.boss.id })
  expect((await fetchFile(ofStorage(addresses[guide.picture.path]), null)).statusCode).toBe(404)
})

test('drafts are not shared', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const draft = await begin(hand, await publishedForm(boss))
  const guide = await boss.call(guides.create, {
    ...{ title: { en: 'Gates' }, body: { en: 'Shut them.' }, default_language: 'en' },
  })
  const refused = (person: Person, kind: Kind, subject_id: number) =>
    person.refused(shares.create, { kind, subject_id, expires_at: inDays(1) })
  expect(await refused(boss, 'guide', guide.id)).toMatchObject({ status: 404 })
  expect(await refused(boss, 'submission', draft.id)).toMatchObject({ status: 404 })
})

test('links are made and revoked by people who may share', async () => {
  const { farm, boss, hand, id } = await farmWithSubmission()
  const guide = await farmWithGuide()
  const refused = (person: Person, kind: Kind, subject_id: number) =>
    person.refused(shares.create, { kind, subject_id, expires_at: inDays(1) })
  // Their own submission they read, and do not give away.
  expect(await refused(hand, 'submission', id)).toMatchObject({ status: 403 })
  expect(await refused(guide.boss, 'submission', id)).toMatchObject({ status: 404 })
  expect(await refused(boss, 'guide', guide.id)).toMatchObject({ status: 404 })
  expect(await refused(await farm.guest(), 'submission', id)).toMatchObject({ status: 403 })

  const made = await shared(boss, 'submission', id)
  expect(await hand.refused(shares.of, { kind: 'submission', subject_id: id })).toMatchObject({ status: 403 })
  expect(await hand.refused(shares.remove, { kind: 'submission', id: made.id })).toMatchObject({ status: 403 })
  expect(await guide.boss.refused(shares.remove, { kind: 'submission', id: made.id })).toMatchObject({ status: 404 })
  expect(await boss.refused(shares.remove, { kind: 'guide', id: made.id })).toMatchObject({ status: 404 })

  const rules = [{ action: ['read', 'share'], subject: 'Submission', conditions: { status: 'complete' } }]
  const role = await boss.call(roles.create, { name: 'Vet', standing: 'above_employee', rules })
  const vet = await farm.worker()
  await boss.call(companies.changeRole, { id: farm.id, user_id: vet.id, role_id: role.id })
  const theirs = await shared(vet, 'submission', id)
  expect(await openedSubmission(theirs.link)).toMatchObject({ id })
  expect(await vet.call(shares.of, { kind: 'submission', subject_id: id })).toHaveLength(2)
  await vet.call(shares.remove, { kind: 'submission', id: theirs.id })
  expect(await turnedAway(sharedPages.open, theirs.link)).toMatchObject({ status: 410 })
  // What else is given away they neither see nor end.
  expect(await vet.refused(shares.list, {})).toMatchObject({ status: 403 })
})

test('a share is in the list and in the audit log', async () => {
  const { boss, form, id } = await farmWithSubmission()
  const { id: shareId } = await shared(boss, 'submission', id)
  const { data } = await boss.call(shares.list, { kind: 'submission' })
  expect(data).toMatchObject([{ id: shareId, kind: 'submission', subject_id: id, name: form.name, opened: 0 }])
  await boss.call(shares.remove, { kind: 'submission', id: shareId })
  for (const action of ['submission.shared', 'submission.share_ended'] as const)
    expect((await boss.call(auditLog.list, { action })).data).toMatchObject([
      { subject_type: 'Submission', subject_id: id },
    ])

  const guide = await farmWithGuide()
  await shared(guide.boss, 'guide', guide.id)
  const listed = await guide.boss.call(shares.list, {})
  expect(listed.data).toMatchObject([{ kind: 'guide', subject_id: guide.id, name: { en: 'Milking' } }])
  expect((await guide.boss.call(auditLog.list, { action: 'guide.shared' })).data).toHaveLength(1)
})
