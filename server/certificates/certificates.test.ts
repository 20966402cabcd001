/** Certificates with an end: who sees them, whom they hinder, and when people are told. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { papers } from '#shared/certificates/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { certificateEndings } from './jobs.ts'
import { papers as table } from './table.ts'

const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)

async function farm() {
  const its = await company()
  const [boss, hand] = [await its.manager(), await its.worker()]
  const lorry = await boss.call(vehicles.create, { name: 'Blue lorry', type: 'lorry' })
  return { its, boss, hand, lorry }
}

test('managers keep papers; of people only they and the person see them, and of another company nobody', async () => {
  const { its, boss, hand, lorry } = await farm()
  const [guest, other, stranger] = [await its.guest(), await its.worker(), await (await company()).manager()]
  const approval = {
    ...({ kind: 'transport_approval', journey_class: 'over_8_hours' } as const),
    ...{ number: 'DE 4711', issuer: 'Veterinary office', issued_on: '2026-01-05', valid_until: '2031-01-04' },
  }
  const made = await boss.call(papers.create, { ...approval, vehicle_id: lorry.id })
  expect(made).toMatchObject({ ...approval, vehicle_id: lorry.id, vehicle_name: 'Blue lorry', holder_id: null })
  const competence = await boss.call(papers.create, { kind: 'driver_competence', holder_id: hand.id })
  const type2 = await boss.call(papers.create, { kind: 'transporter_type_2', valid_until: '2027-05-01' })

  const seen = async (person: typeof hand, more = {}) => (await person.call(papers.list, more)).data.map(({ id }) => id)
  // What ends first before all others, what never ends last.
  expect(await seen(hand)).toEqual([type2.id, made.id, competence.id])
  expect(await seen(other)).toEqual([type2.id, made.id])
  expect(await seen(hand, { vehicle_id: lorry.id })).toEqual([made.id])
  expect(await seen(hand, { is_company: true })).toEqual([type2.id])
  expect(await seen(hand, { ends_before: '2027-05-02' })).toEqual([type2.id])
  expect(await seen(stranger)).toEqual([])
  expect(await guest.refused(papers.list, {})).toMatchObject({ status: 403 })
  expect(await hand.refused(papers.update, { id: made.id, number: 'X' })).toMatchObject({ status: 403 })
  expect(await other.refused(papers.update, { id: competence.id, number: 'X' })).toMatchObject({ status: 403 })
  expect(await stranger.refused(papers.update, { id: made.id, number: 'X' })).toMatchObject({ status: 404 })
  expect(await stranger.refused(papers.create, { kind: 'insurance', vehicle_id: lorry.id })).toMatchObject({
    status: 422,
    errors: { vehicle_id: [expect.any(String)] },
  })

  expect(await boss.call(papers.update, { id: made.id, revision: 1, number: 'DE 4712' })).toMatchObject({ revision: 2 })
  expect(await boss.refused(papers.update, { id: made.id, revision: 1, number: 'X' })).toMatchObject({ status: 409 })
  await boss.call(papers.remove, { id: made.id })
  expect(await seen(hand, { vehicle_id: lorry.id })).toEqual([])
  await boss.call(papers.restore, { id: made.id })
  expect(await seen(hand, { vehicle_id: lorry.id })).toEqual([made.id])
})

test('a paper is of one owner, of a kind that they can have, and ends after it begins', async () => {
  const { boss, hand, lorry } = await farm()
  const wrong = async (input: object) =>
    Object.keys((await boss.refused(papers.create, { kind: 'insurance', ...input })).errors ?? {})
  expect(await wrong({ vehicle_id: lorry.id, holder_id: hand.id })).toEqual(['holder_id'])
  expect(await wrong({ vehicle_id: lorry.id, kind: 'driver_competence' })).toEqual(['kind'])
  expect(await wrong({ kind: 'transport_approval' })).toEqual(['kind'])
  expect(await wrong({ issued_on: '2026-02-01', valid_until: '2026-01-01' })).toEqual(['valid_until'])
})

test('a vehicle whose insurance ended is given no task, with the reason said, until there is another', async () => {
  const { boss, hand, lorry } = await farm()
  const give = {
    ...{ title: 'Fetch feed', assignees: [{ user_id: hand.id }] },
    subjects: [{ type: 'vehicle' as const, id: lorry.id }],
  }
  // A vehicle of which nobody keeps certificates goes where it likes.
  await boss.call(tasks.create, give)
  const old = { kind: 'insurance', vehicle_id: lorry.id, valid_until: dayFromNow(-2) } as const
  await boss.call(papers.create, old)
  expect(await boss.refused(tasks.create, give)).toMatchObject({
    status: 422,
    errors: { 'subjects.0.id': [expect.stringContaining('The insurance of this vehicle ended: ')] },
  })
  const next = await boss.call(papers.create, { ...old, valid_until: dayFromNow(300) })
  await boss.call(tasks.create, give)
  await boss.call(papers.remove, { id: next.id })
  expect(await boss.refused(tasks.create, give)).toMatchObject({ status: 422 })
  await boss.call(papers.create, { ...old, valid_until: null })
  await boss.call(tasks.create, give)
})

test('a vehicle without a paper that it needs is at stop, also where nobody touched it when that ended', async () => {
  const { boss, hand, lorry } = await farm()
  const state = async () => {
    const row = await hand.call(vehicles.get, { id: lorry.id })
    return [row.status?.state, row.ended_papers]
  }
  const stopped = async () =>
    (await hand.call(vehicles.list, { status: 'stop', sort: '-status' })).data.map(({ id }) => id)
  await boss.call(vehicles.setStatus, { id: lorry.id, state: 'ok', reason: 'Looked at it' })
  const old = { kind: 'insurance', vehicle_id: lorry.id, valid_until: dayFromNow(-2) } as const
  const { id } = await boss.call(papers.create, old)
  expect(await state()).toEqual(['stop', ['insurance']])
  expect(await stopped()).toEqual([lorry.id])
  expect(await hand.heard('subjects.status_changed')).toHaveLength(2)
  // What somebody found says nothing of certificates.
  await boss.call(vehicles.setStatus, { id: lorry.id, state: 'ok', reason: 'Washed' })
  expect(await state()).toEqual(['stop', ['insurance']])
  await boss.call(vehicles.setStatus, { id: lorry.id, state: 'stop', reason: 'Brakes' })
  const give = {
    ...{ title: 'Fetch feed', assignees: [{ user_id: hand.id }] },
    subjects: [{ type: 'vehicle' as const, id: lorry.id }],
  }
  const refused = async () => JSON.stringify((await boss.refused(tasks.create, give)).errors)
  expect(await refused()).toContain('Brakes')
  await boss.call(vehicles.setStatus, { id: lorry.id, state: 'ok', reason: 'Mended' })
  expect(await refused()).toContain('The insurance of this vehicle ended: ')
  await boss.call(papers.update, { id, valid_until: dayFromNow(100) })
  expect(await state()).toEqual(['ok', []])
  expect(await stopped()).toEqual([])
  await boss.call(tasks.create, give)

  // The last day goes by, and nobody does anything.
  await platform(db =>
    db
      .update(table)
      .set({ validUntil: dayFromNow(-1) })
      .where(eq(table.id, id)),
  )
  expect((await state())[0]).toBe('ok')
  const { services } = await tend()
  const after = await platform(db => certificateEndings.work({}, { db, services }))
  await after?.()
  expect(await state()).toEqual(['stop', ['insurance']])
  await boss.call(papers.remove, { id })
  expect(await state()).toEqual(['ok', []])
})

test('people in charge of certificates and their owners are told 30, 7 and 1 days before, once each', async () => {
  const { boss, hand, lorry } = await farm()
  const told = async (person: Person) =>
    (await person.call(notices.list, { kind: 'paper.ends' })).data.map(({ text, href }) => [
      text.replace(/[\u2068\u2069]/g, ''),
      href,
    ])
  const pass = async () => {
    const { services } = await tend()
    const after = await platform(db => certificateEndings.work({}, { db, services }))
    await after?.()
  }
  const insurance = await boss.call(papers.create, {
    ...{ kind: 'insurance', vehicle_id: lorry.id, valid_until: dayFromNow(28) },
  } as const)
  await boss.call(papers.create, { kind: 'inspection', vehicle_id: lorry.id, valid_until: dayFromNow(60) })
  const competence = await boss.call(papers.create, {
    ...{ kind: 'driver_competence', holder_id: hand.id, valid_until: dayFromNow(7) },
  } as const)
  await pass()
  await pass()
  const ofLorry = (days: number) => [
    `A certificate of Blue lorry ends soon. Last day: ${dayFromNow(days)}`,
    `/vehicles/${lorry.id}`,
  ]
  const ofHand = [`A certificate of ${competence.holder_name} ends soon. Last day: ${dayFromNow(7)}`, '/papers']
  expect((await told(boss)).sort()).toEqual([ofLorry(28), ofHand].sort())
  expect(await told(hand)).toEqual([ofHand])

  // Three weeks later it is said again, also for another end, but not for an archived one.
  const nearer = { validUntil: dayFromNow(6) }
  await platform(db => db.update(table).set(nearer).where(eq(table.id, insurance.id)))
  await pass()
  expect(await told(boss)).toContainEqual(ofLorry(6))
  await boss.call(papers.update, { id: insurance.id, valid_until: dayFromNow(29) })
  await pass()
  expect(await told(boss)).toContainEqual(ofLorry(29))
  await boss.call(papers.update, { id: insurance.id, valid_until: dayFromNow(5) })
  await boss.call(papers.remove, { id: insurance.id })
  await pass()
  expect(await told(boss)).not.toContainEqual(ofLorry(5))
})
