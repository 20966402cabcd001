/** Receivers that are slow, dead, lying, redirecting or private: what each gets, and that none slows another. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles } from '#shared/lib/roles.ts'
import { notices } from '#shared/notifications/contract.ts'
import { webhooks } from '#shared/webhooks/contract.ts'
import type { WebhookEvent } from '#shared/webhooks/rules.ts'
import { createOutgoing, maxAnswer } from '../lib/outgoing/outgoing.ts'
import { publishedForm } from '../test/forms.ts'
import { keyOf } from '../test/keys.ts'
import { company, type Person, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import { deliveriesOf, receivers, timePasses, triedOf, webhookTo } from '../test/webhookReceivers.ts'
import { pausedAfterHours } from './outcomes.ts'
import { Sender } from './Sender.ts'

async function farmWithKey() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const key = await keyOf(boss, farm.id, { role_id: roles.manager, access: 'read' })
  const listen = (name: string, events: WebhookEvent[] = ['task.created']) =>
    webhookTo(boss, farm.id, name, { key_id: key.id, events })
  return { farm, boss, hand, key, listen }
}

test('an answer that is late, wrong, cut, huge or leads elsewhere is what the log says of it', async () => {
  const { answer, heard } = await receivers()
  const { boss, hand, listen } = await farmWithKey()
  answer('slow', () => undefined)
  answer('trickling', response => {
    const drip = setInterval(() => response.write('.'), 100)
    response.on('close', () => clearInterval(drip))
  })
  answer('dead', response => response.socket?.destroy())
  answer('wrong', response => response.writeHead(599).end('no'))
  answer('redirecting', response => response.writeHead(307, { location: 'https://elsewhere.example.com/' }).end())
  answer('cut', response => {
    response.writeHead(200, { 'content-length': 1000 })
    response.write('begun', () => response.socket?.destroy())
  })
  answer('huge', response => {
    response.writeHead(200)
    const fill = () => {
      while (response.write(Buffer.alloc(64_000, 'x')));
    }
    response.on('drain', fill)
    fill()
  })
  answer('strange', response => response.writeHead(400).end('a\0b\ud800'))
  const names = ['slow', 'trickling', 'dead', 'wrong', 'redirecting', 'cut', 'huge', 'strange'] as const
  const made = new Map<string, number>()
  for (const name of names) made.set(name, (await listen(name)).id)
  await sendTask(boss, hand)
  const said = async (name: string) => {
    const [one] = await triedOf(boss, made.get(name) ?? 0)
    const { answer: text } = await boss.call(webhooks.delivery, { id: one?.id ?? 0 })
    return { state: one?.state, status: one?.status, failure: one?.failure, text }
  }
  expect(await said('slow')).toEqual({ state: 'waiting', status: null, failure: 'timeout', text: '' })
  expect(await said('trickling')).toMatchObject({ state: 'waiting', status: 200, failure: 'timeout' })
  expect(await said('dead')).toEqual({ state: 'waiting', status: null, failure: 'connection', text: '' })
  expect(await said('wrong')).toEqual({ state: 'waiting', status: 599, failure: null, text: 'no' })
  expect(await said('redirecting')).toMatchObject({ state: 'waiting', status: 307, failure: null })
  expect(heard('elsewhere')).toEqual([])
  expect(await said('cut')).toEqual({ state: 'waiting', status: 200, failure: 'cut', text: 'begun' })
  expect(await said('huge')).toEqual({ state: 'delivered', status: 200, failure: null, text: 'x'.repeat(maxAnswer) })
  expect(await said('strange')).toMatchObject({ status: 400, text: 'ab\ufffd' })
  // The next try comes seconds later, with the same id.
  await expect.poll(() => heard('wrong').length, { timeout: 15_000 }).toBe(2)
  expect(new Set(heard('wrong').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
}, 60_000)

test('a name that leads to no public address is called by nothing, also where it led to one before', async () => {
  const { heard, standIn } = await receivers()
  const { services } = await tend()
  let isPublic = true
  const changing = createOutgoing({ isAllowed: () => isPublic, standIn })
  Object.assign(services.outgoing, changing)
  const { boss, listen } = await farmWithKey()
  const { id } = await listen('changing')
  await boss.call(webhooks.test, { id })
  await triedOf(boss, id)
  isPublic = false
  // A connection is only good for the address that was looked at.
  changing.close()
  await boss.call(webhooks.test, { id })
  expect((await triedOf(boss, id, 2)).map(({ failure }) => failure)).toEqual([null, 'address'])
  expect(heard('changing')).toHaveLength(1)
  // As it is without a stand-in: this machine, and the address of a cloud's secrets, are never asked.
  const real = createOutgoing({ timeLimitMs: 2_000 })
  expect(await real.post('https://localhost:9/', { headers: {}, body: '' })).toMatchObject({ failure: 'address' })
  real.close()
}, 30_000)

test('after three failures a receiver rests, is looked at by one try, and is well with its first success', async () => {
  const { answer, heard } = await receivers()
  const { boss, hand, listen } = await farmWithKey()
  const { id } = await listen('resting')
  answer('resting', response => response.writeHead(500).end())
  for (const title of ['One', 'Two', 'Three', 'Four']) await sendTask(boss, hand, { title })
  const state = async () =>
    (
      await platform(db =>
        db.execute<{ failures: number; rests: boolean; fails: boolean }>(
          sql`select failures, rests_until > now() as rests, failing_since is not null as fails
            from webhooks where id = ${id}`,
        ),
      )
    ).rows[0]
  await expect.poll(state, { timeout: 15_000 }).toMatchObject({ failures: 3, rests: true, fails: true })
  await sendTask(boss, hand, { title: 'While it rests' })
  const resting = (await deliveriesOf(boss, id)).at(-1)
  // A test is sent all the same, by a look that passes over what rests and finds nothing else under way.
  const { id: testId } = await boss.call(webhooks.test, { id })
  await expect.poll(async () => (await boss.call(webhooks.delivery, { id: testId })).state).toBe('failed')
  const ids = heard('resting').map(({ headers }) => headers['webhook-id'])
  expect(ids).not.toContain(resting?.message_id)
  answer('resting', response => response.writeHead(200).end())
  await timePasses(id)
  const ofTasks = async () => (await deliveriesOf(boss, id)).filter(one => one.id !== testId)
  await expect
    .poll(async () => (await ofTasks()).map(one => one.state), { timeout: 15_000 })
    .toEqual(Array.from({ length: 5 }, () => 'delivered'))
  expect(await state()).toEqual({ failures: 0, rests: null, fails: false })
}, 60_000)

test('a week of failures alone pauses a webhook and tells those who manage integrations; so does 410', async () => {
  const { answer } = await receivers()
  const { boss, hand, listen } = await farmWithKey()
  const week = await listen('week')
  await listen('gone')
  answer('week', response => response.writeHead(500).end())
  answer('gone', response => response.writeHead(410).end())
  await platform(db =>
    db.execute(
      sql`update webhooks set failing_since = now() - make_interval(hours => ${pausedAfterHours})
        where id = ${week.id}`,
    ),
  )
  await sendTask(boss, hand)
  const reasons = async () => (await boss.call(webhooks.list, {})).data.map(one => [one.name, one.paused_because])
  await expect.poll(reasons, { timeout: 10_000 }).toEqual([
    ['gone', 'gone'],
    ['week', 'failures'],
  ])
  const told = async (person: Person) =>
    (await person.call(notices.list, { kind: 'webhook.paused' })).data.map(({ text }) =>
      text.replace(/[\u2068\u2069]/g, ''),
    )
  expect((await told(boss)).toSorted()).toEqual([
    'Webhook gone is paused: its address is no longer in use.',
    'Webhook week is paused: its address accepted nothing for a week.',
  ])
  expect(await told(hand)).toEqual([])
  // What happens in the pause waits, and comes with the end of it.
  await sendTask(boss, hand, { title: 'In the pause' })
  answer('week', response => response.writeHead(200).end())
  await boss.call(webhooks.resume, { id: week.id })
  await timePasses(week.id)
  await expect
    .poll(async () => (await deliveriesOf(boss, week.id)).map(one => one.state), { timeout: 10_000 })
    .toEqual(['delivered', 'delivered'])
}, 30_000)

test('what a node that was killed had under way comes again with the same id', async () => {
  const { answer, heard } = await receivers({ timeLimitMs: 8_000 })
  const { boss, hand, listen } = await farmWithKey()
  const { id } = await listen('killed')
  answer('killed', () => undefined)
  await sendTask(boss, hand)
  await expect.poll(() => heard('killed').length, { timeout: 10_000 }).toBe(1)
  const [underWay] = await deliveriesOf(boss, id)
  expect(underWay).toMatchObject({ state: 'waiting', tries: 1, status: null })
  answer('killed', response => response.writeHead(200).end())
  // Nobody notes the first try, as after a kill; when it counts as lost, it is taken again.
  await timePasses(id)
  await expect.poll(async () => (await deliveriesOf(boss, id))[0]?.state, { timeout: 5_000 }).toBe('delivered')
  const [first, second] = heard('killed')
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toBe(first?.body)
  expect((await deliveriesOf(boss, id))[0]).toMatchObject({ tries: 2, status: 200 })
}, 30_000)

test('a node that stops breaks off what is under way without noting it as a failure', async () => {
  const { answer, heard } = await receivers({ timeLimitMs: 8_000 })
  const { services } = await tend()
  const { boss, hand, listen } = await farmWithKey()
  const { id } = await listen('stopping')
  answer('stopping', () => undefined)
  await sendTask(boss, hand)
  await expect.poll(() => heard('stopping').length, { timeout: 10_000 }).toBe(1)
  await timePasses(id)
  // Another node takes it, and stops.
  const other = new Sender(services, async () => '{}')
  await expect.poll(() => heard('stopping').length, { timeout: 10_000 }).toBeGreaterThan(1)
  await other.stop()
  expect((await deliveriesOf(boss, id))[0]).toMatchObject({ state: 'waiting', status: null, failure: null })
}, 30_000)

test('beyond 256 kB a payload is the reference alone', async () => {
  const { heard } = await receivers()
  const { farm, boss, hand, listen } = await farmWithKey()
  await listen('large', ['submission.completed'])
  const questions = Array.from({ length: 500 }, (_, index) => ({
    ...{ id: `q${index}`, type: 'text' as const, label: { en: `What about ${index}? ${'é'.repeat(300)}` } },
  }))
  const sections = [{ id: 'all', title: { en: 'All' }, questions }]
  const form = await publishedForm(boss, { schema: 1, default_language: 'en', sections })
  const { id } = await complete(hand, form, { q0: { value: 'Well' } })
  await expect.poll(() => heard('large').length, { timeout: 10_000 }).toBe(1)
  const body = JSON.parse(heard('large')[0]?.body ?? '')
  expect(body).toMatchObject({ type: 'submission.completed', company_id: farm.id, data: null })
  expect(body.url).toMatch(new RegExp(`/api/form/submission/${id}$`))
}, 30_000)

test('what tend itself cannot make is tried again later, and says nothing of the receiver', async () => {
  const { heard } = await receivers()
  const { boss, hand, listen } = await farmWithKey()
  const { id } = await listen('unmade')
  await boss.call(webhooks.pause, { id })
  const task = await sendTask(boss, hand)
  // A row that its own call cannot answer.
  await platform(db => db.execute(sql`update tasks set description = repeat('x', 30000) where id = ${task.task_id}`))
  await boss.call(webhooks.resume, { id })
  const [one] = await triedOf(boss, id)
  expect(one).toMatchObject({ state: 'waiting', tries: 1, status: null, failure: 'internal' })
  expect((await boss.call(webhooks.list, {})).data.map(({ failing_since }) => failing_since)).toEqual([null])
  await platform(db => db.execute(sql`update tasks set description = 'x' where id = ${task.task_id}`))
  await timePasses(id)
  await expect.poll(() => heard('unmade').length, { timeout: 10_000 }).toBe(1)
}, 30_000)

/** How many events the two receivers that work get while the third hangs: all ten thousand in the long run. */
const events = process.env.LONG ? 10_000 : 300
/** As many as a machine of two cores, which others use too, makes and sends to two receivers. */
const perSecond = 50
const writesPerSecond = 10
const differentTasks = 20
/** What waits for the receiver that hangs from the beginning. */
const pile = 10_000
/** From the moment at which an event is due until a receiver has it. */
const promisedMs = 2_000

