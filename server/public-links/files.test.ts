import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { plans } from '#shared/companies/plans.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { companyPlans } from '../companies/table.ts'
import { removeStrayFiles } from '../files/jobs.ts'
import { files } from '../files/table.ts'
import { fetchFile } from '../test/files.ts'
import { goodAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { bring, filledIn, linkOf, somewhere, turnedAway, visit } from '../test/visitors.ts'

const withFile: Definition = {
  ...penCheck,
  sections: [
    ...penCheck.sections,
    { id: 'more', title: { en: 'More' }, questions: [{ id: 'paper', type: 'file', label: { en: 'The paper' } }] },
  ],
}

const rowOf = async (uuid: string) => (await platform(db => db.select().from(files).where(eq(files.uuid, uuid))))[0]

test('photos and files that a visitor sends before come with the submission, and managers alone see them', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, withFile)
  const link = await linkOf(boss, form)
  const sent = filledIn(link)
  const taken = await sharp(await photo())
    .withExif({ IFD0: { Artist: 'Anna' } })
    .jpeg()
    .toBuffer()
  const picture = await bring(link, { submission_uuid: sent.uuid, content: taken })
  expect(picture).toMatchObject({ question_id: 'picture', content_type: 'image/jpeg', width: 40, height: 30 })
  expect(Object.keys(picture)).not.toContain('path')
  const again = await bring(link, { submission_uuid: sent.uuid, uuid: picture.uuid, content: taken })
  expect(again).toEqual(picture)
  const paper = { name: 'note.txt', content: Buffer.from('Hello'), question_id: 'paper' }
  const text = await bring(link, { submission_uuid: sent.uuid, ...paper })
  const unused = await bring(link, { submission_uuid: sent.uuid })
  const stored = await rowOf(picture.uuid)
  expect(stored).toMatchObject({ userId: null, submissionId: null, waitingFor: sent.uuid })
  for (const person of [boss, hand, null])
    expect((await fetchFile(stored?.path ?? '', person)).statusCode).not.toBe(200)

  const answers = {
    ...goodAnswers,
    picture: { value: [{ uuid: picture.uuid }] },
    paper: { value: [{ uuid: text.uuid, name: 'note.txt' }] },
  }
  await visit(publicForms.submit, { ...sent, answers })
  const [found] = (await boss.call(submissions.list, {})).data
  const whole = await boss.call(submissions.get, { id: found?.id ?? 0 })
  expect(whole.files.map(({ uuid }) => uuid)).toEqual([picture.uuid, text.uuid])
  expect(await rowOf(unused.uuid)).toBeUndefined()
  const path = whole.files[0]?.path ?? ''
  expect((await fetchFile(path, boss)).statusCode).toBe(200)
  expect((await fetchFile(path, hand)).statusCode).toBe(404)
  expect((await fetchFile(path, null)).statusCode).toBe(401)
  expect((await fetchFile(path, boss)).rawPayload.includes('Anna')).toBe(false)
  // Sent again, all of it is there already.
  expect(await bring(link, { submission_uuid: sent.uuid, uuid: picture.uuid, content: taken })).toEqual(picture)
  await visit(publicForms.submit, { ...sent, answers })
  await expect(bring(link, { submission_uuid: sent.uuid })).rejects.toThrow('submission_uuid_taken')
})

test('files are recognised by bytes, and belong to one submission, one link and one question', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss, withFile))
  const second = await linkOf(boss, await publishedForm(boss))
  const page = Buffer.from('<script>alert(1)</script>')
  const refused = (file: object, { name = 'a.jpg', content }: { name?: string; content: Buffer }, at = link) =>
    turnedAway(
      publicForms.attach,
      { ...at, submission_uuid: crypto.randomUUID(), uuid: crypto.randomUUID(), question_id: 'picture', ...file },
      { file: { name, content } },
    )
  expect(await refused({}, { content: page })).toMatchObject({ status: 415 })
  expect(await refused({ question_id: 'paper' }, { name: 'x.exe', content: Buffer.from('MZ\0\0') })).toMatchObject({
    status: 415,
  })
  expect(await refused({ question_id: 'nothing' }, { content: await photo() })).toMatchObject({
    errors: { question_id: [expect.any(String)] },
  })
  expect(await refused({ question_id: 'paper' }, { content: Buffer.alloc(11 * 1024 * 1024) })).toMatchObject({
    status: 413,
  })
  const { uuid } = await bring(link)
  expect(await refused({ uuid }, { content: await photo() })).toMatchObject({ errors: { uuid: [expect.any(String)] } })
  expect(await refused({ uuid }, { content: await photo() }, second)).toMatchObject({
    errors: { uuid: [expect.any(String)] },
  })
  // A submission takes the files that were sent for it, and none of another.
  const stolen = { ...goodAnswers, picture: { value: [{ uuid }] } }
  expect(await turnedAway(publicForms.submit, filledIn(link, { answers: stolen }))).toMatchObject({
    errors: { 'answers.picture': [expect.any(String)] },
  })
  expect(await rowOf(uuid)).toMatchObject({ submissionId: null })
})

