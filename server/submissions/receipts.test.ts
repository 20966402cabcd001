import { createHash, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { receiptContent } from '#shared/submissions/delivery.ts'
import { system } from '#shared/system/contract.ts'
import { atOnce } from '../test/atOnce.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { company } from '../test/people.ts'
import { attach, begin, complete, photo } from '../test/submissions.ts'

async function farmWithForm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  return { farm, boss, hand, form: await publishedForm(boss) }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

test('the receipt is for these answers and these bytes, signed by the key that everybody can ask for', async () => {
  const { hand, form } = await farmWithForm()
  const draft = await begin(hand, form)
  expect(draft.receipt).toBeNull()
  const content = await photo()
  const { uuid: file, sha256: received } = await attach(hand, draft, { content })
  expect(received).toBe(sha256(content))
  const answers = { ...goodAnswers, picture: { value: [{ uuid: file }] } }
  const { receipt, uuid, version } = await hand.call(submissions.complete, { id: draft.id, answers })

  if (!receipt) throw new Error('There is no receipt.')
  const { signature, ...facts } = receipt
  const files = [{ uuid: file, sha256: sha256(content) }]
  expect(facts).toEqual({
    client_id: draft.uuid,
    content_hash: sha256(receiptContent({ uuid, version, answers, files })),
    sequence: 1,
    server_time: expect.stringMatching(/Z$/),
  })
  const { public_key } = await hand.call(system.receiptKey, {})
  const isSigned = (text: string) => verify(null, Buffer.from(text), public_key, Buffer.from(signature, 'base64url'))
  expect(isSigned(canonicalJson(facts))).toBe(true)
  expect(isSigned(canonicalJson({ ...facts, sequence: 2 }))).toBe(false)
})

test('the same receipt comes with every repeat, and another answer has another hash', async () => {
  const { boss, hand, form } = await farmWithForm()
  const first = await complete(hand, form, goodAnswers)
  const { id, uuid } = first
  expect((await hand.call(submissions.complete, { id, answers: goodAnswers })).receipt).toEqual(first.receipt)
  expect((await hand.call(submissions.create, { form_id: form.id, uuid })).receipt).toEqual(first.receipt)
  for (const person of [hand, boss]) expect((await person.call(submissions.get, { id })).receipt).toEqual(first.receipt)

  const content = { uuid, version: 1, files: [] }
  const [good, lame] = [goodAnswers, lameAnswers].map(answers => sha256(receiptContent({ ...content, answers })))
  expect(first.receipt?.content_hash).toBe(good)
  expect(lame).not.toBe(good)
  expect(await (await (await company()).manager()).refused(submissions.get, { id })).toMatchObject({ status: 404 })
})

test('twenty at once get numbers without gaps by company, and a refused one takes none', async () => {
  const [ours, theirs] = [await farmWithForm(), await farmWithForm()]
  const drafts = await Promise.all(Array.from({ length: 20 }, () => begin(ours.hand, ours.form)))
  const done = await atOnce(40, index => {
    const id = drafts[index % 20]?.id
    return ours.hand.send(submissions.complete, { id, answers: index < 20 ? goodAnswers : { calm: { value: 'no' } } })
  })
  const numbers = done
    .filter(({ statusCode }) => statusCode === 200)
    .map(({ body }) => JSON.parse(body).data.receipt.sequence)
  expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect((await complete(theirs.hand, theirs.form)).receipt?.sequence).toBe(1)
})

test('a payload of a later app waits for the server, and one without a version is the first', async () => {
  const { hand, form } = await farmWithForm()
  const sent = { form_id: form.id, uuid: crypto.randomUUID() }
  const tooNew = { status: 503, code: 'payload_too_new', message: expect.stringContaining('newer') }
  expect(await hand.refused(submissions.create, { ...sent, payload_version: 2 })).toMatchObject(tooNew)
  const { id } = await hand.call(submissions.create, { ...sent, payload_version: 1 })
  const answers = goodAnswers
  expect(await hand.refused(submissions.complete, { id, answers, payload_version: 2 })).toMatchObject(tooNew)
  expect(await hand.refused(submissions.complete, { id, answers, payload_version: 0 })).toMatchObject({ status: 422 })
  expect(await hand.call(submissions.complete, { id, answers })).toMatchObject({ status: 'complete' })
})
