import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

const open = async (person: Person, more: object = {}) => (await person.call(findings.list, more)).data
const closed = (person: Person) => open(person, { state: 'closed' })

async function farmWithCows() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const cow = (name: string) => boss.call(animals.create, { name, species: 'cattle' })
  const [daisy, clover] = [await cow('Daisy'), await cow('Clover')]
  const about = ({ id, name }: { id: number; name: string }) => ({ subjects: [{ type: 'animal' as const, id, name }] })
  return { farm, boss, hand, form, daisy, clover, about }
}

test('what failed is a finding about the animal, which managers hear of at once and nobody else', async () => {
  const { farm, boss, hand, form, daisy, about } = await farmWithCows()
  const [other, stranger] = [await farm.worker(), await (await company()).manager()]
  const done = await complete(hand, form, lameAnswers, about(daisy))

  expect(await open(boss)).toMatchObject([
    {
      severity: 'critical',
      submission_id: done.id,
      question_id: 'lame',
      question: { en: 'Is one lame?', hu: 'Sántít valamelyik?' },
      answer: { en: 'Yes', hu: 'Igen', ar: 'نعم' },
      photos: [],
      open_task: { people: [{ user_id: boss.id, user_name: boss.name }], people_count: 1, reminded_at: null },
      note: 'Left hind leg',
      user_name: hand.name,
      subjects: [{ type: 'animal', id: daisy.id, name: 'Daisy' }],
      task_title: 'Call the vet',
      task_titles: { en: 'Call the vet', hu: 'Állatorvost hívni' },
      closed_at: null,
    },
  ])
  expect(await open(boss, { animal_id: daisy.id })).toHaveLength(1)
  expect(await open(hand)).toHaveLength(1)
  for (const person of [other, stranger]) expect(await open(person)).toEqual([])
  expect(await boss.heard('finding.changed')).toEqual([{ company_id: farm.id, submission_ids: [done.id] }])
  for (const person of [other, stranger]) expect(await person.heard('finding.changed')).toEqual([])
})

test('findings are searched by words and subjects, and narrowed by severity and by who has the task', async () => {
  const { farm, boss, hand, form, daisy, clover, about } = await farmWithCows()
  const other = await farm.manager()
  for (const cow of [daisy, clover]) await complete(hand, form, lameAnswers, about(cow))
  expect(await open(boss, { search: 'left HIND' })).toHaveLength(2)
  expect(await open(boss, { search: 'sántít' })).toHaveLength(2)
  expect(await open(boss, { search: 'daisy' })).toMatchObject([{ subjects: [{ name: 'Daisy' }] }])
  expect(await open(boss, { search: 'yes' })).toHaveLength(2)
  // Codes of languages match nothing, and words too short for an index are found nonetheless.
  expect(await open(boss, { search: 'hu' })).toEqual([])
  expect(await open(boss, { search: 'da' })).toMatchObject([{ subjects: [{ name: 'Daisy' }] }])
  expect(await open(boss, { search: 'nothing of this' })).toEqual([])
  expect(await open(boss, { severity: 'critical' })).toHaveLength(2)
  expect(await open(boss, { severity: 'attention' })).toEqual([])
  const [newest, oldest] = await open(boss, { sort: '-found_at' })
  expect([newest, oldest]).toMatchObject([{ subjects: [{ name: 'Clover' }] }, { subjects: [{ name: 'Daisy' }] }])
  const sent_task_ids = newest?.open_task?.people.map(({ sent_task_id }) => sent_task_id) ?? []
  await boss.call(tasks.give, { sent_task_ids, user_id: hand.id })
  expect(await open(boss, { assignee_id: hand.id })).toMatchObject([{ id: newest?.id }])
  expect(await open(boss, { assignee_id: other.id })).toMatchObject([{ id: oldest?.id }])
  // One of the two went away with the occurrence that the other became.
  await boss.call(tasks.remind, { sent_task_ids })
  expect(await open(boss, { assignee_id: hand.id })).toMatchObject([
    { open_task: { people: [{ user_name: hand.name }], reminded_at: expect.any(String) } },
  ])
})

test('a finder reads neither the names of others nor their due times beside the own finding', async () => {
  const { boss, hand, form, daisy, about } = await farmWithCows()
  await complete(hand, form, lameAnswers, about(daisy))
  expect(await open(hand)).toMatchObject([{ task_title: 'Call the vet', open_task: null }])
  expect(await open(boss)).toMatchObject([{ open_task: { people_count: 1 } }])
})

test('after a correction that leaves it wrong, a finding has the new words', async () => {
  const { boss, hand, form, daisy, about } = await farmWithCows()
  const done = await complete(hand, form, lameAnswers, about(daisy))
  const answers = { ...lameAnswers, lame: { value: 'yes', note: 'Right front leg' } }
  const { revision } = await boss.call(submissions.get, { id: done.id })
  await boss.call(corrections.correct, { id: done.id, revision, answers, reason: 'The other leg' })
  expect(await open(boss)).toMatchObject([{ note: 'Right front leg', answer: { en: 'Yes' } }])
})

test('a finding ends when the same animal is examined again without one, and only its own', async () => {
  const { boss, hand, form, daisy, clover, about } = await farmWithCows()
  for (const cow of [daisy, clover]) await complete(hand, form, lameAnswers, about(cow))
  await complete(hand, form, lameAnswers, about(daisy))
  expect(await open(boss)).toHaveLength(3)
  await complete(hand, form, goodAnswers, about(daisy))

  expect(await open(boss)).toMatchObject([{ subjects: [{ name: 'Clover' }] }])
  expect(await closed(boss)).toMatchObject([
    { closed_how: 'recheck', closed_by_name: hand.name },
    { closed_how: 'recheck', closed_by: hand.id },
  ])
})

