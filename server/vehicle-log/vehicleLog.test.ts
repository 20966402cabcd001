/** The log of a vehicle: who writes what into it, meters that run forward, plans that fall due, and the log book. */
import { read, utils } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { papers } from '#shared/certificates/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { openMaintenanceTasks } from './jobs.ts'
import { maintenancePlans } from './table.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
type Said = Partial<InputOf<typeof vehicleLog.write>>

async function farm() {
  const its = await company()
  const [boss, hand] = [await its.manager(), await its.worker()]
  const lorry = await boss.call(vehicles.create, { name: 'Blue lorry', type: 'lorry', plate: 'AB 12 CDE' })
  const draft = (said: Said) => ({
    ...({ uuid: crypto.randomUUID(), vehicle_id: lorry.id, kind: 'odometer', day: dayFromNow(-1) } as const),
    ...said,
  })
  const write = (who: Person, said: Said) => who.call(vehicleLog.write, draft(said))
  const refusal = (who: Person, said: Said) => who.refused(vehicleLog.write, draft(said))
  const use = (who = boss) => who.call(vehicleLog.use, { id: lorry.id })
  return { its, boss, hand, lorry, draft, write, refusal, use }
}

test('workers record readings and cleaning, managers drivers; another company sees nothing', async () => {
  const { its, boss, hand, lorry, draft, write, refusal, use } = await farm()
  const [guest, other, stranger] = [await its.guest(), await its.worker(), await (await company()).manager()]
  const yard = await boss.call(locations.create, { name: 'Yard', type: 'other' })
  const reading = await write(hand, { kilometres: 81_000 })
  const washed = await write(hand, {
    ...({ kind: 'cleaning', work: 'cleaned_and_disinfected', product: 'Virkon S', location_id: yard.id } as const),
    driver_id: hand.id,
  })
  expect(reading).toMatchObject({ kilometres: 81_000, user_name: hand.name, revision: 1 })
  // What belongs to another kind is not kept.
  expect(washed).toMatchObject({ product: 'Virkon S', location_name: 'Yard', driver_id: null })
  expect(await refusal(hand, { kind: 'driver', driver_id: hand.id })).toMatchObject({ status: 403 })
  await write(boss, { kind: 'driver', driver_id: hand.id, day: dayFromNow(-30), until: dayFromNow(-10) })
  await write(boss, { kind: 'driver', driver_id: other.id, day: dayFromNow(-9) })
  expect(await use(hand)).toMatchObject({
    ...{ kilometres: 81_000, read_on: dayFromNow(-1), cleaned_on: dayFromNow(-1) },
    drivers: [{ id: other.id, name: other.name, since: dayFromNow(-9) }],
  })
  const kinds = async (who: Person, more = {}) =>
    (await who.call(vehicleLog.list, { id: lorry.id, ...more })).data.map(({ kind }) => kind)
  expect(await kinds(hand)).toEqual(['cleaning', 'odometer', 'driver', 'driver'])
  expect(await kinds(hand, { kind: 'cleaning' })).toEqual(['cleaning'])

  const correct = { ...draft({ uuid: reading.uuid, kilometres: 81_100 }), revision: 1 }
  expect(await other.refused(vehicleLog.write, correct)).toMatchObject({ status: 403 })
  expect(await guest.refused(vehicleLog.list, { id: lorry.id })).toMatchObject({ status: 403 })
  expect(await stranger.refused(vehicleLog.list, { id: lorry.id })).toMatchObject({ status: 404 })
  expect(await stranger.refused(vehicleLog.use, { id: lorry.id })).toMatchObject({ status: 404 })
  expect(await stranger.refused(vehicleLog.write, correct)).toMatchObject({ status: 404 })
  expect(await hand.call(vehicleLog.write, correct)).toMatchObject({ revision: 2, kilometres: 81_100 })
  expect(await boss.refused(vehicleLog.write, { ...correct, note: 'Late' })).toMatchObject({
    ...{ status: 409, code: 'stale_revision' },
  })
  expect(await boss.heard('subjects.history_changed')).toHaveLength(5)
  expect(await stranger.heard('subjects.history_changed')).toEqual([])
})

