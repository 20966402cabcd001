import { expect, test } from 'vitest'
import { plans } from '#shared/companies/plans.ts'
import { files } from '#shared/files/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { TaskProof } from '#shared/lib/taskFields.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { fetchFile } from '../test/files.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { complete, photo } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

/** A form whose corrective task goes to its author, and asks for a proof. */
const asking = (proof: TaskProof): Definition => ({
  ...penCheck,
  sections: penCheck.sections.map(section => ({
    ...section,
    questions: section.questions.map(question =>
      question.id === 'lame' && question.type === 'yes_no' && question.when_failed?.task
        ? {
            ...question,
            when_failed: {
              ...question.when_failed,
              task: { ...question.when_failed.task, assignee: 'submitter' as const, proof },
            },
          }
        : question,
    ),
  })),
})

async function farmWithTask(proof: TaskProof) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await complete(hand, await publishedForm(boss, asking(proof)), lameAnswers)
  const [own] = (await hand.call(tasks.sent, {})).data
  if (!own) throw new Error('No task came of it.')
  return { farm, boss, hand, id: own.id, own }
}

const send = async (person: Person, content?: Buffer) =>
  (await person.call(files.create, {}, { file: { name: 'claw.jpg', content: content ?? (await photo()) } })).uuid

test('a task that asks for a photo needs one, and shows it to its readers', async () => {
  const { farm, boss, hand, id, own } = await farmWithTask('photo')
  expect(own).toMatchObject({ proof: 'photo', proof_photos: [] })
  expect(await hand.refused(tasks.completeSent, { id, note: 'Trimmed the claw' })).toMatchObject({
    status: 422,
    code: 'proof_required',
    message: 'Add a photo of what was done before you complete this task.',
  })
  const uuid = await send(hand)
  const done = { id, note: 'Trimmed the claw', file_uuids: [uuid] }
  expect(await hand.call(tasks.completeSent, done)).toMatchObject({ proof_photos: [{ name: 'claw.jpg' }] })
  // The answer was lost on the way: the same again changes nothing.
  expect((await hand.call(tasks.completeSent, done)).proof_photos).toHaveLength(1)

  const seen = await boss.call(tasks.getSent, { id })
  expect(seen).toMatchObject({ note: 'Trimmed the claw', proof_photos: [{ name: 'claw.jpg' }] })
  const path = seen.proof_photos[0]?.path ?? ''
  for (const person of [boss, hand]) expect((await fetchFile(path, person)).statusCode).toBe(200)
  for (const person of [await farm.worker(), await (await company()).manager()])
    expect((await fetchFile(path, person)).statusCode).toBe(404)
})

test('one that asks for words takes a photo with them, and one that asks for nothing takes both', async () => {
  const { boss, hand, id } = await farmWithTask('note')
  const uuid = await send(hand)
  expect(await hand.refused(tasks.completeSent, { id, file_uuids: [uuid] })).toMatchObject({
    code: 'proof_required',
    message: 'Say what was done before you complete this task.',
  })
  await hand.call(tasks.completeSent, { id, note: 'Trimmed', file_uuids: [uuid] })
  const plain = await sendTask(boss, hand, { title: 'Mend the gate' })
  const other = await send(hand)
  await hand.call(tasks.completeSent, { id: plain.id, note: 'New hinge', file_uuids: [other] })
  for (const one of [id, plain.id]) expect((await boss.call(tasks.getSent, { id: one })).proof_photos).toHaveLength(1)
})

test('nobody shows somebody else’s photo, a document, or one that shows another task', async () => {
  const { boss, hand, id } = await farmWithTask('photo')
  const complete = (uuid: string) => hand.refused(tasks.completeSent, { id, file_uuids: [uuid] })
  expect(await complete(crypto.randomUUID())).toMatchObject({ status: 422, errors: { file_uuids: expect.anything() } })
  expect(await complete(await send(boss))).toMatchObject({ status: 422 })
  expect(await complete(await send(hand, Buffer.from('Trimmed')))).toMatchObject({ code: 'file_type_refused' })
  const plain = await sendTask(boss, hand, { title: 'Mend the gate' })
  const used = await send(hand)
  await hand.call(tasks.completeSent, { id: plain.id, file_uuids: [used] })
  expect(await complete(used)).toMatchObject({ status: 422 })
  expect(await hand.call(tasks.getSent, { id })).toMatchObject({ is_completed: false, proof_photos: [] })
})

