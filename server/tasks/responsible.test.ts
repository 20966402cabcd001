/** Tasks that are assigned to the people responsible for a place. */
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { company, type Person } from '../test/people.ts'
import { daily } from '../test/series.ts'

async function farmWithYard() {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const yard = await boss.call(locations.create, { name: 'Yard', type: 'site', responsible_id: anna.id })
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn', parent_id: yard.id })
  const field = await boss.call(locations.create, { name: 'Field', type: 'paddock' })
  return { farm, boss, anna, bela, yard, barn, field }
}

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

/** Whose the occurrences are that nobody has yet. */
async function comingTo(boss: Person, company_id: number) {
  const range = { company_id, start_date: day(3), end_date: day(4) }
  return [...new Set((await boss.call(tasks.companyCalendar, range)).flatMap(entry => entry.user_ids))]
}

test('a series for a place goes to the people responsible at its time, also through its parent', async () => {
  const { farm, boss, anna, bela, barn } = await farmWithYard()
  const series = await daily(boss, [], { title: 'Look at the pens', assignees: [{ location_id: barn.id }] })
  expect(series.assignees).toEqual([{ location_id: barn.id, name: 'Barn' }])
  const [own] = (await anna.call(tasks.sent, {})).data
  expect(own).toMatchObject({ title: 'Look at the pens', user_id: anna.id })
  expect(await comingTo(boss, farm.id)).toEqual([anna.id])

  await boss.call(locations.update, { id: barn.id, responsible_id: bela.id })
  expect(await comingTo(boss, farm.id)).toEqual([bela.id])
  // What she has already stays hers.
  expect((await anna.call(tasks.sent, {})).data.map(({ id }) => id)).toContain(own?.id)

  await boss.call(companies.removeMember, { id: farm.id, user_id: bela.id })
  expect(await comingTo(boss, farm.id)).toEqual([boss.id])
})

test('a part of a series, and a task that is done once, are given by the place too', async () => {
  const { boss, anna, bela, yard } = await farmWithYard()
  const once = await boss.call(tasks.create, { title: 'Close the gate', assignees: [{ location_id: yard.id }] })
  expect((await anna.call(tasks.sent, {})).data).toMatchObject([{ task_id: once.id }])
  const series = await daily(boss, [bela])
  const occurrence = `${day(5)}T${series.starts_at.slice(11)}:00.000Z`
  const assignees = [{ location_id: yard.id }]
  const cut = await boss.call(tasks.update, { id: series.id, scope: 'following', occurrence, assignees })
  expect(cut.assignees).toEqual([{ location_id: yard.id, name: 'Yard' }])
  const renamed = await boss.call(tasks.update, { id: cut.id, title: 'Look at the yard' })
  expect(renamed.assignees).toEqual(cut.assignees)
})

test('a place that nobody looks after is given nothing, and is not offered; neither is another company’s', async () => {
  const { boss, yard, barn, field } = await farmWithYard()
  const dairy = await farmWithYard()
  const stranger = await dairy.farm.worker()
  for (const location_id of [field.id, dairy.barn.id, 2_000_000])
    expect(await boss.refused(tasks.create, { title: 'Mow', assignees: [{ location_id }] })).toMatchObject({
      ...{ status: 422, errors: { 'assignees.0.location_id': [expect.anything()] } },
    })
  const offered = await boss.call(locations.list, { is_looked_after: true })
  expect(offered.data.map(({ id }) => id).sort()).toEqual([yard.id, barn.id].sort())
  const outside = await boss.call(locations.list, { is_looked_after: true, outside: barn.id })
  expect(outside.data.map(({ id }) => id)).toEqual([yard.id])
  expect(await boss.refused(locations.update, { id: field.id, responsible_id: stranger.id })).toMatchObject({
    status: 422,
  })
})

test('each of several people responsible for a place gets its tasks, also for its parts', async () => {
  const { farm, boss, anna, bela, yard, barn } = await farmWithYard()
  await boss.call(locations.update, { id: yard.id, also_responsible_ids: [bela.id] })
  await daily(boss, [], { title: 'Look at the pens', assignees: [{ location_id: barn.id }] })
  expect((await comingTo(boss, farm.id)).toSorted()).toEqual([anna.id, bela.id].toSorted())
  await boss.call(locations.update, { id: yard.id, responsible_id: null })
  expect(await comingTo(boss, farm.id)).toEqual([bela.id])
  const stranger = await (await company()).worker()
  for (const also_responsible_ids of [[stranger.id], [bela.id, 2_000_000]])
    expect(await boss.refused(locations.update, { id: yard.id, also_responsible_ids })).toMatchObject({ status: 422 })
})