test('the same entry again is the same entry, however often a device without signal sends it', async () => {
  const { boss, hand, lorry, draft } = await farm()
  const said = draft({ kilometres: 500 })
  const [one, again] = [await hand.call(vehicleLog.write, said), await hand.call(vehicleLog.write, said)]
  expect(again).toEqual(one)
  await hand.call(vehicleLog.write, { ...said, revision: 1, is_struck_out: true })
  expect((await boss.call(vehicleLog.list, { id: lorry.id })).data).toEqual([])
  // It was struck out, and a device that is late does not bring it back.
  expect(await hand.call(vehicleLog.write, said)).toMatchObject({ archived_at: expect.any(String) })
  await hand.call(vehicleLog.write, { ...said, revision: 2, is_struck_out: false })
  expect((await boss.call(vehicleLog.list, { id: lorry.id })).data).toHaveLength(1)
})

test('a meter runs forward; where it does not, somebody says why, and it counts from there', async () => {
  const { hand, write, refusal, use } = await farm()
  const wrong = async (said: Said) => Object.keys((await refusal(hand, said)).errors ?? {})
  await write(hand, { day: dayFromNow(-20), kilometres: 1_000, hours: 40.5 })
  await write(hand, { day: dayFromNow(-10), kilometres: 2_000 })
  expect(await wrong({ kilometres: 1_999 })).toEqual(['kilometres'])
  expect(await wrong({ hours: 40 })).toEqual(['hours'])
  expect(await wrong({ day: dayFromNow(-15), kilometres: 2_001 })).toEqual(['kilometres'])
  expect(await wrong({ day: dayFromNow(-15), kilometres: 900 })).toEqual(['kilometres'])
  await write(hand, { day: dayFromNow(-15), kilometres: 1_500 })
  expect(await wrong({})).toEqual(['kilometres'])
  expect(await wrong({ day: dayFromNow(2), kilometres: 9_000 })).toEqual(['day'])
  expect(await wrong({ kind: 'cleaning' })).toEqual(['work'])
  expect(await wrong({ kind: 'maintenance' })).toEqual(['note'])
  await write(hand, { day: dayFromNow(-5), kilometres: 12, reason: 'The meter was changed' })
  expect(await wrong({ kilometres: 11 })).toEqual(['kilometres'])
  // Of any kind an entry can say what the meter showed.
  await write(hand, { kind: 'cleaning', work: 'cleaned', kilometres: 60 })
  // The day before the change shows more than that after it, and nobody has to say so again.
  await write(hand, { day: dayFromNow(-6), kilometres: 2_400 })
  expect(await use()).toMatchObject({ kilometres: 60, hours: 40.5, read_on: dayFromNow(-1) })
})

const pass = async () => {
  const { services } = await tend()
  const after = await platform(db => openMaintenanceTasks.work({}, { db, services }))
  await after?.()
}

test('a plan without a first day counts from the day at the company', async () => {
  const { its, boss, lorry } = await farm()
  // One of them always has another day than UTC.
  const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  await boss.call(companies.update, { id: its.id, time_zone: timeZone })
  await boss.call(vehicleLog.plan, { vehicle_id: lorry.id, name: 'Oil', every_months: 12 })
  const [oil] = (await boss.call(vehicleLog.use, { id: lorry.id })).plans
  expect(oil?.since_day).toBe(localDay(Date.now(), timeZone))
})