test('words and photos that come after somebody else’s are refused and not swallowed', async () => {
  const { boss, hand, id } = await farmWithTask('note')
  await boss.call(tasks.completeSent, { id, note: 'The vet has been' })
  const uuid = await send(hand)
  for (const more of [{ note: 'Trimmed the claw' }, { note: 'The vet has been', file_uuids: [uuid] }])
    expect(await hand.refused(tasks.completeSent, { id, ...more })).toMatchObject({ code: 'task_already_done' })
  expect(await hand.call(tasks.completeSent, { id })).toMatchObject({ note: 'The vet has been' })
})

test('words and photos of a person whose colleague was first are kept beside that end', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const assignees = [{ user_id: anna.id }, { user_id: bela.id }]
  const { id } = await sendTask(boss, anna, { done_by: 'any_one', assignees })
  const [theirs] = (await bela.call(tasks.sent, {})).data
  await anna.call(tasks.completeSent, { id, note: 'Trimmed the claw', file_uuids: [await send(anna)] })
  const late = { id: theirs?.id ?? 0, note: 'The vet has been', file_uuids: [await send(bela)] }
  const kept = { is_completed: true, is_done_by_other: true, completed_by: anna.id, note: 'The vet has been' }
  expect(await bela.call(tasks.completeSent, late)).toMatchObject(kept)
  // The answer was lost on the way: the same again changes nothing.
  expect((await bela.call(tasks.completeSent, late)).proof_photos).toHaveLength(2)
  const seen = await boss.call(tasks.getSent, { id: late.id })
  expect(seen).toMatchObject(kept)
  for (const { path } of seen.proof_photos) expect((await fetchFile(path, boss)).statusCode).toBe(200)
  expect(await boss.call(tasks.getSent, { id })).toMatchObject({ note: 'Trimmed the claw', proof_photos: [{}] })
  expect(await bela.refused(tasks.completeSent, { ...late, note: 'Other words' })).toMatchObject({
    code: 'task_already_done',
  })
  // Two people say that it is done, so one cannot take it back.
  expect(await anna.refused(tasks.reopenSent, { id })).toMatchObject({ code: 'task_undo_over' })
})

test('a reopened end loses its photo and frees its room', async () => {
  const { farm, boss, hand, id } = await farmWithTask('photo')
  const stored = async () => (await boss.call(plans.usage, { id: farm.id })).storage.used
  const before = await stored()
  const uuid = await send(hand)
  const { proof_photos } = await hand.call(tasks.completeSent, { id, file_uuids: [uuid] })
  expect(await stored()).toBeGreaterThan(before)
  expect(await hand.call(tasks.reopenSent, { id })).toMatchObject({ is_completed: false, proof_photos: [] })
  expect(await stored()).toBe(before)
  expect((await fetchFile(proof_photos[0]?.path ?? '', hand)).statusCode).toBe(404)
})

test('work that goes to somebody else asks the same of them', async () => {
  const { farm, boss, hand, id } = await farmWithTask('photo')
  const bela = await farm.worker()
  expect(await boss.call(tasks.give, { sent_task_ids: [id], user_id: bela.id })).toEqual({ given: 1 })
  expect((await hand.call(tasks.sent, { state: 'open' })).data).toEqual([])
  expect(await bela.refused(tasks.completeSent, { id })).toMatchObject({ code: 'proof_required' })
  const done = await bela.call(tasks.completeSent, { id, file_uuids: [await send(bela)] })
  expect(done).toMatchObject({ user_name: bela.name, proof_photos: [{ name: 'claw.jpg' }] })
})
