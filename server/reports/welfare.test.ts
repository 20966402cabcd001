/** How a group has fared: which submissions tell of it, whose they may be, and what is counted of them. */
import { expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { locations } from '#shared/locations/contract.ts'
import { reports } from '#shared/reports/contract.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { complete } from '../test/submissions.ts'

const gait: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'herd',
      title: { en: 'The herd' },
      questions: [
        {
          ...({ id: 'cows', type: 'repeat', label: { en: 'Cows' } } as const),
          rows: { from: 'animals', animal: 'cow', sample: { confidence: 90, precision: 25 } },
          questions: [
            { id: 'cow', type: 'animal', label: { en: 'Cow' } },
            {
              ...({ id: 'gait', type: 'single_choice', label: { en: 'Gait' } } as const),
              choices: [
                { id: 'even', label: { en: 'Even' }, grade: 0 },
                { id: 'lame', label: { en: 'Lame' }, grade: 2 },
              ],
            },
          ],
          measures: [{ id: 'lameness', label: { en: 'Lame cows' }, question: 'gait', at_least: 1 }],
        },
      ],
    },
  ],
}

type Cow = { id: number; name: string }
const looked = (cows: Cow[], lame: number): Answers => ({
  cows: { value: cows.map(({ id }) => `1-a${id}`) },
  ...Object.fromEntries(
    cows.flatMap(({ id, name }, at) => [
      [answerKey('cow', `1-a${id}`), { value: [{ id, name }] }],
      [answerKey('gait', `1-a${id}`), { value: at < lame ? 'lame' : 'even' }],
    ]),
  ),
})

async function herdOf(boss: Person, name: string, heads: number) {
  const herd = await boss.call(animalGroups.create, { name })
  const cows: Cow[] = []
  for (let number = 1; number <= heads; number++)
    cows.push(
      await boss.call(animals.create, { name: `${name} ${number}`, species: 'cattle', animal_group_id: herd.id }),
    )
  return { herd, cows, about: [{ type: 'animal_group' as const, id: herd.id, name: herd.name }] }
}

test('a group’s prevalence has its interval for each visit, and nothing of other groups', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, gait)
  const [ours, theirs] = [await herdOf(boss, 'Ours', 8), await herdOf(boss, 'Theirs', 4)]
  await complete(boss, form, looked(ours.cows.slice(0, 4), 1), { subjects: ours.about })
  await complete(boss, form, looked(ours.cows.slice(2, 6), 2), { subjects: ours.about })
  await complete(boss, form, looked(theirs.cows.slice(0, 2), 2), { subjects: theirs.about })

  const { prevalence, totals, forms } = await boss.call(reports.welfare, { id: ours.herd.id })
  expect(prevalence).toMatchObject([
    {
      measure_id: 'lameness',
      total: 2,
      herds: [
        { population: 8, counted: 4, affected: 2, percent: 50, no_interval: null },
        { population: 8, counted: 4, affected: 1, percent: 25, no_interval: null },
      ],
    },
  ])
  expect(prevalence?.[0]?.herds[1]?.interval?.high).toBeGreaterThan(25)
  expect(totals.submissions).toBe(2)
  expect(forms).toMatchObject([{ id: form.id, submissions: 2 }])
})

test('a roster whose group an answer names tells of that group, and of no other', async () => {
  const boss = await (await company()).manager()
  const [herd] = gait.sections
  const cows = { ...herd?.questions[0], rows: { from: 'animals', animal: 'cow', group: 'which' } }
  const asked = { id: 'which', type: 'animal_group', label: { en: 'Which group?' } }
  const form = await publishedForm(boss, {
    ...gait,
    sections: [{ ...herd, questions: [asked, cows] }],
  } as unknown as Definition)
  const [ours, theirs] = [await herdOf(boss, 'Ours', 4), await herdOf(boss, 'Theirs', 2)]
  const named = ({ id, name }: Cow) => ({ which: { value: [{ id, name }] } })
  // What is said to be about a barn is so although an answer names a group.
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const subjects = [{ type: 'location' as const, id: barn.id, name: barn.name }]
  await complete(boss, form, { ...named(ours.herd), ...looked(ours.cows, 0) }, { subjects })
  const found = async (id: number) => (await boss.call(reports.welfare, { id })).prevalence?.[0]?.herds
  expect(await found(ours.herd.id)).toMatchObject([{ counted: 4, affected: 0, percent: 0 }])
  expect(await found(theirs.herd.id)).toBeUndefined()
})

test('findings of an animal count for the group that it was in on that day', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const { herd, cows } = await herdOf(boss, 'Dairy', 2)
  const next = await boss.call(animalGroups.create, { name: 'Dry' })
  const about = (cow: Cow | undefined) => [{ type: 'animal' as const, id: cow?.id ?? 0, name: cow?.name ?? '' }]
  const score = async (id: number) => (await boss.call(reports.welfare, { id })).totals
  await complete(boss, form, lameAnswers, { subjects: about(cows[0]) })
  expect(await score(herd.id)).toMatchObject({ submissions: 1, scored: 1 })
  expect(await score(next.id)).toMatchObject({ submissions: 0 })
  // It was elsewhere long ago and came today: what is found now is of where it stands and of where it left today.
  const day = new Date(Date.now() - 40 * 24 * 3600_000).toISOString().slice(0, 10)
  await boss.call(animalEvents.create, {
    ...{ id: cows[1]?.id ?? 0, day, joined_group_id: next.id },
    details: { type: 'join_group' },
  })
  await complete(boss, form, undefined, { subjects: about(cows[1]) })
  expect([(await score(herd.id)).submissions, (await score(next.id)).submissions]).toEqual([2, 1])
  const old = await boss.call(animalGroups.create, { name: 'Calves' })
  await boss.call(animalEvents.create, {
    ...{ id: cows[1]?.id ?? 0, day: new Date(Date.now() - 60 * 24 * 3600_000).toISOString().slice(0, 10) },
    ...{ joined_group_id: old.id, details: { type: 'join_group' as const } },
  })
  expect((await score(old.id)).submissions).toBe(0)
})

test('a reader of own submissions sees these alone, a guest and another company nothing', async () => {
  const its = await company()
  const [boss, hand, guest] = [await its.manager(), await its.worker(), await its.guest()]
  const stranger = await (await company()).manager()
  const form = await publishedForm(boss)
  const { herd, about } = await herdOf(boss, 'Dairy', 1)
  await complete(boss, form, lameAnswers, { subjects: about })
  await complete(hand, form, undefined, { subjects: about })
  const read = async (person: Person) => {
    const { totals, is_everything, trend } = await person.call(reports.welfare, { id: herd.id })
    return [totals.submissions, is_everything, trend?.reduce((sum, { submissions }) => sum + submissions, 0)]
  }
  expect(await read(boss)).toEqual([2, true, 2])
  expect(await read(hand)).toEqual([1, false, 1])
  expect(await guest.refused(reports.welfare, { id: herd.id })).toMatchObject({ status: 403 })
  expect(await stranger.refused(reports.welfare, { id: herd.id })).toMatchObject({ status: 404 })
})
