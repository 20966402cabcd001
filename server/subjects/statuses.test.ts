/** The state of a row: what the latest finding about it says, of a form or of a person. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { eraseArchivedAnimals } from '../animals/module.ts'
import { animals as animalTable } from '../animals/table.ts'
import { eraseArchivedSubmissions } from '../submissions/jobs.ts'
import { submissions as submissionTable } from '../submissions/table.ts'
import { atOnce } from '../test/atOnce.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { begin, complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import { subjectStatuses } from './table.ts'

/** A lame animal is stopped, a dirty one needs attention, any other is well. */
const legCheck: Definition = {
  schema: 1,
  default_language: 'en',
  triggers: [{ id: 'looked', when: { on: 'answers', holds: 'true()' }, set_status: 'ok' }],
  sections: [
    {
      id: 'legs',
      title: { en: 'Legs' },
      questions: [
        {
          id: 'lame',
          type: 'yes_no',
          label: { en: 'Is it lame?', hu: 'Sántít?' },
          good: 'no',
          when_failed: { set_status: 'stop' },
        },
        {
          id: 'dirty',
          type: 'yes_no',
          label: { en: 'Is it dirty?' },
          triggers: [{ id: 'wash', when: ". = 'yes'", set_status: 'attention' }],
        },
      ],
    },
  ],
}
const lame = { lame: { value: 'yes', note: 'Left hind leg' } }
const dirty = { lame: { value: 'no' }, dirty: { value: 'yes' } }
const well = { lame: { value: 'no' }, dirty: { value: 'no' } }

async function farmWithCow() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, legCheck)
  const cow = await boss.call(animals.create, { name: 'Daisy', species: 'cattle' })
  const about = { subjects: [{ type: 'animal' as const, id: cow.id, name: cow.name }] }
  return { farm, boss, hand, form, cow, about }
}

const stateOf = async (person: Person, { id }: { id: number }) =>
  (await person.call(animals.get, { id })).status?.state ?? null
const historyOf = async (person: Person, { id }: { id: number }) => (await person.call(animals.statuses, { id })).data

/** Completes a draft at a moment of the device's clock. */
const completeAt = (person: Person, draft: { id: number }, answers: object, device_time: string) =>
  person.call(submissions.complete, { id: draft.id, answers: answers as never, device_time })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a bad answer stops the animal in the same moment, and a later form that says ok clears it', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  expect(cow.status).toBeNull()
  const bad = await complete(hand, form, lame, about)
  expect(bad.subjects).toEqual([{ ...about.subjects[0], status: { state: 'stop', since: bad.completed_at } }])
  expect((await boss.call(animals.get, { id: cow.id })).status).toEqual({ state: 'stop', since: bad.completed_at })
  expect(await historyOf(boss, cow)).toEqual([
    {
      id: expect.any(Number),
      state: 'stop',
      found_at: bad.completed_at,
      form_name: form.name,
      submission_id: bad.id,
      finding: { en: 'Is it lame?', hu: 'Sántít?' },
      reason: 'Left hind leg',
      stage: 'open',
      user_name: hand.name,
      is_withdrawn: false,
    },
  ])

  await complete(hand, form, dirty, about)
  expect(await stateOf(boss, cow)).toBe('attention')
  await complete(hand, form, well, about)
  expect(await stateOf(boss, cow)).toBe('ok')
  expect((await historyOf(boss, cow)).map(({ state }) => state)).toEqual(['ok', 'attention', 'stop'])
  expect((await boss.call(animals.get, { id: cow.id })).revision).toBe(cow.revision)
})

test('every register has it, and lists filter and sort by it, the worst first', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const place = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const group = await boss.call(animalGroups.create, { name: 'Herd' })
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  const others = [
    { type: 'location' as const, id: place.id, name: place.name },
    { type: 'animal_group' as const, id: group.id, name: group.name },
    { type: 'vehicle' as const, id: lorry.id, name: lorry.name },
  ]
  const { id } = await complete(hand, form, lame, { subjects: [...about.subjects, ...others] })
  const calls = { animals, locations, animalGroups, vehicles }
  const rows = { animals: cow, locations: place, animalGroups: group, vehicles: lorry }
  for (const feature of ['animals', 'locations', 'animalGroups', 'vehicles'] as const) {
    const { list, statuses } = calls[feature]
    expect((await hand.call(list, { status: 'stop' })).data, feature).toMatchObject([{ status: { state: 'stop' } }])
    expect((await hand.call(list, { status: 'ok' })).data, feature).toEqual([])
    const history = await hand.call(statuses, { id: rows[feature].id })
    expect(history.data, feature).toMatchObject([{ state: 'stop', submission_id: id }])
  }

  for (const name of ['Never looked at', 'Rose', 'Lily']) await boss.call(animals.create, { name, species: 'cattle' })
  const named = async (name: string) => (await boss.call(animals.list, { search: name })).data[0]?.id ?? 0
  await boss.call(animals.setStatus, { id: await named('Rose'), state: 'attention', reason: 'Thin' })
  await boss.call(animals.setStatus, { id: await named('Lily'), state: 'ok', reason: 'Looked at it' })
  const sorted = async (sort: 'status' | '-status') =>
    (await boss.call(animals.list, { sort })).data.map(({ name }) => name)
  expect(await sorted('-status')).toEqual(['Daisy', 'Rose', 'Lily', 'Never looked at'])
  expect(await sorted('status')).toEqual(['Never looked at', 'Lily', 'Rose', 'Daisy'])
  expect(await boss.refused(animals.list, { status: 'red' })).toMatchObject({ status: 422 })
})

