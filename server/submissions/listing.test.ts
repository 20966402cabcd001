import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { begin, complete } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { submissions as table } from './table.ts'

const ids = async (person: Person, filters: InputOf<typeof submissions.list> = {}) =>
  (await person.call(submissions.list, filters)).data.map(({ id }) => id)

test('a worker sees the own submissions, a manager the complete ones of all and the own drafts', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const form = await publishedForm(boss)
  const [done, draft, theirs, mine] = [
    await complete(hand, form),
    await begin(hand, form),
    await complete(other, form),
    await begin(boss, form),
  ]

  expect(await ids(hand)).toEqual([draft.id, done.id])
  expect(await ids(other)).toEqual([theirs.id])
  expect(await ids(boss)).toEqual([mine.id, theirs.id, done.id])
  expect(await ids(boss, { status: 'draft' })).toEqual([mine.id])
  expect(await ids(boss, { user_id: hand.id })).toEqual([done.id])
  expect((await (await farm.guest()).call(submissions.list, {})).data).toEqual([])
  const { definition, contact, answers, score, files, tasks, receipt, follows, ...summary } = done
  expect((await boss.call(submissions.list, { user_id: hand.id })).data).toEqual([summary])
})

test('submissions are found by form, subjects, and names of form and person', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const [form, lorry] = [await publishedForm(boss), await publishedForm(boss)]
  await boss.call(forms.update, { id: lorry.id, name: { en: 'Lorry 100%' } })
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const herd = await boss.call(animalGroups.create, { name: 'Cows', purpose: 'other' })
  const cow = await boss.call(animals.create, { name: 'Bella', species: 'cattle' })
  const about = (type: 'location' | 'animal' | 'animal_group', id: number) => ({ subjects: [{ type, id, name: '' }] })
  const inBarn = await complete(hand, form, goodAnswers, about('location', barn.id))
  const ofHerd = await complete(hand, form, lameAnswers, about('animal_group', herd.id))
  const ofCow = await complete(boss, lorry, goodAnswers, about('animal', cow.id))

  expect(await ids(boss, { location_id: barn.id })).toEqual([inBarn.id])
  expect(await ids(boss, { group_id: herd.id })).toEqual([ofHerd.id])
  expect(await ids(boss, { animal_id: cow.id })).toEqual([ofCow.id])
  expect(await ids(boss, { animal_id: barn.id, form_id: form.id })).toEqual([])
  expect(await ids(boss, { form_id: form.id })).toEqual([ofHerd.id, inBarn.id])
  expect(await ids(boss, { search: 'istálló' })).toEqual([ofHerd.id, inBarn.id])
  expect(await ids(boss, { search: '100%' })).toEqual([ofCow.id])
  expect(await ids(boss, { search: boss.name })).toEqual([ofCow.id])
  expect(await ids(boss, { sort: 'score_percent', per_page: 5 })).toEqual([ofHerd.id, inBarn.id, ofCow.id])
  expect(await boss.refused(submissions.list, { vehicle: 1 })).toMatchObject({ status: 422 })
  expect(await boss.refused(submissions.list, { from: '0000-01-01' })).toMatchObject({
    status: 422,
    errors: { from: ['This is not a date.'] },
  })
})

test('a day begins and ends where the company is', async () => {
  const farm = await company({ timeZone: 'Pacific/Auckland' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const { id } = await complete(hand, form)
  // Half past midnight on the 20th in Auckland, where summer is 13 hours ahead.
  const completedAt = new Date('2026-11-19T11:30:00Z')
  await platform(db => db.update(table).set({ completedAt }).where(eq(table.id, id)))

  expect(await ids(boss, { from: '2026-11-20', to: '2026-11-20' })).toEqual([id])
  expect(await ids(boss, { to: '2026-11-19' })).toEqual([])
  expect(await ids(boss, { from: '2026-11-21' })).toEqual([])
  expect(await ids(boss, { from: '2026-11-01' })).toEqual([id])
})

test('a longer list takes no more queries', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const subjects = [{ type: 'location' as const, id: barn.id, name: '' }]
  const more = async (count: number) => {
    for (let made = 0; made < count; made++) await complete(hand, form, goodAnswers, { subjects })
    return queriesDuring(() => boss.call(submissions.list, { per_page: 25 }))
  }

  const few = await more(2)
  expect(few).toBeGreaterThan(1)
  expect(await more(6)).toBe(few)
})

/** How many statements the company's pool was asked for. */
async function queriesDuring(work: () => Promise<unknown>): Promise<number> {
  const { pools } = (await tend()).services
  let count = 0
  const restore: (() => void)[] = []
  const watch = (client: { query: (...given: never[]) => unknown }) => {
    const { query } = client
    client.query = (...given) => {
      count++
      return query.apply(client, given)
    }
    restore.push(() => {
      client.query = query
    })
  }
  pools.isolated.on('acquire', watch as never)
  await work()
  pools.isolated.off('acquire', watch as never)
  for (const undo of restore) undo()
  return count
}

test('an admin of the platform looks into one company or all', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other] = [await farm.manager(), await dairy.manager()]
  const here = await complete(boss, await publishedForm(boss))
  const there = await complete(other, await publishedForm(other))
  const root = await admin()

  expect(await ids(root, { company_id: farm.id })).toEqual([here.id])
  expect((await ids(root, { sort: '-updated_at' })).filter(id => id === here.id || id === there.id)).toEqual([
    there.id,
    here.id,
  ])
  expect(await ids(boss, { company_id: dairy.id })).toEqual([])
})
