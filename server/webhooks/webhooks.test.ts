/** Webhooks from what happens to a receiver of our own: who is sent which payload, and how webhooks are managed. */
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { keys } from '#shared/accounts/keys.ts'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { webhooks } from '#shared/webhooks/contract.ts'
import { payloadOf } from '#shared/webhooks/payload.ts'
import { maxWebhooks, type WebhookEvent, webhookEvents } from '#shared/webhooks/rules.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { asRecent, keyOf } from '../test/keys.ts'
import { company } from '../test/people.ts'
import { minutePasses } from '../test/series.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import {
  addressOf,
  deliveriesOf,
  receivers,
  timePasses,
  timePassesForWaiting,
  triedOf,
  webhookTo,
} from '../test/webhookReceivers.ts'

async function farmWithKey(role_id: number = roles.manager) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const key = await keyOf(boss, farm.id, { role_id, access: 'read' })
  return { farm, boss, hand, key }
}

test('the API’s description has each event with a body and an example that fits it', async () => {
  const { app } = await tend()
  const { webhooks: described } = (await app.inject('/api/openapi.json')).json()
  expect(Object.keys(described)).toEqual([...webhookEvents, 'webhook.test'])
  for (const type of webhookEvents) {
    const { example } = described[type].post.requestBody.content['application/json']
    expect(payloadOf(type).parse(example), type).toEqual(example)
    expect(example.data).not.toBeNull()
  }
})

test('each event of the catalogue comes once, signed, as the call answers it to the key', async () => {
  const { heard } = await receivers()
  const { farm, boss, hand, key } = await farmWithKey()
  const { id, secret } = await webhookTo(boss, farm.id, 'all', { key_id: key.id, events: [...webhookEvents] })
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)

  const submission = await complete(hand, await publishedForm(boss), lameAnswers)
  const { revision } = await boss.call(reviews.review, { id: submission.id, state: 'approved' })
  const answers = { ...lameAnswers, lame: { value: 'no' } }
  await boss.call(corrections.correct, { id: submission.id, revision, answers, reason: 'Looked again' })
  const sent = await sendTask(boss, hand, { title: 'Count the ewes' })
  await hand.call(tasks.completeSent, { id: sent.id })
  const cow = await boss.call(animals.create, { name: 'Rosa', species: 'cattle' })
  const event = await boss.call(animalEvents.create, {
    ...{ id: cow.id, day: '2026-01-05', details: { type: 'observation' }, note: 'Eats well' },
  })

  const types = () => heard('all').map(({ body }) => JSON.parse(body).type as WebhookEvent)
  const expected: WebhookEvent[] = webhookEvents.filter(type => type !== 'task.overdue')
  await expect.poll(() => new Set(types()), { timeout: 15_000 }).toEqual(new Set(expected))
  for (const { headers, body } of heard('all')) {
    const payload = new Verifier(secret).verify(body, headers) as { type: WebhookEvent; url: string; data: unknown }
    expect(payloadOf(payload.type).parse(payload)).toMatchObject({ company_id: farm.id })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^[\w-]+$/),
    })
  }
  const bodyOf = (type: WebhookEvent) =>
    JSON.parse(heard('all').find(one => JSON.parse(one.body).type === type)?.body ?? '')
  expect(bodyOf('animal.event').data).toEqual(await key.call(animalEvents.get, { id: event.id }))
  expect(bodyOf('submission.corrected').data).toEqual(await key.call(submissions.get, { id: submission.id }))
  const { data } = bodyOf('finding.closed')
  expect(data).toEqual(await key.call(findings.get, { id: data.id }))
  expect(bodyOf('task.done').url).toMatch(new RegExp(`/api/task/sent/${sent.id}$`))
  const all = await deliveriesOf(boss, id)
  expect(all.map(({ state, status, tries }) => [state, status, tries])).toEqual(all.map(() => ['delivered', 200, 1]))
  expect(new Set(all.map(({ message_id }) => message_id)).size).toBe(all.length)
  const detail = await boss.call(webhooks.delivery, { id: all[0]?.id ?? 0 })
  expect(detail).toMatchObject({
    answer: 'ok',
    body: heard('all').find(one => one.headers['webhook-id'] === detail.message_id)?.body,
  })
}, 60_000)

