import { expect, test } from 'vitest'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { company } from '../../test/people.ts'
import { daily } from '../../test/series.ts'

const november = (company_id: number) => ({ company_id, start_date: '2190-11-01', end_date: '2190-11-30' })

test('the calendar has existing and future occurrences, each once', async () => {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const zone = { timezone: 'Europe/Budapest' }
  const wash = await daily(boss, [anna, bela], {
    ...zone,
    ...{ title: 'Wash', recurrence: 'FREQ=WEEKLY;BYDAY=MO', starts_at: '2190-10-25T07:00', kind: 'preventive' },
  })
  await daily(boss, [anna], {
    ...{ ...zone, title: 'Walk', recurrence: 'FREQ=MONTHLY;BYMONTHDAY=30', starts_at: '2190-10-30T23:30' },
    subjects: [{ type: 'location', id: barn.id }],
  })
  await boss.call(tasks.create, {
    title: 'Once',
    starts_at: '2190-11-10T08:00',
    ...zone,
    assignees: [{ user_id: bela.id }],
  })

  const days = (entries: { title: string; starts_at: string }[]) =>
    entries.map(({ title, starts_at }) => `${title} ${starts_at.slice(5, 16)}`)
  const all = await boss.call(tasks.companyCalendar, november(farm.id))
  const mondays = ['01', '08', '15', '22', '29'].map(day => `Wash 11-${day}T06:00`)
  expect(days(all)).toEqual([...mondays.slice(0, 2), 'Once 11-10T07:00', ...mondays.slice(2), 'Walk 11-30T22:30'])
  expect(all[0]).toMatchObject({
    ...{ task_id: wash.id, kind: 'preventive', state: 'coming', is_computed: true, is_series: true, sent_id: null },
    user_ids: [anna.id, bela.id],
  })
  expect(all[2]).toMatchObject({ is_computed: false, is_series: false, sent_id: null })

  expect(days(await anna.call(tasks.calendar, november(farm.id)))).toEqual([...mondays, 'Walk 11-30T22:30'])
  const narrowed = async (filter: object) =>
    days(await boss.call(tasks.companyCalendar, { ...november(farm.id), ...filter }))
  expect(await narrowed({ user_id: bela.id, kind: 'check' })).toEqual(['Once 11-10T07:00'])
  expect(await narrowed({ subject_type: 'location', subject_id: barn.id })).toEqual(['Walk 11-30T22:30'])
  expect(
    (await bela.call(tasks.calendar, november(farm.id))).find(({ title }) => title === 'Once')?.sent_id,
  ).not.toBeNull()
})

test('done occurrences are marked, omitted ones are missing, and 400 days is the most', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const series = await daily(boss, [hand], { starts_at: new Date(Date.now() - 60_000).toISOString().slice(0, 16) })
  const [today, tomorrow] = (await hand.call(tasks.sent, {})).data
  await hand.call(tasks.completeSent, { id: today?.id ?? 0 })
  await boss.call(tasks.remove, { id: series.id, scope: 'this', occurrence: tomorrow?.starts_at ?? '' })
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const range = { company_id: farm.id, start_date: day(0), end_date: day(3) }
  expect(await hand.call(tasks.calendar, range)).toMatchObject([
    { sent_id: today?.id, state: 'done', done_count: 1 },
    { sent_id: null, state: 'coming', starts_at: expect.stringContaining(day(2)) },
    { sent_id: null, is_computed: true },
  ])
  for (const wrong of [{ end_date: day(400) }, { start_date: day(5) }])
    expect(await hand.refused(tasks.calendar, { ...range, ...wrong })).toMatchObject({ status: 422 })
  expect((await hand.call(tasks.calendar, { ...range, end_date: day(399) })).length).toBeGreaterThan(390)
  const outsider = await dairy.manager()
  for (const call of [tasks.calendar, tasks.companyCalendar])
    expect(await outsider.refused(call, range)).toMatchObject({ status: 404 })
  expect(await hand.refused(tasks.companyCalendar, range)).toMatchObject({ status: 403 })
})

test('a day with too many shows the first ones and says so, existing and future alike', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const barns = []
  for (const name of ['North', 'South']) barns.push((await boss.call(locations.create, { name, type: 'barn' })).id)
  for (const hour of ['03', '05', '04'])
    await daily(boss, [anna, bela], {
      ...{ title: `Round at ${hour}`, timezone: 'UTC', starts_at: `${day(0)}T${hour}:00` },
      ...(hour === '05' && { per_subject: true, subjects: barns.map(id => ({ type: 'location' as const, id })) }),
    })
  const range = { company_id: farm.id, start_date: day(0), end_date: day(3) }
  const all = await boss.call(tasks.companyCalendar, range)
  expect(all.map(({ is_cut }) => is_cut)).toEqual(all.map(() => false))
  const few = await boss.call(tasks.companyCalendar, { ...range, per_day: 2 })
  const told = (entries: typeof few) => entries.map(({ title, is_cut }) => `${title}${is_cut ? ' …' : ''}`)
  const ofDay = ['Round at 03', 'Round at 04 …']
  expect(told(few)).toEqual([...ofDay, ...ofDay, ...ofDay, ...ofDay])
  expect(new Set(few.map(({ is_computed }) => is_computed))).toEqual(new Set([true, false]))
  expect(few).toEqual(
    all
      .filter(({ title }) => title !== 'Round at 05')
      .map(entry => ({ ...entry, is_cut: entry.title === 'Round at 04' })),
  )
  expect(told(await anna.call(tasks.calendar, { ...range, per_day: 3 })).slice(2, 3)).toEqual(['Round at 05 …'])
  expect(await boss.refused(tasks.companyCalendar, { ...range, per_day: 0 })).toMatchObject({ status: 422 })
})