test('a submission takes fifty files, a network sixty a minute, and the plan its bytes', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const content = await photo()
  const submission_uuid = crypto.randomUUID()
  const outcomes = await Promise.all(
    Array.from({ length: 52 }, () =>
      bring(link, { submission_uuid, content }).then(
        () => 'kept',
        error => String(error),
      ),
    ),
  )
  expect(outcomes.filter(outcome => outcome === 'kept')).toHaveLength(50)
  expect(outcomes.filter(outcome => outcome.includes('422'))).toHaveLength(2)
  const from = somewhere()
  const many = await Promise.all(
    Array.from({ length: 62 }, () => turnedAway(publicForms.attach, { ...link, token: 'no' } as never, { from })),
  )
  expect(many.filter(({ status }) => status === 429)).toHaveLength(2)

  const [offer] = await boss.call(plans.offers, {})
  const plan = await (await admin()).call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0 })
  await platform(db =>
    db
      .update(companyPlans)
      .set({ limits: { users: null, animals: null, forms: null, storage: 1000 } })
      .where(eq(companyPlans.id, plan.id)),
  )
  await expect(bring(link)).rejects.toThrow('plan_limit_reached')
})

test('unsubmitted answers are erased after a day', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const [old, fresh] = [await bring(link), await bring(link)]
  const sent = filledIn(link)
  const submitted = await bring(link, { submission_uuid: sent.uuid })
  await visit(publicForms.submit, {
    ...sent,
    answers: { ...goodAnswers, picture: { value: [{ uuid: submitted.uuid }] } },
  })
  const yesterday = new Date(Date.now() - 25 * 3600_000)
  for (const { uuid } of [old, submitted])
    await platform(db =>
      db
        .update(files)
        .set({ createdAt: yesterday })
        .where(and(eq(files.uuid, uuid))),
    )
  const { services } = await tend()
  const [gone, stays] = [await rowOf(old.uuid), await rowOf(submitted.uuid)]
  const afterwards = await platform(db => removeStrayFiles.work({}, { db, services }))
  await afterwards?.()
  expect(await rowOf(old.uuid)).toBeUndefined()
  await expect(services.storage.read(gone?.path ?? '')).rejects.toThrow()
  expect(await rowOf(fresh.uuid)).toBeDefined()
  expect(await services.storage.read(stays?.path ?? '')).toBeInstanceOf(Buffer)
})

test('pictures of the form are shown without a cookie to its visitors, until the link is revoked', async () => {
  const boss = await (await company()).manager()
  const [seen, other] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const uuid of [seen, other])
    await boss.call(forms.addPicture, { uuid }, { file: { name: 'ear.jpg', content: await photo() } })
  const [first, ...rest] = penCheck.sections
  const [calm, ...questions] = first?.questions ?? []
  if (!first || calm?.type !== 'yes_no') throw new Error('The form is another.')
  const pictured = { ...calm, picture: { name: 'ear.jpg', uuid: seen } }
  const form = await publishedForm(boss, {
    ...penCheck,
    sections: [{ ...first, questions: [pictured, ...questions] }, ...rest],
  })
  const link = await linkOf(boss, form)
  const { pictures } = await visit(publicForms.get, link)
  expect(pictures.map(({ uuid }) => uuid)).toEqual([seen])
  const path = pictures[0]?.path ?? ''
  const shown = await fetchFile(path, null)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  for (const wrong of [
    path.replace(seen, other),
    `${path}x`,
    path.replace(/\/1\//, '/2/'),
    path.replace(/^(.*?\/)\d+/, '$1x'),
  ])
    expect((await fetchFile(wrong, null)).statusCode, wrong).toBe(404)
  await boss.call(publicLinks.removeAll, { id: form.id })
  expect((await fetchFile(path, null)).statusCode).toBe(404)
})