test('a task that nobody did in time is told once, by the job that finds it', async () => {
  const { heard } = await receivers()
  const { farm, boss, hand, key } = await farmWithKey()
  await webhookTo(boss, farm.id, 'overdue', { key_id: key.id, events: ['task.overdue'] })
  const yesterday = new Date(Date.now() - 26 * 3600_000).toISOString().slice(0, 16)
  const sent = await sendTask(boss, hand, { title: 'Mend the gate', starts_at: yesterday, due_after: 'PT1H' })
  await minutePasses()
  await minutePasses()
  await expect.poll(() => heard('overdue').length, { timeout: 10_000 }).toBe(1)
  const payload = payloadOf('task.overdue').parse(JSON.parse(heard('overdue')[0]?.body ?? ''))
  expect(payload).toMatchObject({
    type: 'task.overdue',
    company_id: farm.id,
    data: { id: sent.id, is_completed: false },
  })
})

test('only chosen events of the own company come, and what is rolled back never does', async () => {
  const { heard } = await receivers()
  const [mine, other] = [await farmWithKey(), await farmWithKey()]
  await webhookTo(mine.boss, mine.farm.id, 'mine', { key_id: mine.key.id, events: ['task.created'] })
  const theirs = await webhookTo(other.boss, other.farm.id, 'other', { key_id: other.key.id, events: ['task.created'] })
  const done = await sendTask(mine.boss, mine.hand, { title: 'Ours' })
  await mine.hand.call(tasks.completeSent, { id: done.id })
  expect(
    (await mine.boss.refused(tasks.create, { title: 'Nobody', assignees: [{ user_id: other.hand.id }] })).status,
  ).toBe(422)
  await sendTask(other.boss, other.hand, { title: 'Theirs' })
  await triedOf(other.boss, theirs.id)
  await expect.poll(() => heard('mine').length).toBe(1)
  expect(JSON.parse(heard('mine')[0]?.body ?? '')).toMatchObject({ type: 'task.created', data: { title: 'Ours' } })
  expect(heard('other')).toHaveLength(1)
  // Of the other company's webhook nothing is seen, and its key opens nothing here.
  expect(await mine.boss.refused(webhooks.deliveries, { id: theirs.id })).toMatchObject({ status: 404 })
  expect((await mine.boss.call(webhooks.list, {})).data.map(({ name }) => name)).toEqual(['mine'])
  const recent = await asRecent(mine.boss, mine.farm.id)
  expect(
    await recent.refused(webhooks.create, {
      ...{ name: 'Foreign', url: addressOf('foreign'), key_id: other.key.id, events: ['task.done'] },
    }),
  ).toMatchObject({ status: 422, errors: { key_id: expect.any(Array) } })
})

test('a webhook of a narrowed key hears of its part alone, and one of a worker’s key as a worker reads', async () => {
  const { heard } = await receivers()
  const { farm, boss, hand } = await farmWithKey()
  const [north, south] = [
    await boss.call(locations.create, { name: 'North', type: 'pen' }),
    await boss.call(locations.create, { name: 'South', type: 'pen' }),
  ]
  const reach = { location_ids: [north.id], animal_group_ids: [], vehicle_ids: [] }
  const part = await keyOf(boss, farm.id, { role_id: roles.employee, reach })
  const worker = await keyOf(boss, farm.id, { role_id: roles.employee })
  const events: WebhookEvent[] = ['animal.event', 'task.created']
  const narrowed = await webhookTo(boss, farm.id, 'north', { key_id: part.id, events })
  const workers = await webhookTo(boss, farm.id, 'workers', { key_id: worker.id, events })
  for (const location of [south, north]) {
    const cow = await boss.call(animals.create, { name: location.name, species: 'cattle', location_id: location.id })
    await boss.call(animalEvents.create, { id: cow.id, day: '2026-01-05', details: { type: 'observation' } })
  }
  // Tasks as a whole are for those who give them.
  await sendTask(boss, hand, { title: 'Not for workers' })
  const left = async (id: number) => (await deliveriesOf(boss, id)).filter(({ state }) => state === 'waiting').length
  await expect.poll(async () => (await left(narrowed.id)) + (await left(workers.id)), { timeout: 15_000 }).toBe(0)
  const named = (name: string) => heard(name).map(({ body }) => JSON.parse(body).type)
  const ofAnimals = heard('north').map(({ body }) => JSON.parse(body).data.animal_id)
  expect(new Set(ofAnimals).size).toBe(1)
  expect(named('workers').filter(type => type !== 'animal.event')).toEqual([])
  expect(new Set(heard('workers').map(({ body }) => JSON.parse(body).data.animal_id)).size).toBe(2)
  // In the log there is nothing of what the key may not read.
  expect((await deliveriesOf(boss, narrowed.id)).length).toBe(heard('north').length)
})

