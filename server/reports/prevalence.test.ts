import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { reports } from '#shared/reports/contract.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

/** Cows looked at, each sound or lame; of how many there are, where it is asked. */
const visit = (rows: object, atLeast = 1, more: object[] = []): Definition => ({
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'herd',
      title: { en: 'The herd' },
      questions: [
        { id: 'present', type: 'number', label: { en: 'How many are there?' } },
        {
          id: 'cows',
          type: 'repeat',
          label: { en: 'Cows' },
          ...rows,
          questions: [
            ...(more as []),
            {
              id: 'gait',
              type: 'single_choice',
              label: { en: 'Gait' },
              choices: [
                { id: 'even', label: { en: 'Even' }, grade: 0 },
                { id: 'uneven', label: { en: 'Uneven' }, grade: 1 },
                { id: 'lame', label: { en: 'Lame' }, grade: 2 },
              ],
            },
          ],
          measures: [{ id: 'lameness', label: { en: 'Lame cows' }, question: 'gait', at_least: atLeast }],
        },
      ],
    },
  ],
})
const counted = { rows: { from: 'sample', population: '${present}', sample: { confidence: 95, precision: 10 } } }

/** Examined cows, of which the first are uneven. */
function seen(count: number, uneven: number, present?: number): Answers {
  const ids = Array.from({ length: count }, (_, at) => `cow-${at + 1}`)
  return {
    ...(present !== undefined && { present: { value: present } }),
    cows: { value: ids },
    ...Object.fromEntries(ids.map((id, at) => [answerKey('gait', id), { value: at < uneven ? 'uneven' : 'even' }])),
  }
}

async function prevalence(boss: Person, formId: number) {
  const report = await boss.call(reports.create, { name: 'Lameness', form_id: formId, parts: ['prevalence'] })
  const data = await boss.call(reports.data, { id: report.id })
  return data.prevalence ?? []
}

test('a sample of a herd says between which shares the herd’s own lies', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, visit(counted))
  await complete(boss, form, seen(44, 9, 80))
  const [measure] = await prevalence(boss, form.id)

  expect(measure).toMatchObject({ measure_id: 'lameness', scale: { id: 'gait', version: 1, at_least: 1 }, total: 1 })
  expect(measure?.herds).toMatchObject([
    { population: 80, counted: 44, affected: 9, percent: 20.5, interval: { low: 13.8, high: 30 }, no_interval: null },
  ])
})

test('where everybody was counted, or the animals were picked by hand, there is no interval, and why', async () => {
  const boss = await (await company()).manager()
  const [whole, byHand] = [await publishedForm(boss, visit(counted)), await publishedForm(boss, visit({}))]
  await complete(boss, whole, seen(12, 3, 12))
  await complete(boss, byHand, seen(12, 3, 80))

  expect((await prevalence(boss, whole.id))[0]?.herds).toMatchObject([
    { population: 12, percent: 25, interval: null, no_interval: 'all_counted' },
  ])
  expect((await prevalence(boss, byHand.id))[0]?.herds).toMatchObject([
    { population: null, percent: 25, interval: null, no_interval: 'by_hand' },
  ])
})

test('a sample from a group knows how many animals the group had on that day', async () => {
  const boss = await (await company()).manager()
  const herd = await boss.call(animalGroups.create, { name: 'Cows', purpose: 'other' })
  const cows = []
  for (let number = 1; number <= 8; number++)
    cows.push(await boss.call(animals.create, { name: `Cow ${number}`, species: 'cattle', animal_group_id: herd.id }))
  const roster = {
    rows: { from: 'animals', animal: 'cow', sample: { confidence: 90, precision: 25 } },
  }
  const definition = visit(roster, 1, [{ id: 'cow', type: 'animal', label: { en: 'Cow' } }])
  const form = await publishedForm(boss, definition)
  const picked = cows
    .slice(0, 4)
    .map(({ id, name }, at) => ({ row: `1-a${id}`, id, name, gait: at === 0 ? 'lame' : 'even' }))
  const answers: Answers = {
    cows: { value: picked.map(({ row }) => row) },
    ...Object.fromEntries(
      picked.flatMap(({ row, id, name, gait }) => [
        [answerKey('cow', row), { value: [{ id, name }] }],
        [answerKey('gait', row), { value: gait }],
      ]),
    ),
  }
  await complete(boss, form, answers, { subjects: [{ type: 'animal_group', id: herd.id, name: herd.name }] })
  await boss.call(animals.remove, { id: cows[7]?.id ?? 0 })

  const [found] = (await prevalence(boss, form.id))[0]?.herds ?? []
  expect(found).toMatchObject({ population: 8, counted: 4, affected: 1, percent: 25, no_interval: null })
  expect(found?.interval?.low).toBeLessThan(25)
  expect(found?.interval?.high).toBeGreaterThan(25)
})

test('a scale that changed is never added to the one before', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, visit(counted))
  await complete(boss, form, seen(44, 9, 80))
  await boss.call(forms.update, { id: form.id, definition: visit(counted, 2) })
  const next = await boss.call(forms.publish, { id: form.id })
  await complete(boss, next, seen(44, 9, 80))

  const measures = await prevalence(boss, form.id)
  expect(
    measures.map(({ scale, herds }) => [scale.version, scale.at_least, herds.map(({ affected }) => affected)]),
  ).toEqual([
    [1, 1, [9]],
    [2, 2, [0]],
  ])
})
