import { createRequire } from 'node:module'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { company, type Person, platform } from '../../test/people.ts'
import { daily, minutePasses } from '../../test/series.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'
import { occurrencesBetween } from '../recurrence/recurrence.ts'
import { tasks as tasksTable } from '../table.ts'
import { feedReads } from './module.ts'

/** As much of the parser as is asked here; it throws for what RFC 5545 does not allow. */
type Time = { toJSDate(): Date; zone: { tzid: string } }
type Component = {
  getAllSubcomponents(name: string): Component[]
  getFirstPropertyValue(name: string): unknown
  getAllProperties(name?: string): { getFirstValue(): unknown; getParameter(name: string): string | undefined }[]
}
type Parser = {
  parse(text: string): [string, unknown[], unknown[]]
  Component: new (parsed: unknown) => Component
  Event: new (component: Component) => { startDate: Time; iterator(): { next(): Time | undefined } }
  TimezoneService: { register(zone: Component): void; reset(): void }
}
const strict = createRequire(import.meta.url)('ical.js') as Parser

async function read(address: string, headers: Record<string, string> = {}) {
  const { app } = await tend()
  return app.inject({ method: 'GET', url: new URL(address).pathname, headers })
}

/** The events of a calendar, after a strict reading of all of it. */
async function eventsOf(person: Person, address?: string) {
  const feed = address ?? (await person.call(feeds.get, {}))?.address ?? ''
  const { statusCode, body } = await read(feed)
  expect(statusCode).toBe(200)
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const calendar = new strict.Component(strict.parse(body))
  strict.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) strict.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map(component => {
    const value = (name: string) => component.getFirstPropertyValue(name)
    return {
      component,
      ...{ uid: value('uid'), title: value('summary'), status: value('status'), sequence: value('sequence') },
      ...{ rule: value('rrule') === null ? null : String(value('rrule')), description: value('description') },
      instead: value('recurrence-id') === null ? null : String(value('recurrence-id')),
    }
  })
}

const firstDays = (component: Component, count: number) => {
  const days = new strict.Event(component).iterator()
  return Array.from({ length: count }, () => days.next()?.toJSDate().toISOString())
}
const has = <Item>(found: Item | undefined): Item => {
  if (found === undefined) throw new Error('It is not there.')
  return found
}

test('a series is one event with its rule, which keeps its hour over the changes of the clocks', async () => {
  const farm = await company({ timeZone: 'Europe/Budapest' })
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const { address } = await anna.call(feeds.create, {})
  const zones = [
    { timezone: 'Europe/Budapest', starts_at: '2190-03-26T07:00' },
    { timezone: 'Africa/Casablanca', starts_at: '2026-12-01T07:00' },
  ]
  for (const zone of zones)
    await daily(boss, [anna], {
      ...zone,
      title: `Mosás; „fejőház”, \\ ${zone.timezone} ${'ő'.repeat(60)}`,
      recurrence: 'FREQ=WEEKLY;BYDAY=SU',
    })
  await daily(boss, [bela], { title: 'Not hers' })
  const found = await eventsOf(anna, address)
  expect(found).toHaveLength(2)
  for (const { timezone, starts_at } of zones) {
    const event = has(found.find(({ title }) => String(title).includes(timezone)))
    expect(event).toMatchObject({
      title: `Mosás; „fejőház”, \\ ${timezone} ${'ő'.repeat(60)}`,
      rule: 'FREQ=WEEKLY;BYDAY=SU',
    })
    const expected = (await boss.call(tasks.preview, { recurrence: 'FREQ=WEEKLY;BYDAY=SU', starts_at, timezone })).map(
      date => new Date(date).toISOString(),
    )
    expect(firstDays(event.component, 10)).toEqual(expected)
  }
})