test('an earlier finding that arrives late changes nothing, but is in the history', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const [early, late] = [await begin(hand, form, about), await begin(hand, form, about)]
  await completeAt(hand, late, well, minutesAgo(10))
  await completeAt(hand, early, lame, minutesAgo(30))

  expect(await stateOf(boss, cow)).toBe('ok')
  expect((await historyOf(boss, cow)).map(({ state, submission_id }) => [state, submission_id])).toEqual([
    ['ok', late.id],
    ['stop', early.id],
  ])
  // Of the same moment the one that arrives later; and a clock that runs ahead is not believed.
  const [again, ahead] = [await begin(hand, form, about), await begin(hand, form, about)]
  await completeAt(hand, ahead, dirty, new Date(Date.now() + 30 * 60_000).toISOString())
  expect(await stateOf(boss, cow)).toBe('attention')
  await completeAt(hand, again, lame, new Date().toISOString())
  expect(await stateOf(boss, cow)).toBe('stop')
})

test('completing again sets it once, and later statements stay', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const { id } = await complete(hand, form, lame, about)
  await boss.call(animals.setStatus, { id: cow.id, state: 'ok', reason: 'The vet was here' })
  await hand.call(submissions.complete, { id, answers: lame })
  expect(await stateOf(boss, cow)).toBe('ok')
  expect(await historyOf(boss, cow)).toHaveLength(2)
  expect(await boss.heard('subjects.status_changed')).toHaveLength(2)
})

test('a submission that is archived counts no longer, and counts again when it is restored', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const first = await complete(hand, form, dirty, about)
  const second = await complete(hand, form, lame, about)
  await boss.call(submissions.remove, { id: second.id })
  expect((await boss.call(animals.get, { id: cow.id })).status).toEqual({
    state: 'attention',
    since: first.completed_at,
  })
  expect((await historyOf(boss, cow)).map(({ is_withdrawn }) => is_withdrawn)).toEqual([true, false])
  await boss.call(submissions.remove, { id: first.id })
  expect(await stateOf(boss, cow)).toBeNull()
  const restored = await boss.call(submissions.restore, { id: second.id })
  expect(restored.subjects[0]?.status?.state).toBe('stop')
  expect(await stateOf(boss, cow)).toBe('stop')
})

test('a finding in an animal’s row is of that animal, and not of its group', async () => {
  const { boss, hand, cow } = await farmWithCow()
  const herd = await boss.call(animalGroups.create, { name: 'Herd' })
  const rose = await boss.call(animals.create, { name: 'Rose', species: 'cattle' })
  const [section] = legCheck.sections
  const roster = await publishedForm(boss, {
    ...legCheck,
    sections: [
      {
        id: 'herd',
        title: { en: 'The herd' },
        questions: [
          {
            type: 'repeat',
            id: 'cows',
            label: { en: 'Cows' },
            rows: { from: 'animals', animal: 'cow' },
            questions: [{ type: 'animal', id: 'cow', label: { en: 'Cow' } }, ...(section?.questions.slice(0, 1) ?? [])],
          },
        ],
      },
    ],
  } as Definition)
  const row = (id: string, of: { id: number; name: string }, value: string) => ({
    [`cow@${id}`]: { value: [{ id: of.id, name: of.name }] },
    [`lame@${id}`]: { value },
  })
  const answers = { cows: { value: ['a', 'b'] }, ...row('a', cow, 'yes'), ...row('b', rose, 'no') }
  const subjects = [{ type: 'animal_group' as const, id: herd.id, name: herd.name }]
  const done = await complete(hand, roster, answers as never, { subjects })

  expect(await stateOf(boss, cow)).toBe('stop')
  expect(await stateOf(boss, rose)).toBeNull()
  expect((await boss.call(animalGroups.get, { id: herd.id })).status?.state).toBe('ok')
  expect(done.score?.subject_status).toBe('ok')
})

test('of many findings at once the latest counts, in any order of writing', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const found = [lame, well, dirty, well, lame, dirty, well, lame, dirty, dirty]
  const second = await boss.call(animals.create, { name: 'Rose', species: 'cattle' })
  const both = [...about.subjects, { type: 'animal' as const, id: second.id, name: second.name }]
  const drafts: { id: number }[] = []
  const begun = { started_at: minutesAgo(31) }
  for (let index = 0; index < found.length; index++)
    drafts.push(await begin(hand, form, { ...begun, subjects: index % 2 ? both : both.toReversed() }))
  // The eighth is the latest, although it is neither the first nor the last to be sent.
  const minutes = [9, 8, 7, 6, 5, 4, 3, 1, 2, 30]
  await atOnce(found.length, index =>
    completeAt(hand, drafts[index] ?? { id: 0 }, found[index] ?? {}, minutesAgo(minutes[index] ?? 0)),
  )
  for (const animal of [cow, second]) {
    expect(await stateOf(boss, animal)).toBe('stop')
    expect(await historyOf(boss, animal)).toHaveLength(10)
  }
})

