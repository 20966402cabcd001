import { read, utils } from '@e965/xlsx'
import { eq, sql } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { animalEvents, groupEvents } from '#shared/animal-events/contract.ts'
import type { EventDetails } from '#shared/animal-events/details.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { books } from '#shared/documents/contract.ts'
import type { BookKind } from '#shared/documents/rules.ts'
import type { Locale } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { eraseArchivedEvents } from '../animals/events.ts'
import { animalEvents as events } from '../animals/eventTable.ts'
import { company, type Person, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'

const year = { from: '2026-01-01', until: '2026-06-30' }

/** A cow that came, was treated and went, a herd of which some died, and a dog that has nothing to tell. */
async function farm() {
  const { manager, worker, guest } = await company({ timeZone: 'Europe/Budapest' })
  const [boss, hand] = [await manager(), await worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const pen = await boss.call(locations.create, { name: 'Pen 1', type: 'pen', parent_id: barn.id })
  const herd = await boss.call(animalGroups.create, { name: 'Heifers', species: 'cattle', location_id: pen.id })
  const daisy = await boss.call(animals.create, {
    name: 'Daisy',
    identifier: 'HU 30001',
    species: 'cattle',
    sex: 'female',
  })
  await boss.call(animals.create, { name: 'Rex', species: 'dog' })
  const note = (day: string, details: EventDetails, more: object = {}) =>
    boss.call(animalEvents.create, { id: daisy.id, day, details, ...more })
  await note('2026-02-01', {
    ...{ type: 'arrival', reason: 'purchase', other_holding: 'Hill Farm', document: 'P-17' },
    ...{ sent_count: 12, received_count: 11 },
  })
  await note('2026-02-02', { type: 'move' }, { location_id: pen.id })
  await note('2026-03-01', {
    ...{
      type: 'treatment',
      medicine: 'Penicillin',
      dose: '5 ml',
      batch: 'B7',
      supplier: 'Vet shop',
      veterinarian: 'Dr Kis',
    },
    withdrawals: [{ product: 'milk', until: '2026-03-06' }],
  })
  await note('2026-05-01', { type: 'departure', reason: 'sale', other_holding: 'Valley Farm' })
  await boss.call(groupEvents.create, { id: herd.id, day: '2026-04-01', details: { type: 'death' }, head_count: 2 })
  await boss.call(groupEvents.create, {
    ...{ id: herd.id, day: '2026-04-02', head_count: 5 },
    details: { type: 'departure', reason: 'sale', received_count: 6 },
  })
  return { boss, hand, guest, barn, pen, herd, daisy }
}

async function sheetOf(who: Person, book: BookKind, more: object = {}): Promise<string[][]> {
  const { statusCode, rawPayload, body } = await who.send(books.read, { book, format: 'xlsx', ...year, ...more })
  expect(statusCode, body.slice(0, 300)).toBe(200)
  const { SheetNames, Sheets } = read(rawPayload, { dateNF: 'yyyy-mm-dd' })
  return utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, raw: false, defval: '' })
}

async function pdfTextOf(who: Person, book: BookKind, lang: Locale): Promise<string> {
  const { statusCode, rawPayload, body } = await who.send(books.read, { book, ...year }, { lang })
  expect(statusCode, body.slice(0, 300)).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ')
}

test('the three books have all that an inspector asks for, of the chosen days and place', async () => {
  const { boss, hand, barn } = await farm()
  const [, ...herd] = await sheetOf(hand, 'herd')
  expect(herd).toEqual([
    [
      'HU 30001',
      'Daisy',
      'Cattle',
      'Female',
      '',
      '2026-02-01',
      'Hill Farm',
      '2026-05-01',
      'Departure · Sale',
      'Valley Farm',
      '',
    ],
  ])
  const [headings, ...moved] = await sheetOf(boss, 'movement')
  expect(headings?.slice(0, 7)).toEqual(['Day', 'What', 'Animals', 'Sent', 'Received', 'Difference', 'Identifier'])
  expect(moved).toEqual([
    [
      ...['2026-02-01', 'Arrival', '1', '12', '11', '-1', 'HU 30001', 'Daisy', 'Cattle', ''],
      ...['Hill Farm', 'Purchase', 'P-17', boss.name],
    ],
    ['2026-02-02', 'Move', '1', '', '', '', 'HU 30001', 'Daisy', 'Cattle', 'Pen 1', '', '', '', boss.name],
    ['2026-04-01', 'Death', '2', '', '', '', '', 'Heifers', 'Cattle', '', '', '', '', boss.name],
    ['2026-04-02', 'Departure', '5', '5', '6', '1', '', 'Heifers', 'Cattle', '', '', 'Sale', '', boss.name],
    [
      '2026-05-01',
      'Departure',
      '1',
      '',
      '',
      '',
      'HU 30001',
      'Daisy',
      'Cattle',
      '',
      'Valley Farm',
      'Sale',
      '',
      boss.name,
    ],
  ])
  const inBarn = await sheetOf(boss, 'movement', { location_id: barn.id })
  expect(inBarn.slice(1).map(([day]) => day)).toEqual(['2026-02-02', '2026-04-01', '2026-04-02'])
  const [, given, ...more] = await sheetOf(boss, 'treatment')
  expect(given).toEqual([
    ...['2026-03-01', 'HU 30001', 'Daisy', '1', 'Penicillin', '5 ml', 'B7', 'Vet shop', '', '', 'Dr Kis'],
    ...['Milk until 6 Mar 2026', boss.name],
  ])
  expect(more).toEqual([])
  expect(await sheetOf(boss, 'treatment', { from: '2026-03-02' })).toHaveLength(1)
})