test('omitted, moved, done, skipped and paused occurrences are so in the calendar, under one name', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await hand.call(feeds.create, {})
  const begin = new Date(Date.now() - 60_000).toISOString().slice(0, 16)
  const series = await daily(boss, [hand], { title: 'Pen check', starts_at: begin })
  const [before] = await eventsOf(hand)
  const [today, tomorrow] = (await hand.call(tasks.sent, { sort: 'due_at' })).data
  await hand.call(tasks.completeSent, { id: has(today).id })
  const moved = has(tomorrow).starts_at
  await boss.call(tasks.update, { id: series.id, scope: 'this', occurrence: moved, title: 'Pen check, later' })
  const after = await eventsOf(hand)
  const whole = has(after.find(({ rule }) => rule !== null))
  expect(whole.uid).toBe(has(before).uid)
  expect(Number(whole.sequence)).toBeGreaterThan(Number(has(before).sequence))
  expect(whole.component.getAllProperties('exdate')).toHaveLength(1)
  expect(has(after.find(({ instead }) => instead !== null))).toMatchObject({ uid: whole.uid, title: '✓ Pen check' })
  expect(has(after.find(({ title }) => title === 'Pen check, later'))).toMatchObject({
    rule: null,
    status: 'CONFIRMED',
  })

  await boss.call(tasks.pause, { id: series.id })
  expect(has((await eventsOf(hand)).find(({ uid, instead }) => uid === whole.uid && !instead)).rule).toContain('UNTIL=')
  await boss.call(tasks.remove, { id: series.id })
  expect(has((await eventsOf(hand)).find(({ uid, instead }) => uid === whole.uid && !instead)).status).toBe('CANCELLED')
})

