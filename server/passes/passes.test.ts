import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { scheduler } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { papers } from '#shared/certificates/contract.ts'
import { contracts } from '#shared/contracts.ts'
import { locations } from '#shared/locations/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { passes } from '#shared/passes/contract.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passTemplates } from '#shared/passes/templates.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { issue, passLinkIn } from '../test/passes.ts'
import { company, narrow, type Person, platform, request } from '../test/people.ts'
import { address as addressOfApp } from '../test/sockets.ts'
import { attach, begin } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { somewhere, turnedAway, visit } from '../test/visitors.ts'
import { passEndings } from './module.ts'
import { passes as passTable } from './table.ts'

/** Called as nobody else is, so that their names are found. */
const called = (person: Person, name: string) =>
  platform(db => db.update(users).set({ name }).where(eq(users.id, person.id)))

/** A farm with two barns, each with a lame cow's submission and photo; the worker is named in a note. */
async function inspectedFarm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await called(hand, 'Zsuzsanna Hegedus')
  await called(boss, 'Bartholomew Quirk')
  const form = await publishedForm(boss)
  const barn = async (name: string, answers = lameAnswers) => {
    const place = await boss.call(locations.create, { name, type: 'barn' })
    const draft = await begin(hand, form, { subjects: [{ type: 'location', id: place.id, name }] as never })
    const { uuid } = await attach(hand, draft, { name: 'hegedus-zsuzsanna.jpg' })
    const remark = { value: 'Zsuzsannaval and Bartholomew Quirk looked at the leg' }
    const completed = await hand.call(submissions.complete, {
      id: draft.id,
      answers: { ...answers, picture: { value: [{ uuid, caption: 'by Hegedus' }] }, remark } as never,
    })
    return { place, ...completed }
  }
  return { farm, boss, hand, form, north: await barn('North barn'), south: await barn('South barn', goodAnswers) }
}
type Farm = Awaited<ReturnType<typeof inspectedFarm>>

const records = (link: ReturnType<typeof passLinkIn>, more: object = {}) =>
  request(passPages.records, { ...link, kind: 'submission', ...more }, null, { from: somewhere() }).then(
    response => JSON.parse(response.body) as { data: { id: number; title: string }[]; meta: { total: number } },
  )