test('while one receiver hangs with all of them waiting, the others get each event within two seconds', async () => {
  const { answer, heard } = await receivers({ timeLimitMs: 10_000 })
  const { farm, boss, hand, listen } = await farmWithKey()
  for (const name of ['first', 'second', 'hanging']) await listen(name)
  answer('hanging', () => undefined)
  const tasks: number[] = []
  for (let made = 0; made < differentTasks; made++) tasks.push((await sendTask(boss, hand)).task_id)
  const counts = () => [heard('first').length, heard('second').length]
  await expect.poll(counts, { timeout: 10_000 }).toEqual([tasks.length, tasks.length])
  await platform(db =>
    db.execute(sql`
      insert into webhook_deliveries (company_id, webhook_id, type, row_id, due_at, ends_at)
      select company_id, id, 'task.created', ${tasks[0]}, now(), now() + interval '3 days'
      from webhooks, generate_series(1, ${pile}) where company_id = ${farm.id} and name = 'hanging'`),
  )
  // As `record` writes them: what takes time here is to tell of it.
  const together = perSecond / writesPerSecond
  const write = () =>
    platform(db =>
      db.execute(sql`
        insert into webhook_deliveries (company_id, webhook_id, type, row_id, created_at, due_at, ends_at)
        select company_id, id, 'task.created', (${sql.param(tasks)}::int[])[1 + number % ${tasks.length}],
          now() + number * interval '1 microsecond', now(), now() + interval '3 days'
        from webhooks, generate_series(1, ${together}) number where company_id = ${farm.id}`),
    )
  const begun = performance.now()
  for (let writes = 0; writes < events / together; writes++) {
    await delay(Math.max(0, begun + (writes * 1_000) / writesPerSecond - performance.now()))
    await write()
  }
  const seconds = (performance.now() - begun) / 1_000
  await expect.poll(counts, { timeout: 20_000 }).toEqual([events + tasks.length, events + tasks.length])
  const waits = ['first', 'second'].flatMap(name =>
    heard(name).map(({ at, body }) => {
      const due = Date.parse(JSON.parse(body).timestamp)
      return { due, ms: at - due }
    }),
  )
  waits.sort((one, other) => one.due - other.due)
  const longest = (some: typeof waits) => Math.max(...some.map(({ ms }) => ms))
  const tenth = Math.ceil(waits.length / 10)
  const tenths = Array.from({ length: 10 }, (_, at) => longest(waits.slice(at * tenth, (at + 1) * tenth)))
  // A machine that cannot write so fast says how fast it was, and when it was slow.
  const said = `${Math.round(events / seconds)} events a second; longest of each tenth: ${tenths.join(', ')} ms`
  if (process.env.LONG) console.log(said)
  expect(longest(waits), said).toBeLessThan(promisedMs)
  // What was heard is noted a moment later.
  const waiting = () =>
    platform(db =>
      db.execute(sql`select count(*)::int as count from webhook_deliveries where state = 'waiting'
        and company_id = ${farm.id}`),
    )
  await expect.poll(async () => (await waiting()).rows[0]).toEqual({ count: events + tasks.length + pile })
}, 900_000)