test('single tasks, and those counted from completion, are single events', async () => {
  const farm = await company({ locale: 'hu' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn, north', type: 'barn' })
  await hand.call(feeds.create, {})
  const once = await sendTask(boss, hand, { subjects: [{ type: 'location', id: barn.id }], priority: 'urgent' })
  const titles = { hu: 'Karámszemle', en: 'Pen check' }
  await sendTask(boss, hand, { title: titles.hu, titles })
  await daily(boss, [hand], { title: 'Hoof bath', counted_from: 'completion', recurrence: 'FREQ=DAILY;INTERVAL=3' })
  const found = await eventsOf(hand)
  expect(found.map(({ rule }) => rule)).toEqual(found.map(() => null))
  const single = has(found.find(({ title }) => title === once.title))
  expect(single.description).toContain('Barn, north')
  // What is called as a form is called so in the language of whose calendar it is.
  expect(found.map(({ title }) => title)).toContain('Pen check')
  expect(single.component.getFirstPropertyValue('priority')).toBe(1)
  await hand.call(tasks.skipSent, { id: once.id })
  const skipped = has((await eventsOf(hand)).find(({ title }) => title === once.title))
  expect(skipped).toMatchObject({ uid: single.uid, status: 'CANCELLED' })
  expect(new Set(found.map(({ uid }) => uid)).size).toBe(found.length)
})

test('an unchanged calendar is not sent again, and one that is asked for too often waits', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await sendTask(boss, hand)
  const { address } = await hand.call(feeds.create, {})
  const { headers } = await read(address)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  const etag = String(headers.etag)
  expect(await read(address, { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' })
  expect(await read(address, { 'if-none-match': `W/${etag}` })).toMatchObject({ statusCode: 304 })
  expect((await hand.call(feeds.get, {}))?.read_at).not.toBeNull()
  await sendTask(boss, hand, { title: 'Another' })
  expect((await read(address, { 'if-none-match': etag })).statusCode).toBe(200)
  for (let tries = 4; tries < feedReads.tries; tries++) await read(address)
  const refused = await read(address)
  expect(refused).toMatchObject({ statusCode: 429 })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

/** The moments of all events of a title within some days, as a program works them out. */
const momentsOf = (events: Awaited<ReturnType<typeof eventsOf>>, title: string, from: string, to: string) =>
  events
    .filter(event => event.title === title)
    .flatMap(({ component, rule }) => firstDays(component, rule ? 800 : 1))
    .flatMap(moment => (moment && moment >= from && moment < to ? [moment] : []))
    .toSorted()

test('a check in the hour that clocks skip is elsewhere when it is here, on and around that day', async () => {
  const farm = await company({ timeZone: 'Europe/Berlin' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { address } = await hand.call(feeds.create, {})
  const year = new Date().getUTCFullYear() + 1
  const rules = {
    'Each night': 'FREQ=DAILY',
    'Two in the night': 'FREQ=DAILY;BYHOUR=2,3',
    'Some nights': 'FREQ=DAILY;COUNT=500',
    'Each hour': 'FREQ=HOURLY;INTERVAL=5',
  }
  const starts_at = `${year}-03-01T02:30`
  for (const [title, recurrence] of Object.entries(rules))
    await daily(boss, [hand], { title, recurrence, starts_at, timezone: 'Europe/Berlin' })
  const found = await eventsOf(hand, address)
  for (const [title, recurrence] of Object.entries(rules)) {
    const [from, to] = [`${year}-03-20`, `${year}-04-05`]
    const series = { recurrence, startsAt: starts_at, timezone: 'Europe/Berlin', exceptions: [] }
    const here = occurrencesBetween(series, new Date(from), new Date(to)).map(moment => moment.toISOString())
    expect(momentsOf(found, title, from, to), title).toEqual(here)
  }
})

test('an older rule that RFC 5545 forbids is in the calendar without that part, and means the same', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { address } = await hand.call(feeds.create, {})
  const stored = {
    'FREQ=MONTHLY;BYMONTHDAY=99,5': 'FREQ=MONTHLY;BYMONTHDAY=5',
    'FREQ=DAILY;BYHOUR=25': 'FREQ=DAILY',
    'FREQ=YEARLY;BYMONTH=13': 'FREQ=YEARLY',
    'FREQ=WEEKLY;BYDAY=1MO': 'FREQ=WEEKLY;BYDAY=MO',
    'FREQ=WEEKLY;BYMONTHDAY=13': null,
  }
  for (const recurrence of Object.keys(stored)) {
    const { id } = await daily(boss, [hand], { title: recurrence })
    await platform(db => db.update(tasksTable).set({ recurrence }).where(eq(tasksTable.id, id)))
  }
  const found = await eventsOf(hand, address)
  for (const [before, rule] of Object.entries(stored)) {
    const event = has(found.find(({ title }) => title === before))
    expect(event.rule, before).toBe(rule)
    if (rule === null) expect(event.component.getAllProperties('rdate').length).toBeGreaterThan(3)
  }
})

test('the tag of a calendar stays while nothing changes, and its links open the day of the company', async () => {
  const farm = await company({ timeZone: 'Pacific/Auckland' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { address } = await hand.call(feeds.create, {})
  await daily(boss, [hand], { timezone: 'Europe/Budapest', starts_at: '2190-01-01T07:00' })
  await sendTask(boss, hand, { title: 'Morning', starts_at: '2090-06-10T07:00', timezone: 'Pacific/Auckland' })
  const { headers } = await read(address)
  // A second later the clock shows another time.
  await expect.poll(() => new Date().getUTCMilliseconds()).toBeLessThan(500)
  await expect.poll(() => new Date().getUTCMilliseconds()).toBeGreaterThan(500)
  await minutePasses()
  expect((await read(address)).headers.etag).toBe(headers.etag)
  const event = has((await eventsOf(hand, address)).find(({ title }) => title === 'Morning'))
  expect(String(event.component.getFirstPropertyValue('url'))).toContain('date=2090-06-10')
})

test('an address ends with a new one, switching off and leaving; a guessed one belongs to nobody', async () => {
  const [farm, other] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await other.manager()]
  expect(await hand.call(feeds.get, {})).toBeNull()
  const first = await hand.call(feeds.create, {})
  const second = await hand.call(feeds.create, {})
  expect(second.address).not.toBe(first.address)
  expect((await read(first.address)).statusCode).toBe(404)
  expect((await read(second.address)).statusCode).toBe(200)
  expect((await hand.call(feeds.get, {}))?.address).toBe(second.address)

  const theirs = await stranger.call(feeds.create, {})
  const [ownFile, otherFile] = [second.address, theirs.address].map(address =>
    has(address.split('/').at(-1)).split('.'),
  )
  const mixed = [otherFile?.[0], ownFile?.[1], ownFile?.[2], 'ics'].join('.')
  for (const file of [mixed, 'nothing.ics', `0.0.${ownFile?.[2]}.ics`])
    expect((await read(second.address.replace(/[^/]+$/, file))).statusCode, file).toBe(404)

  await hand.call(feeds.remove, {})
  await hand.call(feeds.remove, {})
  expect((await read(second.address)).statusCode).toBe(404)

  const third = await hand.call(feeds.create, {})
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  expect((await read(third.address)).statusCode).toBe(404)
})