test('an inspector sees counts, records and photos; each is in the log, and managers are told once', async () => {
  const { boss, hand, north } = await inspectedFarm()
  const pass = await issue(boss, { shows_names: true })
  expect(pass).toMatchObject({ has_pin: false, opened_at: null, log_count: 0, revoked_at: null })
  const link = passLinkIn(pass)
  const page = await visit(passPages.open, link)
  expect(page).toMatchObject({ holder_name: 'Dr Vet', places: null, is_preview: false })
  expect(page.kinds.map(({ kind, count }) => [kind, count])).toEqual([
    ['submission', 2],
    ['finding', 1],
  ])
  const listed = await records(link)
  expect(listed.data).toHaveLength(2)
  expect(listed.data[0]).toMatchObject({ title: 'Pen check', person: 'Zsuzsanna Hegedus' })
  const record = await visit(passPages.record, { ...link, kind: 'submission', record_id: north.id })
  expect(record.submission?.person).toContain('Zsuzsanna Hegedus')
  expect(record.versions).toHaveLength(1)
  expect(record.seal).toMatchObject({ position: expect.any(Number), hash: expect.any(String) })
  const [address = ''] = JSON.stringify(record).match(/\/storage\/passes\/[^"]+/) ?? []
  const { app } = await tend()
  const photo = await app.inject({ url: address })
  expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
  const [finding] = (await records(link, { kind: 'finding' })).data
  const found = await visit(passPages.record, { ...link, kind: 'finding', record_id: finding?.id ?? 0 })
  expect(found.facts.map(({ value }) => value)).toContain('Left hind leg')

  const log = (await boss.call(passes.log, { id: pass.id })).data
  expect(log.map(({ action }) => action)).toEqual(
    ['opened', 'searched', 'viewed', 'downloaded', 'searched', 'viewed'].toReversed(),
  )
  expect((await boss.call(passes.get, { id: pass.id })).opened_at).not.toBeNull()
  const told = await boss.call(notices.list, { kind: 'pass.opened' })
  expect(told.data.map(({ href }) => href)).toEqual([`/company/passes/${pass.id}`])
  expect((await hand.call(notices.list, { kind: 'pass.opened' })).data).toEqual([])
  expect((await boss.call(auditLog.list, { action: 'pass.issued' })).data).toHaveLength(1)
})

test('pseudonyms are the same throughout, and no text, file name, search or signature undoes them', async () => {
  const { boss, north, south } = await inspectedFarm()
  const link = passLinkIn(await issue(boss))
  const answers = [
    await visit(passPages.open, link),
    await records(link),
    await visit(passPages.record, { ...link, kind: 'submission', record_id: north.id }),
    await visit(passPages.record, { ...link, kind: 'submission', record_id: south.id }),
    await records(link, { kind: 'finding' }),
  ]
  const text = JSON.stringify(answers)
  expect(text).not.toMatch(/zsuzsanna|hegedus|bartholomew|quirk/i)
  const numbers = new Set(text.match(/Worker [0-9A-Z]{4}/g))
  expect(numbers.size).toBe(2)
  const other = passLinkIn(await issue(boss))
  const again = JSON.stringify(await records(other))
  expect(again.match(/Worker [0-9A-Z]{4}/)?.[0]).not.toBe(JSON.stringify(answers[1]).match(/Worker [0-9A-Z]{4}/)?.[0])
  for (const search of ['Zsuzsanna', 'Hegedus', 'zsu', 'leg'])
    expect((await records(link, { search })).data).toEqual([])
  expect((await records(link, { search: 'north' })).data).toHaveLength(1)
  const [address = ''] = text.match(/\/storage\/passes\/[^"]+/) ?? []
  const { app } = await tend()
  const photo = await app.inject({ url: address })
  expect(photo.statusCode).toBe(200)
  expect(JSON.stringify(photo.headers)).not.toMatch(/hegedus/i)
})

const withoutAddresses = (record: object) => JSON.stringify(record).replaceAll(/\/storage\/[^"]+/g, '')

test('records are shown in their version as of the start of the pass', async () => {
  const { boss, hand, form, north, south } = await inspectedFarm()
  const link = passLinkIn(await issue(boss, { shows_names: true }))
  const before = await visit(passPages.record, { ...link, kind: 'submission', record_id: north.id })
  const { revision } = await boss.call(submissions.get, { id: north.id })
  const answers = {
    ...north.answers,
    lame: { value: 'yes', note: 'Right foreleg' },
    remark: { value: 'It was another cow' },
  }
  await boss.call(corrections.correct, { id: north.id, revision, answers: answers as never, reason: 'Wrong cow' })
  const [finding] = (await records(link, { kind: 'finding' })).data
  const seen = await visit(passPages.record, { ...link, kind: 'finding', record_id: finding?.id ?? 0 })
  const other = await boss.call(submissions.get, { id: south.id })
  await boss.call(corrections.correct, {
    ...{ id: south.id, revision: other.revision, reason: 'Was lame too' },
    answers: { ...other.answers, lame: { value: 'yes', note: 'Overlooked' } } as never,
  })
  const draft = await begin(hand, form)
  await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })
  // What a correction finds later is not there, and what it says otherwise is as it was said.
  expect((await records(link, { kind: 'finding' })).data.map(({ id }) => id)).toEqual([finding?.id])
  const again = await visit(passPages.record, { ...link, kind: 'finding', record_id: finding?.id ?? 0 })
  expect(withoutAddresses({ ...again, views: seen.views })).toEqual(withoutAddresses(seen))

  const after = await visit(passPages.record, { ...link, kind: 'submission', record_id: north.id })
  expect(JSON.stringify(after)).not.toContain('another cow')
  // The other one failed only after the start.
  expect((await records(link, { state: 'failed' })).data.map(({ id }) => id)).toEqual([north.id])
  // Its first view is known since.
  expect(after.views.map(({ action }) => action)).toEqual(['viewed'])
  expect(after).toEqual({ ...before, views: after.views })
  expect((await records(link)).data.map(({ id }) => id)).not.toContain(draft.id)
  const newer = passLinkIn(await issue(boss, { shows_names: true }))
  const corrected = await visit(passPages.record, { ...newer, kind: 'submission', record_id: north.id })
  expect(corrected.versions.map(({ number, reason }) => [number, reason])).toEqual([
    [2, 'Wrong cow'],
    [1, null],
  ])
  expect((await records(newer)).data.map(({ id }) => id)).toContain(draft.id)
  expect((await records(newer, { state: 'failed' })).data.map(({ id }) => id)).toEqual([south.id, north.id])
})

test('the same number draws the same sample, and a larger sample contains it', async () => {
  const { boss, hand, form } = await inspectedFarm()
  for (let made = 0; made < 8; made++) {
    const draft = await begin(hand, form)
    await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })
  }
  const pass = await issue(boss)
  const link = passLinkIn(pass)
  const draw = async (size: number, seed: number) => {
    const drawn = await visit(passPages.sample, { ...link, kind: 'submission', size, seed })
    return { population: drawn.population, ids: drawn.records.map(({ id }) => id).toSorted() }
  }
  const four = await draw(4, 4711)
  expect([four.population, four.ids.length]).toEqual([10, 4])
  expect(await draw(4, 4711)).toEqual(four)
  expect((await draw(6, 4711)).ids).toEqual(expect.arrayContaining(four.ids))
  const others = await Promise.all([1, 2, 3, 4].map(seed => draw(4, seed)))
  expect(others.some(({ ids }) => ids.join() !== four.ids.join())).toBe(true)
  const [entry] = (await boss.call(passes.log, { id: pass.id })).data
  expect(entry).toMatchObject({ action: 'sampled', found: 10 })
  expect(await turnedAway(passPages.sample, { ...link, kind: 'certificate', size: 1, seed: 1 })).toMatchObject({
    status: 404,
  })
})

test('what is outside of the reach, the kinds and the period is missing', async () => {
  const { boss, north, south } = await inspectedFarm()
  const reach = { location_ids: [north.place.id], animal_group_ids: [], vehicle_ids: [] }
  const link = passLinkIn(await issue(boss, { reach, kinds: ['submission'] }))
  const page = await visit(passPages.open, link)
  expect(page.places).toEqual(['North barn'])
  expect(page.kinds.map(({ kind, count }) => [kind, count])).toEqual([['submission', 1]])
  expect((await records(link)).data.map(({ id }) => id)).toEqual([north.id])
  const missing = async (input: object) =>
    expect(await turnedAway(passPages.record, { ...link, ...input })).toMatchObject({ status: 404 })
  await missing({ kind: 'submission', record_id: south.id })
  await missing({ kind: 'finding', record_id: 1 })
  expect(await turnedAway(passPages.records, { ...link, kind: 'finding' })).toMatchObject({ status: 404 })
  const past = passLinkIn(await issue(boss, { last_day: '2020-01-01' }))
  expect((await records(past)).meta.total).toBe(0)
  expect(await turnedAway(passPages.record, { ...past, kind: 'submission', record_id: north.id })).toMatchObject({
    status: 404,
  })
})

test('records are counted by kind and place, found by place and state, and drawn from what is left', async () => {
  const { boss, form, hand, north, south } = await inspectedFarm()
  const pen = await boss.call(locations.create, { name: 'Pen of Hegedus', type: 'pen', parent_id: north.place.id })
  const draft = await begin(hand, form, { subjects: [{ type: 'location', id: pen.id, name: pen.name }] as never })
  await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })
  const cow = await boss.call(animals.create, { name: 'Daisy', species: 'cattle', location_id: pen.id })
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry', plate: 'AB 12' })
  const nowhere = await begin(hand, form)
  await hand.call(submissions.complete, { id: nowhere.id, answers: goodAnswers })
  const link = passLinkIn(await issue(boss, { kinds: ['submission', 'finding', 'animal_event'] }))
  const { population } = await visit(passPages.open, link)
  expect(population.map(({ name, depth, counts }) => [name, depth, ...counts.map(one => one.count)])).toEqual([
    ['North barn', 0, 2, 1, 1],
    ['Pen of a person', 1, 1, 1],
    ['South barn', 0, 1],
    ['', 0, 1],
  ])
  const at = async (more: object) => (await records(link, more)).data.map(({ id }) => id).toSorted()
  const place = `location:${north.place.id}`
  expect(await at({ place })).toEqual([north.id, draft.id].toSorted())
  expect(await at({ place: 'none' })).toEqual([nowhere.id])
  expect(await at({ place: `vehicle:${lorry.id}` })).toEqual([])
  expect(await at({ kind: 'animal_event', place })).toHaveLength(1)
  expect(await at({ kind: 'animal_event', place: 'none' })).toEqual([])
  expect(await at({ state: 'failed' })).toEqual([north.id])
  expect(await at({ kind: 'finding', state: 'open' })).toHaveLength(1)
  expect(await at({ kind: 'finding', state: 'closed' })).toEqual([])
  const drawn = await visit(passPages.sample, { ...link, kind: 'submission', place, size: 10, seed: 1 })
  expect([drawn.population, drawn.records.length]).toEqual([2, 2])
  const reach = { location_ids: [south.place.id], animal_group_ids: [], vehicle_ids: [] }
  const part = passLinkIn(await issue(boss, { reach, kinds: ['submission', 'animal_event'] }))
  expect((await visit(passPages.open, part)).population).toMatchObject([{ name: 'South barn', counts: [{ count: 1 }] }])
  expect((await records(part, { place })).data).toEqual([])
  expect(cow.location_id).toBe(pen.id)
})