test('a key that is revoked ends its webhook within a try; with another key it goes on', async () => {
  const { heard } = await receivers()
  const { farm, boss, hand, key } = await farmWithKey()
  const { id } = await webhookTo(boss, farm.id, 'revoked', { key_id: key.id, events: ['task.created'] })
  await boss.call(keys.revoke, { id: key.id })
  await sendTask(boss, hand, { title: 'Later' })
  const shown = async () => (await boss.call(webhooks.list, {})).data.find(one => one.id === id)
  await expect.poll(async () => (await shown())?.paused_because, { timeout: 10_000 }).toBe('key')
  expect(heard('revoked')).toEqual([])
  expect(await boss.refused(webhooks.resume, { id })).toMatchObject({ status: 422 })
  const next = await keyOf(boss, farm.id, { role_id: roles.manager })
  await (await asRecent(boss, farm.id)).call(webhooks.update, { id, key_id: next.id })
  await boss.call(webhooks.resume, { id })
  await triedOf(boss, id)
  expect(JSON.parse(heard('revoked')[0]?.body ?? '')).toMatchObject({ data: { title: 'Later' } })
})

test('a renewed secret signs beside the one before until its time is over', async () => {
  const { heard } = await receivers()
  const { farm, boss, key } = await farmWithKey()
  const { id, secret } = await webhookTo(boss, farm.id, 'rotated', { key_id: key.id, events: ['task.done'] })
  const recent = await asRecent(boss, farm.id)
  const renewed = await recent.call(webhooks.renew, { id, overlap_hours: 24 })
  await boss.call(webhooks.test, { id })
  await triedOf(boss, id)
  const [first] = heard('rotated')
  for (const one of [secret, renewed.secret])
    expect(new Verifier(one).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({ type: 'webhook.test' })
  const last = await recent.call(webhooks.renew, { id, overlap_hours: 0 })
  await boss.call(webhooks.test, { id })
  await triedOf(boss, id, 2)
  const [, second] = heard('rotated')
  expect(() => new Verifier(renewed.secret).verify(second?.body ?? '', second?.headers ?? {})).toThrow('signature')
  expect(new Verifier(last.secret).verify(second?.body ?? '', second?.headers ?? {})).toBeTruthy()
  // Nothing shows a secret again.
  expect(JSON.stringify(await boss.call(webhooks.list, {}))).not.toContain('whsec_')
})

test('managers pause, resume, test, replay and delete; each is in the audit log', async () => {
  const { answer, heard } = await receivers()
  const { farm, boss, hand, key } = await farmWithKey()
  const { id } = await webhookTo(boss, farm.id, 'managed', { key_id: key.id, events: ['task.created'] })
  await boss.call(webhooks.pause, { id })
  await sendTask(boss, hand, { title: 'Kept' })
  // A test comes through a pause, so that the fault can be found.
  await boss.call(webhooks.test, { id })
  await expect.poll(() => heard('managed').map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test'])
  answer('managed', response => response.writeHead(500).end('broken'))
  await boss.call(webhooks.resume, { id })
  await expect.poll(async () => (await triedOf(boss, id, 2)).at(0)?.status, { timeout: 10_000 }).toBe(500)
  const [kept] = await deliveriesOf(boss, id)
  expect(kept).toMatchObject({ state: 'waiting', tries: 1, type: 'task.created' })
  answer('managed', response => response.writeHead(204).end())
  await boss.call(webhooks.replay, { id: kept?.id ?? 0 })
  await expect.poll(async () => (await deliveriesOf(boss, id))[0]?.state, { timeout: 10_000 }).toBe('delivered')
  const ids = heard('managed').map(({ headers }) => headers['webhook-id'])
  expect(ids.slice(1)).toEqual([kept?.message_id, kept?.message_id])
  await boss.call(webhooks.remove, { id })
  expect((await boss.call(webhooks.list, {})).data).toEqual([])
  expect(await boss.refused(webhooks.delivery, { id: kept?.id ?? 0 })).toMatchObject({ status: 404 })
  const { data } = await boss.call(auditLog.list, { per_page: 20 })
  const actions = data.map(({ action }) => action).filter(action => action.startsWith('webhook.'))
  expect(actions.toReversed()).toEqual(['webhook.created', 'webhook.paused', 'webhook.resumed', 'webhook.deleted'])
})

test('failed deliveries since a moment come again together, with their ids', async () => {
  const { answer, heard } = await receivers()
  const { farm, boss, hand, key } = await farmWithKey()
  const { id } = await webhookTo(boss, farm.id, 'again', { key_id: key.id, events: ['task.created'] })
  answer('again', response => response.writeHead(503).end())
  for (const title of ['One', 'Two']) await sendTask(boss, hand, { title })
  const ends = async () => {
    const all = await deliveriesOf(boss, id)
    await timePassesForWaiting(id)
    return all.map(({ state, tries, due_at }) => ({ state, tries, due_at }))
  }
  const failed = { state: 'failed', tries: 10, due_at: null }
  await expect.poll(ends, { timeout: 45_000, interval: 100 }).toEqual([failed, failed])
  answer('again', response => response.writeHead(200).end())
  const since = new Date(Date.now() - 3600_000).toISOString()
  expect(await boss.call(webhooks.replayFailed, { id, since })).toEqual({ count: 2 })
  await timePasses(id)
  await expect
    .poll(async () => (await deliveriesOf(boss, id)).map(({ state }) => state), { timeout: 10_000 })
    .toEqual(['delivered', 'delivered'])
  expect(new Set(heard('again').map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(await boss.call(webhooks.replayFailed, { id, since })).toEqual({ count: 0 })
}, 60_000)

test('addresses, keys and numbers that are none are refused, and only managers with their password may', async () => {
  const { farm, boss, hand, key } = await farmWithKey()
  const draft = { name: 'Herd book', url: addressOf('book'), key_id: key.id, events: ['task.done' as const] }
  const recent = await asRecent(boss, farm.id)
  for (const url of [
    ...[
      'http://hooks.example.com/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://2130706433/',
    ],
    ...[
      'https://me:pass@hooks.example.com/',
      'https://hooks.example.com:22/',
      'https://db.internal/',
      'ftp://a.example',
    ],
    ...['https://printer.lan./', `https://hooks.example.com/${'a'.repeat(1_000)}`, 'hooks.example.com', ''],
  ])
    expect(await recent.refused(webhooks.create, { ...draft, url }), url).toMatchObject({ status: 422 })
  expect(await recent.refused(webhooks.create, { ...draft, events: [] })).toMatchObject({ status: 422 })
  expect(await recent.refused(webhooks.create, { ...draft, events: ['message.sent'] })).toMatchObject({ status: 422 })
  expect(await recent.refused(webhooks.create, { ...draft, key_id: hand.id })).toMatchObject({ status: 422 })
  expect(await boss.refused(webhooks.create, draft)).toMatchObject({ code: 'reauthentication_required' })
  expect(await hand.refused(webhooks.list, {})).toMatchObject({ status: 403 })
  expect(await key.refused(webhooks.list, {})).toMatchObject({ status: 403 })
  for (let made = 0; made < maxWebhooks; made++) await recent.call(webhooks.create, draft)
  expect(await recent.refused(webhooks.create, draft)).toMatchObject({
    status: 422,
    errors: { name: expect.any(Array) },
  })
}, 60_000)