test('a plan is due by kilometres, hours or months, becomes one task, and counts again after it', async () => {
  const { boss, hand, lorry, write, use } = await farm()
  const given = async () => (await hand.call(tasks.sent, {})).data
  const plan = (more: object) =>
    boss.call(vehicleLog.plan, { vehicle_id: lorry.id, name: 'Oil', since_day: dayFromNow(-60), ...more })
  expect(await boss.refused(vehicleLog.plan, { vehicle_id: lorry.id, name: 'Oil' })).toMatchObject({ status: 422 })
  await write(hand, { day: dayFromNow(-60), kilometres: 10_000 })
  await plan({ every_kilometres: 5_000, every_months: 24, responsible_id: hand.id })
  const [oil] = (await use()).plans
  expect(oil).toMatchObject({ due_kilometres: 15_000, is_due: false, task_id: null, last_done_on: null })
  await pass()
  expect(await given()).toEqual([])

  await write(hand, { day: dayFromNow(-3), kilometres: 15_020 })
  expect((await use()).plans).toMatchObject([{ due_on: dayFromNow(-3), is_due: true }])
  await pass()
  await pass()
  const [task, ...more] = await given()
  expect(more).toEqual([])
  expect(task).toMatchObject({ kind: 'preventive', subjects: [{ type: 'vehicle', id: lorry.id }] })
  expect(task?.title.replace(/[\u2068\u2069]/g, '')).toBe('Oil: Blue lorry')
  expect((await use()).plans).toMatchObject([{ task_id: task?.task_id }])

  // Done with its task, it stands in the log and is due by what the meter showed then.
  await hand.call(tasks.completeSent, { id: task?.id ?? 0 })
  const listed = async () => (await boss.call(vehicleLog.list, { id: lorry.id, kind: 'maintenance' })).data
  expect(await listed()).toMatchObject([{ plan_name: 'Oil', user_id: hand.id, maintenance_plan_id: oil?.id }])
  expect((await use()).plans).toMatchObject([
    { due_kilometres: 20_020, is_due: false, task_id: null, last_done_on: dayFromNow(0) },
  ])
  await hand.call(tasks.reopenSent, { id: task?.id ?? 0 })
  expect(await listed()).toEqual([])
  expect((await use()).plans).toMatchObject([{ is_due: true, task_id: task?.task_id }])
  await pass()
  expect(await given()).toHaveLength(1)

  // What was done long before does not end the task of what is due now.
  const old = {
    kind: 'maintenance',
    maintenance_plan_id: oil?.id ?? 0,
    day: dayFromNow(-59),
    kilometres: 10_010,
  } as const
  await write(hand, old)
  expect(await given()).toMatchObject([{ completed_at: null }])
  expect((await use()).plans).toMatchObject([{ is_due: true, task_id: task?.task_id }])
  // Recorded without its task by the person who did it: the task is completed with it, and recorded once.
  await write(hand, { kind: 'maintenance', maintenance_plan_id: oil?.id ?? 0, kilometres: 15_100 })
  expect((await use()).plans).toMatchObject([{ due_kilometres: 20_100, is_due: false, task_id: null }])
  expect(await given()).toMatchObject([{ completed_at: expect.any(String), completed_by: hand.id }])
  expect((await listed()).map(({ kilometres }) => kilometres)).toEqual([15_100, 10_010])
  await pass()
  expect(await given()).toHaveLength(1)
  // Taken back, the task is open again, and what was written down with it is struck out.
  await hand.call(tasks.reopenSent, { id: task?.id ?? 0 })
  expect((await listed()).map(({ kilometres }) => kilometres)).toEqual([10_010])
  expect((await use()).plans).toMatchObject([{ is_due: true, task_id: task?.task_id }])
  await boss.call(vehicleLog.plan, {
    ...{ vehicle_id: lorry.id, maintenance_plan_id: oil?.id ?? 0, revision: oil?.revision ?? 0, is_put_away: true },
    ...{ name: 'Oil', every_kilometres: 5_000 },
  })
  expect((await use()).plans).toEqual([])
})

test('a plan that is counted from the far future is due within the calendar, and can be read', async () => {
  const { boss, lorry, use } = await farm()
  const frame = { vehicle_id: lorry.id, name: 'Frame', every_months: 240 }
  await boss.call(vehicleLog.plan, frame)
  const [made] = (await use()).plans
  await platform(db =>
    db
      .update(maintenancePlans)
      .set({ sinceDay: '2199-12-01' })
      .where(eq(maintenancePlans.id, made?.id ?? 0)),
  )
  await boss.call(vehicleLog.plan, { ...frame, maintenance_plan_id: made?.id ?? 0 })
  expect((await use()).plans).toMatchObject([{ due_on: '2199-12-31', is_due: false }])
})