test('animals with medicine, vehicle logs and certificates are shown; those of people never', async () => {
  const { boss, hand, north } = await inspectedFarm()
  const cow = await boss.call(animals.create, { name: 'Daisy', species: 'cattle', location_id: north.place.id })
  const treated = { type: 'treatment', medicine: 'Metacam', dose: '20 ml', veterinarian: 'Dr Quirk' } as const
  const day = new Date().toISOString().slice(0, 10)
  await hand.call(animalEvents.create, { id: cow.id, day, details: treated, note: 'By Zsuzsanna' } as never)
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry', plate: 'AB 12' })
  const entry = { uuid: crypto.randomUUID(), vehicle_id: lorry.id, day, kilometres: 120, kind: 'odometer' } as const
  await boss.call(vehicleLog.write, entry as never)
  await boss.call(papers.create, { kind: 'insurance', vehicle_id: lorry.id, number: 'P-77', valid_until: '2098-01-31' })
  await boss.call(papers.create, { kind: 'driver_competence', holder_id: hand.id, number: 'P-88' })
  const kinds = ['animal_event', 'vehicle_entry', 'certificate'] as const
  const link = passLinkIn(await issue(boss, { kinds: [...kinds] }))
  const shown = []
  for (const kind of kinds) {
    const [first] = (await records(link, { kind })).data
    shown.push(await visit(passPages.record, { ...link, kind, record_id: first?.id ?? 0 }))
    expect((await records(link, { kind, search: 'nothing is called so' })).data).toEqual([])
  }
  const text = JSON.stringify(shown)
  for (const word of ['Metacam', '20 ml', 'Daisy', 'Lorry', 'P-77']) expect(text).toContain(word)
  expect(text).not.toMatch(/zsuzsanna|quirk|P-88/i)
  expect((await records(link, { kind: 'certificate' })).meta.total).toBe(1)
  const reach = { location_ids: [north.place.id], animal_group_ids: [], vehicle_ids: [] }
  const barn = passLinkIn(await issue(boss, { reach, kinds: [...kinds] }))
  expect((await records(barn, { kind: 'animal_event' })).meta.total).toBeGreaterThan(0)
  for (const kind of ['vehicle_entry', 'certificate']) expect((await records(barn, { kind })).meta.total).toBe(0)
})