test('a book comes as text with commas too, as the reader’s spreadsheets take it', async () => {
  const { hand } = await farm()
  const asked = { book: 'movement', format: 'csv', ...year } as const
  const { headers, body } = await hand.send(books.read, asked)
  expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' })
  const [headings, first] = body.replace('\ufeff', '').split('\r\n')
  expect(headings).toMatch(/^Day,What,Animals,Sent,Received,Difference,/)
  expect(first).toMatch(/^2026-02-01,Arrival,1,12,11,-1,HU 30001,Daisy,/)
})

test('a printed book names its days and its keeping, in every language', async () => {
  const { boss } = await farm()
  const english = await pdfTextOf(boss, 'treatment', 'en')
  for (const said of ['Treatment book', '1 Jan 2026 to 30 Jun 2026', 'kept for 5 years', 'Penicillin', 'HU 30001'])
    expect(english).toContain(said)
  expect(await pdfTextOf(boss, 'movement', 'hu')).toContain('Állatmozgás-nyilvántartás')
  expect(await pdfTextOf(boss, 'herd', 'ar')).toContain('HU 30001')
})

test('only who may read animals has their books, of their own company', async () => {
  const [{ guest, pen }, other] = [await farm(), await farm()]
  expect(await (await guest()).refused(books.read, { book: 'herd', ...year })).toMatchObject({ status: 403 })
  const elsewhere = { book: 'herd', ...year, location_id: pen.id }
  expect(await other.boss.refused(books.read, elsewhere)).toMatchObject({ status: 404 })
  const backwards = { book: 'herd', from: '2026-02-01', until: '2026-01-01' }
  expect(await other.boss.refused(books.read, backwards)).toMatchObject({ status: 422 })
})

test('voided treatments are kept for five years, other events for thirty days', async () => {
  const { boss, daisy } = await farm()
  const { data } = await boss.call(animalEvents.list, { id: daisy.id })
  for (const { id } of data) await boss.call(animalEvents.remove, { id })
  const left = () =>
    platform(async db =>
      (await db.select({ type: events.type }).from(events).where(eq(events.animalId, daisy.id))).map(
        ({ type }) => type,
      ),
    )
  const erase = async (since: string) => {
    const { services } = await tend()
    await platform(async db => {
      const archivedAt = sql`now() - ${since}::interval`
      await db.update(events).set({ archivedAt }).where(eq(events.animalId, daisy.id))
      await eraseArchivedEvents.work({}, { db, services })
    })
  }
  await erase('31 days')
  expect(await left()).toEqual(['treatment'])
  await platform(db => db.update(events).set({ day: '2019-01-01' }).where(eq(events.animalId, daisy.id)))
  await erase('31 days')
  expect(await left()).toEqual([])
})

test('other programs get animals and events by ICAR’s names', async () => {
  const { boss, daisy, herd } = await farm()
  const { body } = await boss.send(books.exchange, year)
  const { animals: beasts, events: told } = JSON.parse(body)
  expect(beasts[0]).toMatchObject({
    ...{ resourceType: 'icarAnimalCoreResource', specie: 'Cattle', gender: 'Female', name: 'Daisy' },
    identifier: { scheme: 'tend.identifier', id: 'HU 30001' },
    meta: { source: 'tend', sourceId: String(daisy.id), isDeleted: false },
  })
  const animal = { scheme: 'tend.identifier', id: 'HU 30001' }
  expect(told).toMatchObject([
    {
      ...{ resourceType: 'icarMovementArrivalEventResource', arrivalReason: 'Purchase', animal },
      consignment: { id: { id: 'P-17' }, originAddress: 'Hill Farm', sentCount: 12, receivedCount: 11 },
    },
    { resourceType: 'icarPositionObservationEventResource', eventDateTime: '2026-02-02T00:00:00Z' },
    {
      ...{ resourceType: 'icarTreatmentEventResource', medicine: { name: 'Penicillin' }, responsible: 'Dr Kis' },
      ...{ dose: { doseQuantity: 5, doseUnits: 'MLT' }, batches: [{ identifier: 'B7' }] },
      withdrawals: [{ productType: 'Milk', endDate: '2026-03-06T00:00:00Z' }],
    },
    {
      ...{ resourceType: 'icarMovementDepartureEventResource', departureKind: 'Sale' },
      consignment: { destinationAddress: 'Valley Farm' },
    },
    {
      ...{ resourceType: 'icarGroupMovementDeathEventResource', groupMethod: 'ExistingAnimalSet' },
      countObserved: 2,
      animalSetReference: { identifier: { id: String(herd.id) } },
    },
    {
      ...{ resourceType: 'icarGroupMovementDepartureEventResource', countObserved: 5 },
      consignment: { sentCount: 5, receivedCount: 6 },
    },
  ])
})

