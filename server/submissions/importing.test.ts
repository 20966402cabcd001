import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { attach, begin } from '../test/submissions.ts'

async function farmWithForm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  return { farm, boss, hand, form: await publishedForm(boss) }
}
const copyOf = (form: { id: number; version: number | null }, { id, name }: Pick<Person, 'id' | 'name'>) => ({
  ...{
    form_id: form.id,
    uuid: crypto.randomUUID(),
    version: form.version ?? 1,
    started_at: new Date(Date.now() - 3_600_000).toISOString(),
  },
  written_by: { id, name },
})

test('a manager imports a removed person’s work as theirs, once', async () => {
  const { farm, boss, hand, form } = await farmWithForm()
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  const copy = copyOf(form, hand)
  const begun = await boss.call(submissions.import, copy)
  expect(begun).toMatchObject({ user_id: hand.id, imported_by: boss.id, status: 'draft', started_at: copy.started_at })
  const photo = await attach(boss, begun)
  const answers = { ...goodAnswers, picture: { value: [{ uuid: photo.uuid }] } }
  const { id } = await boss.call(submissions.complete, { id: begun.id, answers, removed: [] })
  expect(await boss.call(submissions.import, copy)).toMatchObject({ id, status: 'complete', user_id: hand.id })
  expect((await boss.call(submissions.list, { uuid: copy.uuid })).data).toHaveLength(1)
})

test('foreign records are named as the copy names them, and belong to the importer', async () => {
  const { boss, form } = await farmWithForm()
  const copy = copyOf(form, { id: 2_000_000_000, name: 'Anna of the copy' })
  const { id } = await boss.call(submissions.import, copy)
  await boss.call(submissions.complete, { id, answers: goodAnswers })
  expect((await boss.call(submissions.list, { uuid: copy.uuid })).data).toMatchObject([
    { user_id: boss.id, user_name: 'Anna of the copy', imported_by: boss.id },
  ])
})

test('the draft that the phone sent is completed, and not with fewer answers than it has', async () => {
  const { boss, hand, form } = await farmWithForm()
  const draft = await begin(hand, form)
  await hand.call(submissions.update, { id: draft.id, answers: goodAnswers, removed: [] })
  await boss.refused(submissions.get, { id: draft.id })
  const copy = { ...copyOf(form, hand), uuid: draft.uuid }
  expect(await boss.call(submissions.import, copy)).toMatchObject({ id: draft.id, answers: goodAnswers })
  const [lost = '', ...rest] = Object.keys(goodAnswers)
  const fewer = Object.fromEntries(Object.entries(goodAnswers).filter(([key]) => key !== lost))
  expect(rest.length).toBeGreaterThan(0)
  expect(await boss.refused(submissions.complete, { id: draft.id, answers: fewer, removed: [] })).toMatchObject({
    code: 'answers_lost',
  })
  await boss.call(submissions.complete, { id: draft.id, answers: goodAnswers, removed: [] })
  // The phone that comes back later finds it done.
  expect(await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })).toMatchObject({
    status: 'complete',
  })
})

test('an archived form takes it; a deleted one and one of another company do not', async () => {
  const { boss, hand, form } = await farmWithForm()
  const other = await farmWithForm()
  expect(await boss.refused(submissions.import, copyOf(other.form, hand))).toMatchObject({
    status: 422,
    errors: { form_id: expect.anything() },
  })
  expect((await boss.refused(submissions.import, { ...copyOf(form, hand), version: 9 })).errors).toHaveProperty(
    'version',
  )
  expect(await boss.call(submissions.import, copyOf(form, hand))).toMatchObject({ status: 'draft' })
})

test('a worker imports nothing, and no other manager ends what one began', async () => {
  const { farm, boss, hand, form } = await farmWithForm()
  const copy = copyOf(form, hand)
  expect(await hand.refused(submissions.import, copy)).toMatchObject({ status: 403 })
  const { id } = await boss.call(submissions.import, copy)
  const second = await farm.manager()
  expect((await second.refused(submissions.update, { id, answers: goodAnswers })).status).toBe(404)
  // Who brings it in next goes on with it.
  await second.call(submissions.import, copy)
  await second.call(submissions.complete, { id, answers: goodAnswers })
})