test('two companies see nothing of each other', async () => {
  const [one, other] = [await inspectedFarm(), await inspectedFarm()]
  const pass = await issue(one.boss)
  const link = passLinkIn(pass)
  expect(await turnedAway(passPages.record, { ...link, kind: 'submission', record_id: other.north.id })).toMatchObject({
    status: 404,
  })
  for (const call of [passes.get, passes.revoke, passes.preview, passes.log])
    expect(await other.boss.refused(call, { id: pass.id })).toMatchObject({ status: 404 })
  expect((await other.boss.call(passes.list, {})).data).toEqual([])
  const wrong = { ...link, token: `${link.token.slice(1)}A` }
  expect(await turnedAway(passPages.open, wrong)).toMatchObject({ status: 404 })
})

test('managers of the whole company issue passes, and nobody else', async () => {
  const { farm, hand, boss, north } = await inspectedFarm()
  expect(await hand.refused(passes.list, {})).toMatchObject({ status: 403 })
  const part = await farm.manager()
  await narrow(part, farm.id, { locations: [north.place.id] })
  expect(await part.refused(passes.list, {})).toMatchObject({ status: 403 })
  const bad = { holder_name: 'Vet', reach: null, kinds: [], shows_names: true } as never
  expect(await boss.refused(passes.create, bad)).toMatchObject({ status: 422 })
})