test('movements of another program are recorded once, with what both sides counted; others are left out', async () => {
  const { boss, hand, guest, daisy, herd } = await farm()
  await boss.call(groupEvents.create, {
    ...{ id: herd.id, day: '2026-04-03', details: { type: 'arrival', sent_count: 10 } },
    head_count: 8,
  })
  const animal = { scheme: 'hu.enar', id: 'HU 30001' }
  const arrival = {
    ...{ resourceType: 'icarMovementArrivalEventResource', eventDateTime: '2026-05-20T22:30:00Z', animal },
    ...{ arrivalReason: 'SaleReturn', remark: 'Came back' },
    consignment: { id: { id: 'P-9' }, originAddress: 'Valley Farm', sentCount: 12, receivedCount: 11, vehicle: 'X' },
  }
  const ofGroup = {
    ...{ resourceType: 'icarGroupMovementDepartureEventResource', eventDateTime: '2026-05-22T00:00:00Z' },
    ...{ animalSetReference: { name: 'Heifers' }, countObserved: 3, departureKind: 'Beamed' },
    consignment: { receivedCount: 2 },
  }
  const strange = [
    { ...arrival, animal: { id: 'HU 1' } },
    { ...ofGroup, animalSetReference: { name: 'Nobody' } },
    { ...ofGroup, countObserved: null, eventDateTime: '2026-05-23T00:00:00Z' },
    { ...arrival, eventDateTime: 'yesterday' },
    { resourceType: 'icarWeightEventResource' },
    { ...arrival, eventDateTime: '2027-05-20T22:30:00Z' },
  ]
  const sent = { events: [arrival, ...strange, ofGroup] }
  expect(await hand.call(books.takeMovements, sent)).toEqual({
    ...{ recorded: 2, known: 0 },
    left: [
      { at: 1, because: 'unknown_animal' },
      { at: 2, because: 'unknown_group' },
      { at: 3, because: 'refused' },
      { at: 4, because: 'not_understood' },
      { at: 5, because: 'not_understood' },
      { at: 6, because: 'refused' },
    ],
  })
  // The day is that of the farm, where it was past midnight.
  const [back] = (await boss.call(animalEvents.list, { id: daisy.id })).data
  expect(back).toMatchObject({
    ...{ day: '2026-05-21', note: 'Came back', user_name: hand.name },
    details: { type: 'arrival', reason: 'return', document: 'P-9', sent_count: 12, received_count: 11 },
  })
  const ofHerd = (await boss.call(groupEvents.list, { id: herd.id, type: 'departure' })).data
  expect(ofHerd[0]).toMatchObject({
    ...{ day: '2026-05-22', head_count: 3 },
    details: { type: 'departure', reason: 'other', sent_count: 3, received_count: 2 },
  })
  expect(await hand.call(books.takeMovements, sent)).toMatchObject({ recorded: 0, known: 2 })
  // What this tend exports another takes in, counts too; of its own all is known.
  const { body } = await boss.send(books.exchange, year)
  const moved = JSON.parse(body).events.filter(({ resourceType }: { resourceType: string }) =>
    /Movement(Arrival|Departure)/.test(resourceType),
  )
  expect(await boss.call(books.takeMovements, { events: moved })).toMatchObject({ recorded: 0, left: [] })
  const other = await farm()
  expect(await other.boss.call(books.takeMovements, { events: moved })).toMatchObject({ recorded: 3, left: [] })
  const there = (await other.boss.call(groupEvents.list, { id: other.herd.id })).data
  expect(there.map(({ details }) => details)).toContainEqual(
    expect.objectContaining({ type: 'arrival', sent_count: 10, received_count: 8 }),
  )
  expect(await (await guest()).refused(books.takeMovements, sent)).toMatchObject({ status: 403 })
})
