import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition, ReviewedBy } from '#shared/forms/definition.ts'
import { roles } from '#shared/lib/roles.ts'
import { notices } from '#shared/notifications/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { penCheck, publishedForm } from '../../test/forms.ts'
import { admin, belongs, company, type Person } from '../../test/people.ts'
import { memberWith } from '../../test/roles.ts'
import { begin, complete } from '../../test/submissions.ts'
import { linkOf, visit } from '../../test/visitors.ts'

const reviewedBy = (reviewed_by: ReviewedBy): Definition => ({ ...penCheck, settings: { reviewed_by } })
const told = async (person: Person) => (await person.call(notices.list, {})).data.map(({ text }) => plain(text))
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

test('a completed form waits for the managers it names, and its person hears the outcome', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const stranger = await (await company()).manager()
  const form = await publishedForm(boss, reviewedBy({}))
  expect(await begin(hand, form)).toMatchObject({ review_state: null })
  const { id } = await complete(hand, form)
  expect(await boss.call(submissions.get, { id })).toMatchObject({ review_state: 'received', reviewer_ids: null })
  const queue = async (person: Person) =>
    (await person.call(submissions.list, { to_review: true })).data.map(row => row.id)
  expect(await queue(boss)).toEqual([id])
  expect(await queue(hand)).toEqual([])
  for (const person of [hand, other])
    expect(await person.refused(reviews.review, { id, state: 'approved' })).toMatchObject({
      status: person === hand ? 403 : 404,
    })
  expect(await stranger.refused(reviews.review, { id, state: 'approved' })).toMatchObject({ status: 404 })

  const asked = await boss.refused(reviews.review, { id, state: 'rejected', reason: ' ' })
  expect(asked).toMatchObject({ status: 422, errors: { reason: [expect.any(String)] } })
  const rejected = await boss.call(reviews.review, { id, state: 'rejected', reason: 'The picture shows another pen.' })
  expect(rejected.review_state).toBe('rejected')
  expect(await queue(boss)).toEqual([])
  expect((await boss.call(submissions.list, { review_state: 'rejected' })).data.map(row => row.id)).toEqual([id])
  expect(await told(hand)).toEqual([`${boss.name} rejected your submission: Pen check`])
  expect(await told(boss)).toEqual([])
  expect(await hand.heard('submission.changed')).toEqual([{ company_id: farm.id, id }])
  expect(await other.heard('submission.changed')).toEqual([])
  expect((await hand.call(reviews.comments, { id })).data).toMatchObject([
    { user_id: boss.id, user_name: boss.name, text: 'The picture shows another pen.', review_state: 'rejected' },
  ])

  const again = await boss.call(reviews.review, { id, state: 'rejected' })
  expect(again.revision).toBe(rejected.revision)
  expect((await hand.call(reviews.comments, { id })).meta.total).toBe(1)
})

test('the second of two reviewers is told of the first; a review can be withdrawn', async () => {
  const farm = await company()
  const [boss, second, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const { id, revision } = await complete(hand, await publishedForm(boss, reviewedBy({})))
  const approved = await boss.call(reviews.review, { id, state: 'approved', revision })
  const late = await second.refused(reviews.review, { id, state: 'rejected', reason: 'Too late', revision })
  expect(late).toMatchObject({ status: 409, code: 'stale_revision', data: { review_state: 'approved' } })
  const back = await boss.call(reviews.review, { id, state: 'received', revision: approved.revision })
  expect(back.review_state).toBe('received')
  expect(await told(hand)).toEqual([
    `${boss.name} started the review again: Pen check`,
    `${boss.name} approved your submission: Pen check`,
  ])
})

test('people named by a form review what their role does not see; without any, managers do', async () => {
  const farm = await company()
  const [boss, vet, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker(), await farm.worker()]
  const guest = await farm.guest()
  const form = await publishedForm(boss, reviewedBy({ user_ids: [vet.id, guest.id] }))
  const done = await complete(hand, form)
  expect(done).toMatchObject({ review_state: 'received', reviewer_ids: [vet.id] })
  expect(await told(vet)).toEqual([`${hand.name} filled in Pen check. Please review it.`])
  const waiting = async (person: Person) => (await person.call(submissions.list, { to_review: true })).meta.total
  expect([await waiting(vet), await waiting(other), await waiting(boss)]).toEqual([1, 0, 1])
  expect(await other.refused(submissions.get, { id: done.id })).toMatchObject({ status: 404 })
  expect(await vet.refused(submissions.remove, { id: done.id })).toMatchObject({ status: 403 })
  await vet.call(reviews.review, { id: done.id, state: 'has_issues' })
  expect(await told(hand)).toEqual([`${vet.name} sent your submission back: Pen check`])

  const onlyGuest = await publishedForm(boss, reviewedBy({ user_ids: [guest.id] }))
  expect(await complete(hand, onlyGuest)).toMatchObject({ review_state: 'received', reviewer_ids: null })
  expect(await complete(hand, await publishedForm(boss))).toMatchObject({ review_state: null })
})

test('a company’s own role reviews where it says so, and only reads where it does not', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const complete_ = { status: 'complete' }
  const reader = await memberWith(farm, boss, [{ action: ['read'], subject: 'Submission', conditions: complete_ }])
  const auditor = await memberWith(farm, boss, [
    { action: ['read', 'review'], subject: 'Submission', conditions: complete_ },
  ])
  const { id } = await complete(hand, await publishedForm(boss, reviewedBy({})))
  expect(await reader.refused(reviews.review, { id, state: 'approved' })).toMatchObject({ status: 403 })
  expect((await auditor.call(submissions.list, { to_review: true })).meta.total).toBe(1)
  expect(await auditor.call(reviews.review, { id, state: 'approved' })).toMatchObject({ review_state: 'approved' })
})