/** Every door of a pass: its calls, and a photo. */
async function doorsOf({ boss, north }: Farm, settings: Parameters<typeof issue>[1] = {}) {
  const pass = await issue(boss, settings)
  const link = passLinkIn(pass)
  const headers: Record<string, string> = settings.pin ? { 'form-pin': settings.pin } : {}
  const record = { ...link, kind: 'submission', record_id: north.id }
  const ask = (endpoint: Parameters<typeof request>[0], input: object) => () =>
    request(endpoint, input, null, { from: somewhere(), headers })
  const opened = JSON.parse((await ask(passPages.record, record)()).body)
  const [address = ''] = JSON.stringify(opened).match(/\/storage\/passes\/[^"]+/) ?? []
  const { app } = await tend()
  const doors = [
    ask(passPages.open, link),
    ask(passPages.records, { ...link, kind: 'submission' }),
    ask(passPages.record, record),
    () => app.inject({ url: address }),
  ]
  return { pass, link, doors, photo: address }
}

const statuses = (doors: (() => Promise<{ statusCode: number }>)[]) =>
  Promise.all(doors.map(async door => (await door()).statusCode))

test('a revoked pass opens no door, within a second', async () => {
  const farm = await inspectedFarm()
  const { pass, doors } = await doorsOf(farm)
  expect(await statuses(doors)).toEqual([200, 200, 200, 200])
  await farm.boss.call(passes.revoke, { id: pass.id })
  const since = performance.now()
  expect(await statuses(doors)).toEqual([410, 410, 410, 404])
  expect(performance.now() - since).toBeLessThan(5_000)
  await farm.boss.call(passes.revoke, { id: pass.id })
  expect((await farm.boss.call(passes.list, { archived: true })).data.map(({ id }) => id)).toEqual([pass.id])
})

test('a pass opens no door before its start and after its end, of which managers are told once', async () => {
  const farm = await inspectedFarm()
  const { pass, link, doors } = await doorsOf(farm)
  const set = (values: object) => platform(db => db.update(passTable).set(values).where(eq(passTable.id, pass.id)))
  await set({ startsAt: new Date(Date.now() + 60_000) })
  expect(await statuses(doors)).toEqual([403, 403, 403, 403])
  expect(await turnedAway(passPages.open, link)).toMatchObject({ code: 'pass_not_started' })
  await set({ startsAt: new Date(Date.now() - 60_000), endsAt: new Date(Date.now() - 1) })
  expect(await statuses(doors)).toEqual([410, 410, 410, 410])
  const { services } = await tend()
  for (let run = 0; run < 2; run++) {
    const after = await platform(db => passEndings.work({}, { db, services }))
    await after?.()
  }
  expect((await farm.boss.call(notices.list, { kind: 'pass.ended' })).data).toHaveLength(1)
})

test('a photo that is being sent is broken off within a second of the end of its pass', async () => {
  for (const end of ['revoked', 'ended'] as const) {
    const farm = await inspectedFarm()
    const { pass, photo } = await doorsOf(farm)
    const { services, app } = await tend()
    // More than fits between the two ends.
    const size = 48 * 1024 * 1024
    await services.storage.write(photo.split('/').slice(4).join('/'), Buffer.alloc(size))
    const address = await addressOfApp()
    const connected = once(app.server, 'connection')
    const asking = get(`${address}${photo}`, { agent: false })
    // The cut is heard at both, the question and its answer.
    asking.on('error', () => undefined)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    const [socket] = (await connected) as [Socket]
    const closed = once(socket, 'close')
    // Somebody with a slow network.
    let bytes = 0
    const received = (async () => {
      for await (const piece of answer) {
        bytes += piece.length
        await scheduler.wait(20)
      }
    })().catch((error: NodeJS.ErrnoException) => error.code)
    if (end === 'revoked') await farm.boss.call(passes.revoke, { id: pass.id })
    else
      await platform(db =>
        db
          .update(passTable)
          .set({ endsAt: new Date(Date.now() + 1) })
          .where(eq(passTable.id, pass.id)),
      )
    const since = performance.now()
    // From then on nothing leaves this machine; what the other end has already it reads at its pace.
    await closed
    expect(performance.now() - since, end).toBeLessThan(1_000)
    expect(await received).toBe('ECONNRESET')
    expect(bytes).toBeLessThan(size / 2)
  }
})

test('a company that is archived opens no door by its passes', async () => {
  const farm = await inspectedFarm()
  const { doors } = await doorsOf(farm)
  await platform(db => db.update(companies).set({ archivedAt: new Date() }).where(eq(companies.id, farm.farm.id)))
  expect(await statuses(doors)).toEqual([404, 404, 404, 404])
})

test('the PIN is asked at every door but that of a signed photo', async () => {
  const farm = await inspectedFarm()
  const { link, doors } = await doorsOf(farm, { pin: '471147' })
  expect(await statuses(doors)).toEqual([200, 200, 200, 200])
  for (const call of [passPages.open, passPages.records])
    expect(await turnedAway(call, { ...link, kind: 'submission' })).toMatchObject({ code: 'pin_required' })
  expect(await turnedAway(passPages.open, link, { pin: '0000' })).toMatchObject({ code: 'wrong_pin' })
})

test('a preview shows the same before the start, notes nothing, and ends with the pass', async () => {
  const farm = await inspectedFarm()
  const { boss, north } = farm
  const later = new Date(Date.now() + 3600_000).toISOString()
  const pass = await issue(boss, { starts_at: later, pin: '471147' })
  expect(await turnedAway(passPages.open, passLinkIn(pass))).toMatchObject({ code: 'pass_not_started' })
  const preview = passLinkIn(await boss.call(passes.preview, { id: pass.id }))
  const page = await visit(passPages.open, preview)
  expect(page).toMatchObject({ is_preview: true, kinds: [{ count: 2 }, { count: 1 }] })
  const record = await visit(passPages.record, { ...preview, kind: 'submission', record_id: north.id })
  expect(JSON.stringify(record)).not.toMatch(/hegedus/i)
  expect((await boss.call(passes.log, { id: pass.id })).data).toEqual([])
  const [expires = '', secret = ''] = preview.token.split('.')
  const longer = { ...preview, token: `${Number(expires) + 1000}.${secret}` }
  expect(await turnedAway(passPages.open, longer)).toMatchObject({ status: 404 })
  const end = (values: object) => platform(db => db.update(passTable).set(values).where(eq(passTable.id, pass.id)))
  await end({ startsAt: new Date(Date.now() - 2_000), endsAt: new Date(Date.now() - 1_000) })
  expect(await turnedAway(passPages.open, preview)).toMatchObject({ code: 'public_link_expired' })
  await end({ endsAt: new Date(Date.now() + 60_000) })
  await boss.call(passes.revoke, { id: pass.id })
  expect(await turnedAway(passPages.open, preview)).toMatchObject({ code: 'share_taken_back' })
})

test('no other call knows the secret of a pass', async () => {
  const { boss } = await inspectedFarm()
  const link = passLinkIn(await issue(boss))
  const all = Object.values(contracts).flatMap(calls => Object.values(calls))
  const others = all.filter(endpoint => endpoint.access !== 'anyone')
  for (const endpoint of others) {
    const response = await request(endpoint, { ...link }, link.token, { from: somewhere() })
    expect([endpoint.path, response.statusCode]).toEqual([endpoint.path, 401])
  }
  const open = all.filter(
    ({ isolation, path }) => ['link', 'share'].includes(isolation ?? '') && !path.startsWith('/passes'),
  )
  for (const endpoint of open) {
    const response = await request(endpoint, { ...link }, null, { from: somewhere() })
    expect([endpoint.path, response.statusCode]).toEqual([endpoint.path, 404])
  }
})

test('a template is kept, changed, issued, archived and restored by managers of the whole company alone', async () => {
  const { farm, boss, hand, north } = await inspectedFarm()
  const reach = { location_ids: [north.place.id], animal_group_ids: [], vehicle_ids: [] }
  const made = await boss.call(passTemplates.create, {
    ...({
      name: 'Milk buyer, yearly',
      holder_office: 'Dairy',
      reach,
      kinds: ['submission'],
      shows_names: false,
    } as const),
    ...{ record_days: 365, valid_days: 14 },
  })
  expect(made).toMatchObject({ holder_name: '', holder_office: 'Dairy', reach, record_days: 365, archived_at: null })
  const { id, revision } = made
  const changed = await boss.call(passTemplates.update, { id, revision, valid_days: 7, reach: null })
  expect(changed).toMatchObject({ valid_days: 7, reach: null, name: 'Milk buyer, yearly' })
  expect(await boss.refused(passTemplates.update, { id, revision, valid_days: 8 })).toMatchObject({ status: 409 })
  expect(await boss.refused(passTemplates.update, { id, valid_days: 0 })).toMatchObject({ status: 422 })
  await boss.call(passTemplates.remove, { id })
  await boss.call(passTemplates.remove, { id })
  expect((await boss.call(passTemplates.list, {})).data).toEqual([])
  expect((await boss.call(passTemplates.list, { archived: true })).data.map(one => one.id)).toEqual([id])
  expect(await boss.call(passTemplates.restore, { id })).toMatchObject({ archived_at: null })
  expect((await boss.call(auditLog.list, { action: 'pass_template.restored' })).data).toHaveLength(1)
  const other = await (await company()).manager()
  const part = await farm.manager()
  await narrow(part, farm.id, { locations: [north.place.id] })
  for (const call of [passTemplates.get, passTemplates.remove, passTemplates.restore]) {
    expect(await other.refused(call, { id })).toMatchObject({ status: 404 })
    for (const person of [hand, part]) expect(await person.refused(call, { id })).toMatchObject({ status: 403 })
  }
  expect((await other.call(passTemplates.list, {})).data).toEqual([])
})

test('a renewal has the same reach, kinds and names, and begins where it is said', async () => {
  const { boss, hand, north } = await inspectedFarm()
  const reach = { location_ids: [north.place.id], animal_group_ids: [], vehicle_ids: [] }
  const first = await issue(boss, { reach, kinds: ['submission'], last_day: '2026-06-30' })
  const times = { starts_at: new Date().toISOString(), ends_at: new Date(Date.now() + 24 * 3600_000).toISOString() }
  const renewal = { id: first.id, holder_name: 'Dr New', first_day: '2026-07-01', ...times }
  const second = await boss.call(passes.renew, renewal)
  expect(second).toMatchObject({ reach, kinds: ['submission'], shows_names: false, holder_name: 'Dr New' })
  expect(second).toMatchObject({ renews_id: first.id, first_day: '2026-07-01', last_day: null, log_count: 0 })
  expect(passLinkIn(second).token).not.toBe(passLinkIn(first).token)
  expect(await turnedAway(passPages.open, { ...passLinkIn(second), token: passLinkIn(first).token })).toMatchObject({
    status: 404,
  })
  expect((await visit(passPages.open, passLinkIn(second))).kinds).toMatchObject([{ kind: 'submission', count: 1 }])
  expect(await hand.refused(passes.renew, renewal)).toMatchObject({ status: 403 })
  const early = { ...renewal, starts_at: '2020-01-01T00:00:00.000Z' }
  expect(await boss.refused(passes.renew, early)).toMatchObject({ status: 422 })
  expect(await (await (await company()).manager()).refused(passes.renew, renewal)).toMatchObject({ status: 404 })
})