test('a plan by months or hours is due without kilometres; one of an archived vehicle opens nothing', async () => {
  const { boss, hand, lorry, write, use } = await farm()
  const loader = await boss.call(vehicles.create, { name: 'Loader', type: 'machine' })
  const old = { since_day: dayFromNow(-400) }
  await boss.call(vehicleLog.plan, { vehicle_id: lorry.id, name: 'Brakes', every_months: 12, ...old })
  await boss.call(vehicleLog.plan, { vehicle_id: lorry.id, name: 'Pump', every_hours: 50, since_hours: 0, ...old })
  await boss.call(vehicleLog.plan, { vehicle_id: loader.id, name: 'Chain', every_months: 1, ...old })
  await boss.call(vehicles.remove, { id: loader.id })
  await write(hand, { hours: 49 })
  expect((await use()).plans.map(({ name, is_due }) => [name, is_due])).toEqual([
    ['Brakes', true],
    ['Pump', false],
  ])
  await write(hand, { hours: 50.5 })
  await pass()
  const open = (await boss.call(tasks.sent, {})).data.map(({ title }) => title.replace(/[\u2068\u2069]/g, '')).sort()
  expect(open).toEqual(['Brakes: Blue lorry', 'Pump: Blue lorry'])
  const found = await platform(db =>
    db
      .select({ task: maintenancePlans.taskId })
      .from(maintenancePlans)
      .where(eq(maintenancePlans.vehicleId, loader.id)),
  )
  expect(found).toEqual([{ task: null }])
})

test('the log book has entries and valid certificates, as workbook and as PDF', async () => {
  const { boss, hand, lorry, write } = await farm()
  await write(hand, { day: '2026-02-01', kilometres: 81_000 })
  await write(boss, { kind: 'driver', driver_id: hand.id, day: '2026-01-01' })
  await write(hand, { kind: 'cleaning', work: 'disinfected', product: 'Virkon S', place: 'Market', day: '2026-02-02' })
  await write(hand, { day: '2026-05-01', kilometres: 90_000 })
  await boss.call(papers.create, {
    ...({ kind: 'insurance', vehicle_id: lorry.id, number: 'NFU 1', issued_on: '2026-01-15' } as const),
    valid_until: '2026-12-31',
  })
  const book = { from: '2026-02-01', until: '2026-02-28', vehicle_id: lorry.id }
  const { rawPayload } = await hand.send(vehicleLog.book, { ...book, format: 'xlsx' })
  const { SheetNames, Sheets } = read(rawPayload)
  const [head, ...rows] = utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, raw: false })
  expect(head?.slice(0, 4)).toEqual(['Day', 'Vehicle', 'What', 'Details'])
  expect(rows.map(row => row.slice(2, 5))).toEqual(
    [
      ['Driver', hand.name],
      ['Meter reading'],
      ['Cleaning', 'Disinfected · Virkon S', 'Market'],
      ['Insurance', 'NFU 1'],
    ].map(row => expect.arrayContaining(row)),
  )
  const pdf = await hand.send(vehicleLog.book, { ...book, format: 'pdf' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), { mergePages: true })
  expect(text).toContain('Virkon S')
  expect(text).toContain('81000')
  expect(await hand.refused(vehicleLog.book, { ...book, until: '2026-01-01' })).toMatchObject({ status: 422 })
})

test('at /vehicle/{id}/event the log is listed and written, without a uuid or once by one', async () => {
  const { hand, lorry, write } = await farm()
  const stranger = await (await company()).manager()
  const earlier = await write(hand, { kilometres: 10 })
  const said = { id: lorry.id, kind: 'odometer', day: dayFromNow(0), kilometres: 20 } as const
  const made = await hand.call(vehicleLog.createEvent, said)
  const uuid = crypto.randomUUID()
  const again = [1, 2].map(() => hand.call(vehicleLog.createEvent, { ...said, kilometres: 30, uuid }))
  const [one, other] = await Promise.all(again)

  expect(other?.id).toBe(one?.id)
  const { data } = await hand.call(vehicleLog.events, { id: lorry.id })
  expect(data.map(({ id }) => id).sort()).toEqual([earlier.id, made.id, one?.id].sort())
  expect(await hand.call(vehicleLog.list, { id: lorry.id })).toMatchObject({ data })
  expect(await hand.refused(vehicleLog.createEvent, { ...said, kilometres: 5 })).toMatchObject({ status: 422 })
  expect(await stranger.refused(vehicleLog.createEvent, said)).toMatchObject({ status: 404 })
  expect(await stranger.refused(vehicleLog.events, { id: lorry.id })).toMatchObject({ status: 404 })
})