test('a finding ends with its task, and returns when the task is reopened', async () => {
  const { boss, hand, form, daisy, about } = await farmWithCows()
  await complete(hand, form, lameAnswers, about(daisy))
  const [own] = (await boss.call(tasks.sent, {})).data
  const id = own?.id ?? 0
  await boss.call(tasks.completeSent, { id })
  expect(await open(boss)).toEqual([])
  expect(await closed(boss)).toMatchObject([{ closed_how: 'task', closed_by: boss.id }])
  await boss.call(tasks.reopenSent, { id })
  expect(await open(boss)).toHaveLength(1)
})

test('a manager settles it with a reason, once, and may take that back; a worker may not', async () => {
  const { boss, hand, form, daisy, about } = await farmWithCows()
  await complete(hand, form, lameAnswers, about(daisy))
  const [{ id } = { id: 0 }] = await open(boss)

  expect(await boss.refused(findings.settle, { id, reason: ' ' })).toMatchObject({ status: 422 })
  expect(await hand.refused(findings.settle, { id, reason: 'Fine' })).toMatchObject({ status: 403 })
  const settled = await boss.call(findings.settle, { id, reason: 'The vet has been: a stone, taken out' })
  expect(settled).toMatchObject({
    closed_how: 'settled',
    closed_by: boss.id,
    reason: 'The vet has been: a stone, taken out',
  })
  expect(await boss.call(findings.settle, { id, reason: 'Again' })).toEqual(settled)
  expect(await open(boss)).toEqual([])
  expect(await boss.call(findings.reopen, { id })).toMatchObject({ closed_at: null, closed_how: null, reason: null })
  expect(await open(boss)).toHaveLength(1)

  const [own] = (await boss.call(tasks.sent, {})).data
  await boss.call(tasks.completeSent, { id: own?.id ?? 0 })
  expect(await boss.refused(findings.settle, { id, reason: 'Late' })).toMatchObject({
    status: 409,
    code: 'finding_closed',
  })
})

test('a submission that is archived has found nothing, until it is back', async () => {
  const { boss, hand, form, daisy, about } = await farmWithCows()
  const done = await complete(hand, form, lameAnswers, about(daisy))
  await boss.call(submissions.remove, { id: done.id })
  expect(await open(boss)).toEqual([])
  await boss.call(submissions.restore, { id: done.id })
  expect(await open(boss)).toHaveLength(1)
})

test('the open ones begin with the worst, and of those with the oldest', async () => {
  const { boss, hand, form, daisy, clover, about } = await farmWithCows()
  const tidy: Definition = {
    ...penCheck,
    sections: penCheck.sections.map(section => ({
      ...section,
      questions: section.questions.map(question =>
        question.id === 'bedding' && question.type === 'single_choice'
          ? { ...question, when_failed: { set_status: 'attention' as const } }
          : question,
      ),
    })),
  }
  await complete(hand, await publishedForm(boss, tidy), { ...goodAnswers, bedding: { value: 'wet' } }, about(daisy))
  await complete(hand, form, lameAnswers, about(daisy))
  await complete(hand, form, lameAnswers, about(clover))

  expect((await open(boss)).map(one => [one.severity, one.subjects[0]?.name])).toEqual([
    ['critical', 'Daisy'],
    ['critical', 'Clover'],
    ['attention', 'Daisy'],
  ])
  expect((await boss.call(findings.list, { per_page: 5, severity: 'attention' })).meta.total).toBe(1)
})

test('a task that asks for the measure is completed with it alone, and ends its finding', async () => {
  const { boss, hand, daisy, about } = await farmWithCows()
  const asking: Definition = {
    ...penCheck,
    sections: penCheck.sections.map(section => ({
      ...section,
      questions: section.questions.map(question =>
        question.id === 'lame' && question.type === 'yes_no' && question.when_failed?.task
          ? {
              ...question,
              when_failed: { ...question.when_failed, task: { ...question.when_failed.task, proof: 'note' as const } },
            }
          : question,
      ),
    })),
  }
  await complete(hand, await publishedForm(boss, asking), lameAnswers, about(daisy))
  const [own] = (await boss.call(tasks.sent, { animal_id: daisy.id })).data
  expect(own).toMatchObject({ proof: 'note', description: 'Left hind leg\n\nIs one lame?' })
  const id = own?.id ?? 0
  expect(await boss.refused(tasks.completeSent, { id, note: '  ' })).toMatchObject({
    status: 422,
    code: 'proof_required',
  })
  expect(await open(boss)).toHaveLength(1)
  expect(await boss.call(tasks.completeSent, { id, note: 'Trimmed the claw' })).toMatchObject({
    note: 'Trimmed the claw',
  })
  expect(await open(boss)).toEqual([])
  expect((await boss.call(animals.get, { id: daisy.id })).last_checked_at).not.toBeNull()
})

test('tasks and animals are found by their subjects, with the day of the last examination', async () => {
  const { farm, boss, hand, form, daisy, clover, about } = await farmWithCows()
  const done = await complete(hand, form, goodAnswers, about(daisy))
  await complete(hand, form, lameAnswers, about(clover))

  expect(await boss.call(animals.get, { id: daisy.id })).toMatchObject({ last_checked_at: done.completed_at })
  const ofCompany = (more: object) => boss.call(tasks.company, { id: farm.id, state: 'open', ...more })
  expect((await ofCompany({ animal_id: clover.id })).data).toMatchObject([{ title: 'Call the vet' }])
  expect((await ofCompany({ animal_id: daisy.id })).data).toEqual([])
})
