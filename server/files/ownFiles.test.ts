/** Files that are sent by themselves, and the links to files: for clients that are no browser. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { files as calls } from '#shared/files/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { fetchFile } from '../test/files.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { attach, begin, photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { removeStrayFiles } from './jobs.ts'
import { files } from './table.ts'

const note = { name: 'Delivery note.pdf', content: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n', 'latin1') }
type Sent = { name: string; content: Buffer }
const send = async (person: Person, file: Sent = note, uuid: string = crypto.randomUUID()) =>
  person.call(calls.create, { uuid }, { file })

/** What a client without cookie and token gets at a link. */
async function follow(url: string) {
  const { app } = await tend()
  const { pathname, search } = new URL(url)
  return app.inject(`${pathname}${search}`)
}

test('a file is sent once, and its link opens it for ten minutes without cookie or token', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const uuid = crypto.randomUUID()
  const file = await send(hand, note, uuid)

  expect(file).toMatchObject({ uuid, name: 'Delivery note.pdf', content_type: 'application/pdf', width: null })
  expect(await send(hand, note, uuid)).toEqual(file)
  const { url, expires_at } = await hand.call(calls.link, { id: file.id })
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(9 * 60_000)
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(10 * 60_000)
  const opened = await follow(url)
  expect(opened.rawPayload.equals(note.content)).toBe(true)
  expect(opened.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment/),
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  })
})

test('a link that was changed, or whose time or session is over, opens nothing', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const [file, other] = [await send(hand), await send(hand)]
  const { url } = await hand.call(calls.link, { id: file.id })
  const link = new URL(url)

  expect((await follow(url.replace(file.path, other.path))).statusCode).toBe(404)
  const [session, expires, signature] = link.searchParams.get('link')?.split('.') ?? []
  const later = `${session}.${Number(expires) + 60_000}.${signature}`
  expect((await follow(url.replace(/link=.*/, `link=${later}`))).statusCode).toBe(404)
  expect((await follow(url.replace(/link=.*/, 'link=nonsense'))).statusCode).toBe(404)
  await hand.call(auth.logout, {})
  expect((await follow(url)).statusCode).toBe(401)
})

test('nobody but the sender sees a file that nothing names; the other company cannot tell it from none', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const stranger = await dairy.manager()
  const file = await send(hand)

  for (const person of [boss, guest, stranger]) {
    const refusal = await person.refused(calls.link, { id: file.id })
    expect(refusal).toEqual(await person.refused(calls.link, { id: 2_000_000_000 }))
    expect(refusal.status).toBe(404)
    expect((await fetchFile(file.path, person)).statusCode).toBe(404)
  }
  expect((await fetchFile(file.path, hand)).statusCode).toBe(200)
  // A uuid is a company's own: elsewhere it names another file.
  expect((await send(stranger, note, file.uuid)).id).not.toBe(file.id)
})

test('a submission takes its named file, and readers of the submission get a link', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const picture = await send(hand, { name: 'pen.jpg', content: await photo() })
  const draft = await begin(hand, await publishedForm(boss))
  const answers = { ...goodAnswers, picture: { value: [{ uuid: picture.uuid }] } }
  const done = await hand.call(submissions.complete, { id: draft.id, answers })

  expect(done.files).toMatchObject([{ id: picture.id, uuid: picture.uuid, question_id: 'picture' }])
  const { url } = await boss.call(calls.link, { id: picture.id })
  expect((await follow(url)).headers['content-type']).toBe('image/jpeg')
  expect(await other.refused(calls.link, { id: picture.id })).toMatchObject({ status: 404 })
})

test('a document is no answer to a photo question, and nobody names a file of somebody else', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const form = await publishedForm(boss)
  for (const file of [await send(hand), await send(other, { name: 'pen.jpg', content: await photo() })]) {
    const draft = await begin(hand, form)
    const answers = { ...goodAnswers, picture: { value: [{ uuid: file.uuid }] } }
    expect(await hand.refused(submissions.complete, { id: draft.id, answers })).toMatchObject({
      status: 422,
      errors: { 'answers.picture': [expect.any(String)] },
    })
  }
})

test('the storage of the plan counts it, and what nothing names is erased after a day', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const before = await boss.call(plans.usage, { id: farm.id })
  const [old, recent] = [await send(hand), await send(hand)]
  const attached = await attach(hand, await begin(hand, await publishedForm(boss)))
  const during = await boss.call(plans.usage, { id: farm.id })
  expect(during.storage.used - before.storage.used).toBe(old.size + recent.size + attached.size)

  const yesterday = new Date(Date.now() - 25 * 3600_000)
  await platform(db => db.update(files).set({ createdAt: yesterday }).where(eq(files.id, old.id)))
  await platform(db => db.update(files).set({ createdAt: yesterday }).where(eq(files.id, attached.id)))
  const { services } = await tend()
  const afterwards = await platform(db => removeStrayFiles.work({}, { db, services }))
  await afterwards?.()

  expect((await fetchFile(old.path, hand)).statusCode).toBe(404)
  for (const { path } of [recent, attached]) expect((await fetchFile(path, hand)).statusCode).toBe(200)
  expect((await boss.call(plans.usage, { id: farm.id })).storage.used).toBe(during.storage.used - old.size)
})

test('past the storage of the plan no file is taken', async () => {
  const farm = await company()
  const hand = await farm.worker()
  const platformAdmin = await admin()
  const [offer] = await platformAdmin.call(plans.offers, {})
  const limits = { users: null, animals: null, forms: null, storage: 10 }
  await platformAdmin.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, limits })
  expect(await hand.refused(calls.create, {}, { file: note })).toMatchObject({
    status: 403,
    code: 'plan_limit_reached',
    data: { limit: 'storage' },
  })
})