test('a draft has no review', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const draft = await begin(hand, await publishedForm(boss))
  expect(await boss.refused(reviews.review, { id: draft.id, state: 'approved' })).toMatchObject({ status: 404 })
  const root = await admin()
  expect(await root.refused(reviews.review, { id: draft.id, state: 'approved' })).toMatchObject({
    code: 'submission_not_complete',
  })
})

test('a comment tells those it names who may read the submission, and nobody else', async () => {
  const farm = await company()
  const [boss, second, hand, other] = [
    await farm.manager(),
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
  ]
  const stranger = await (await company()).manager()
  const { id } = await complete(hand, await publishedForm(boss))
  const people = await hand.call(reviews.people, { id })
  expect(people.map(person => person.id).sort()).toEqual([boss.id, second.id, hand.id].sort())
  const said = await boss.call(reviews.comment, {
    id,
    text: `@${hand.name}, which leg?`,
    mentions: [hand.id, other.id, stranger.id, boss.id],
  })
  expect(said).toMatchObject({ mentions: [hand.id, boss.id], review_state: null })
  expect(await told(hand)).toEqual([`${boss.name} mentioned you in a comment: Pen check`])
  for (const person of [other, second, boss]) expect(await told(person)).toEqual([])
  await hand.call(reviews.comment, { id, text: 'The left one.' })
  const listed = await second.call(reviews.comments, { id, per_page: 5 })
  expect(listed.data.map(({ text }) => text)).toEqual(['The left one.', `@${hand.name}, which leg?`])
  for (const person of [other, stranger])
    expect(await person.refused(reviews.comments, { id })).toMatchObject({ status: 404 })
})

test('neither guests nor visitors learn of reviewers or comments', async () => {
  const farm = await company()
  const [boss, guest] = [await farm.manager(), await farm.guest()]
  const settings = { filled_by: { guests: true }, reviewed_by: { user_ids: [boss.id] } }
  const form = await publishedForm(boss, { ...penCheck, settings })
  const shown = await guest.call(forms.get, { id: form.id })
  expect(JSON.stringify(shown)).not.toContain('reviewed_by')
  const done = await complete(guest, form)
  expect(done).toMatchObject({ review_state: 'received' })
  expect(await guest.refused(reviews.comments, { id: done.id })).toMatchObject({ status: 403 })

  const visited = await visit(publicForms.get, await linkOf(boss, form))
  expect(JSON.stringify(visited)).not.toContain('reviewed_by')
})

test('a form that goes to another company asks its managers there', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, theirs] = [await farm.manager(), await dairy.manager()]
  const form = await publishedForm(boss, reviewedBy({ user_ids: [boss.id] }))
  await belongs(boss, dairy.id, roles.manager)
  const copied = await boss.call(forms.copyTo, { company_id: dairy.id, form_id: form.id })
  const there = await theirs.call(forms.get, { id: copied.id })
  expect(there.draft?.settings).toEqual({ reviewed_by: {} })
})
