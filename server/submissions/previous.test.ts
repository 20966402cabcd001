import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { begin, complete } from '../test/submissions.ts'

const place = async (boss: Person, name: string) => {
  const { id } = await boss.call(locations.create, { name, type: 'barn' })
  return { type: 'location' as const, id, name }
}

test('the previous one is the latest completed before, of the same form and subjects', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const [barn, yard] = [await place(boss, 'Barn'), await place(boss, 'Yard')]
  const [form, other] = [await publishedForm(boss), await publishedForm(boss)]
  const about = (...subjects: (typeof barn)[]) => ({ subjects })
  const before = async ({ id }: { id: number }) => (await boss.call(submissions.previous, { id }))?.id ?? null

  const first = await complete(hand, form, undefined, about(barn))
  expect(await before(first)).toBeNull()
  const both = await complete(hand, form, undefined, about(barn, yard))
  await complete(hand, other, undefined, about(barn))
  await complete(hand, form)
  await begin(hand, form, about(barn))
  const second = await complete(boss, form, lameAnswers, about(barn))
  expect(await boss.call(submissions.previous, { id: second.id })).toMatchObject({
    id: first.id,
    score_percent: 100,
    receipt_sequence: 1,
    subjects: [{ name: 'Barn' }],
  })
  expect(await before(both)).toBeNull()
  const again = await complete(hand, form, undefined, about(yard, barn))
  expect(await before(again)).toBe(both.id)
  const third = await complete(hand, form, undefined, about(barn))
  expect(await before(third)).toBe(second.id)
  // What was put away is none, and what is about nothing has none.
  await boss.call(submissions.remove, { id: second.id })
  expect(await before(third)).toBe(first.id)
  expect(await before(await complete(hand, form))).toBeNull()
})

test('nobody learns of one that they may not read, in their company or another', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const subjects = [await place(boss, 'Barn')]
  const form = await publishedForm(boss)
  const own = await complete(hand, form, undefined, { subjects })
  await complete(other, form, undefined, { subjects })
  const last = await complete(hand, form, undefined, { subjects })
  expect(await hand.call(submissions.previous, { id: last.id })).toMatchObject({ id: own.id })
  expect(await other.refused(submissions.previous, { id: last.id })).toMatchObject({ status: 404 })
  const stranger = await (await company()).manager()
  expect(await stranger.refused(submissions.previous, { id: last.id })).toMatchObject({ status: 404 })
})

test('one that lies far behind others of its form is found all the same', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const barn = await place(boss, 'Barn')
  const form = await publishedForm(boss)
  const first = await complete(boss, form, undefined, { subjects: [barn] })
  const last = await complete(boss, form, undefined, { subjects: [barn] })
  await platform(async db => {
    await db.execute(sql`update submissions set completed_at = completed_at + interval '1 hour' where id = ${last.id}`)
    await db.execute(sql`
      insert into submissions (company_id, uuid, form_id, form_version_id, user_id, status, answers, started_at,
        completed_at, received_at)
      select company_id, gen_random_uuid(), form_id, form_version_id, user_id, status, answers, started_at,
        completed_at + interval '1 minute', received_at
      from submissions, generate_series(1, 310) where id = ${first.id}`)
  })
  expect(await boss.call(submissions.previous, { id: last.id })).toMatchObject({ id: first.id })
})