test('a manager says it by hand with a reason, which the log notes; a worker may not', async () => {
  const { farm, boss, hand, form, cow, about } = await farmWithCow()
  await complete(hand, form, lame, about)
  const said = { id: cow.id, state: 'ok', reason: 'The vet was here' } as const
  expect(await boss.call(animals.setStatus, said)).toMatchObject({ id: cow.id, status: { state: 'ok' } })
  expect((await historyOf(hand, cow))[0]).toMatchObject({
    state: 'ok',
    reason: 'The vet was here',
    submission_id: null,
    form_name: null,
    finding: null,
    user_name: boss.name,
  })
  const { data } = await boss.call(auditLog.list, { action: 'subject.status_set' })
  expect(data).toMatchObject([
    { subject_type: 'Animal', subject_id: cow.id, actor: { id: boss.id }, details: { state: 'ok' } },
  ])
  expect(JSON.stringify(data)).not.toContain('vet')

  expect(await hand.refused(animals.setStatus, said)).toMatchObject({ status: 403 })
  expect(await (await farm.guest()).refused(animals.setStatus, said)).toMatchObject({ status: 403 })
  for (const bad of [{ reason: ' ' }, { reason: undefined }, { state: 'unknown' }])
    expect(await boss.refused(animals.setStatus, { ...said, ...bad }), JSON.stringify(bad)).toMatchObject({
      status: 422,
    })
  expect(await stateOf(boss, cow)).toBe('ok')
})

test('another company neither sees nor sets it, nor hears of it', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const rival = await (await company()).manager()
  await complete(hand, form, lame, about)
  expect(await rival.refused(animals.statuses, { id: cow.id })).toMatchObject({ status: 404 })
  const said = { id: cow.id, state: 'ok', reason: 'Ours now' }
  expect(await rival.refused(animals.setStatus, said)).toMatchObject({ status: 404 })
  expect(await stateOf(boss, cow)).toBe('stop')
  expect(await rival.heard('subjects.status_changed')).toEqual([])
})

test('everybody who may read the register hears that it changed, and that all is still well is no news', async () => {
  const { farm, boss, hand, form, cow, about } = await farmWithCow()
  const [other, guest] = [await farm.worker(), await farm.guest()]
  await complete(hand, form, lame, about)
  const told = { company_id: farm.id, subjects: [{ type: 'animal', id: cow.id }] }
  for (const person of [boss, hand, other]) expect(await person.heard('subjects.status_changed')).toEqual([told])
  expect(await guest.heard('subjects.status_changed')).toEqual([])
  await complete(hand, form, well, about)
  await complete(hand, form, well, about)
  expect(await other.heard('subjects.status_changed')).toEqual([told, told])
})

test('a task and a submission show the present state of their subjects', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const sent = await sendTask(boss, hand, { title: 'Milk her', subjects: about.subjects })
  const { id } = await complete(hand, form, lame, about)
  await boss.call(animals.setStatus, { id: cow.id, state: 'attention', reason: 'Better' })
  const shown = await hand.call(tasks.getSent, { id: sent.id })
  expect(shown.subjects[0]?.status?.state).toBe('attention')
  expect((await boss.call(submissions.get, { id })).subjects[0]?.status?.state).toBe('attention')
})

test('a colleague learns findings and their dates, but no notes of submissions they may not read', async () => {
  const { farm, hand, form, cow, about } = await farmWithCow()
  await complete(hand, form, lame, about)
  const [found] = await historyOf(await farm.worker(), cow)
  expect(found).toMatchObject({
    state: 'stop',
    finding: { en: 'Is it lame?' },
    form_name: form.name,
    submission_id: null,
    reason: null,
  })
})

test('findings of a row go with it, and with their submission', async () => {
  const { boss, hand, form, cow, about } = await farmWithCow()
  const { id } = await complete(hand, form, lame, about)
  await boss.call(animals.setStatus, { id: cow.id, state: 'ok', reason: 'The vet was here' })
  await boss.call(submissions.remove, { id })
  await boss.call(animals.remove, { id: cow.id })
  const { services } = await tend()
  await platform(async db => {
    const archived = { archivedAt: sql`now() - interval '31 days'` }
    await db.update(submissionTable).set(archived).where(eq(submissionTable.id, id))
    await db.update(animalTable).set(archived).where(eq(animalTable.id, cow.id))
    await eraseArchivedSubmissions.work({}, { db, services })
    await eraseArchivedAnimals.work({}, { db, services })
    expect(await db.select().from(animalTable).where(eq(animalTable.id, cow.id))).toEqual([])
    expect(await db.select().from(subjectStatuses).where(eq(subjectStatuses.animalId, cow.id))).toEqual([])
  })
})
