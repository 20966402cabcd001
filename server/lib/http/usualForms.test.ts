/** Bodies, addresses and answers in the forms that the contract has, for all calls alike. */
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { papers } from '#shared/certificates/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { contracts } from '#shared/contracts.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { SentTask } from '#shared/tasks/task.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { publishedForm } from '../../test/forms.ts'
import { admin, company, type Person } from '../../test/people.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'

const calls = Object.values(contracts).flatMap(feature => Object.values(feature as Record<string, Endpoint>))

test('each deletion answers with nothing', () => {
  const others = calls.filter(({ method, returns }) => method === 'DELETE' && !(returns instanceof z.ZodNull))
  expect(others.map(({ path }) => path)).toEqual([])
})

test('a JSON call takes no HTML form or plain text; signing a channel and unsubscribing do', async () => {
  const boss = await (await company()).manager()
  const { app } = await tend()
  const post = (url: string, type: string, payload: string) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${boss.token}`, 'content-type': type },
    })
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', 'name=Barn&type=barn'],
    ['text/plain', '{"name":"Barn","type":"barn"}'],
    ['application/xml', '<name>Barn</name>'],
  ] as const) {
    const answer = await post('/api/location', type, payload)
    expect([answer.statusCode, answer.json().code], type).toEqual([415, 'wrong_content_type'])
  }
  const form = 'application/x-www-form-urlencoded'
  const signed = await post(
    '/broadcasting/auth',
    form,
    `socket_id=1.1&channel_name=private-user.${boss.id + 1_000}.notifications`,
  )
  expect(signed.statusCode).toBe(403)
  expect((await post('/api/action/nothing', form, 'List-Unsubscribe=One-Click')).statusCode).toBe(404)
})

test('a list in an address is repeated, has brackets or commas; anything else is refused', async () => {
  const farm = await company()
  const [anna, bela, cili] = [await farm.worker(), await farm.worker(), await farm.worker()]
  const { app } = await tend()
  const ask = async (query: string) => {
    const url = `/api/messaging/users/available?${query}`
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${anna.token}` } })
    return answer.statusCode === 200 ? answer.json().data.map(({ id }: { id: number }) => id) : answer.statusCode
  }
  const [one, other] = [bela.id, cili.id]
  expect((await ask('')).toSorted()).toEqual([one, other])
  for (const query of [
    `exclude=${one},${other}`,
    `exclude=${one}&exclude=${other}`,
    `exclude[]=${one}&exclude[]=${other}`,
    `exclude%5B%5D=${one}&exclude%5B%5D=${other}`,
  ])
    expect(await ask(query), query).toEqual([])
  expect(await ask(`exclude[]=${one}`)).toEqual([other])
  for (const garbage of ['exclude=x', 'exclude[]=-1', `exclude=${one}&exclude=x`])
    expect(await ask(garbage), garbage).toBe(422)
})

test('a body may repeat the path’s values, and not contradict them', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  const { app } = await tend()
  const copy = (payload: object) =>
    app.inject({
      method: 'POST',
      url: `/api/company/${farm.id}/copy-form/${form.id}`,
      payload,
      headers: { authorization: `Bearer ${boss.token}` },
    })
  expect((await copy({ company_id: farm.id, form_id: form.id })).statusCode).toBe(201)
  expect((await copy({})).statusCode).toBe(201)
  for (const [payload, field] of [
    [{ company_id: dairy.id, form_id: form.id }, 'company_id'],
    [{ company_id: farm.id, form_id: form.id + 1 }, 'form_id'],
  ] as const) {
    const answer = await copy(payload)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  }
  expect((await boss.call(forms.list, {})).meta.total).toBe(3)
})

test('a conflict shows the row as it is now, with declared fields alone', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const assignees = [{ user_id: hand.id }, { user_id: other.id }]
  const sent = await sendTask(boss, hand, { done_by: 'any_one', assignees })
  const theirs = (await other.call(tasks.sent, {})).data[0]
  await hand.call(tasks.completeSent, { id: sent.id })
  const refusal = await other.refused(tasks.completeSent, { id: theirs?.id ?? 0 })
  expect(refusal).toMatchObject({ status: 409, code: 'task_already_done' })
  expect(Object.keys(refusal.data as object).toSorted()).toEqual(Object.keys(SentTask.shape).toSorted())
})

test('a stale change of each kind of entry is answered with the entry as its call declares it', async () => {
  const boss = await (await company()).manager()
  const { id: vehicleId } = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  const paper = await boss.call(papers.create, { kind: 'insurance', vehicle_id: vehicleId })
  const oil = { vehicle_id: vehicleId, name: 'Oil', every_months: 12 }
  const [plan] = (await boss.call(vehicleLog.plan, oil)).plans
  const cow = await boss.call(animals.create, { name: 'Rose', species: 'cattle' })
  const weighed = {
    id: cow.id,
    day: new Date().toISOString().slice(0, 10),
    details: { type: 'weight', kilograms: 600 },
  } as const
  const event = await boss.call(animalEvents.create, weighed)
  const stale = { revision: 9 }
  const refusals = [
    [papers.update.returns, await boss.refused(papers.update, { id: paper.id, ...stale })],
    [vehicleLog.plan.returns, await boss.refused(vehicleLog.plan, { ...oil, maintenance_plan_id: plan?.id, ...stale })],
    [animalEvents.update.returns, await boss.refused(animalEvents.update, { id: event.id, ...stale })],
  ] as const
  for (const [row, refusal] of refusals) {
    expect(refusal).toMatchObject({ status: 409, code: 'stale_revision' })
    expect(Object.keys(refusal.data as object).toSorted()).toEqual(Object.keys(row.shape).toSorted())
  }
})

test('undeclared details of a conflict stay on the server, and the log names their fields', async () => {
  const { services } = await tend()
  const boss = await (await company()).manager()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const endpoint: Endpoint = locations.update
  endpoint.conflicts = { stale_revision: z.object({ heads: z.int() }) }
  const log = vi.spyOn(services.log, 'error').mockImplementation(() => undefined)
  try {
    const refusal = await boss.refused(locations.update, { id: barn.id, name: 'Shed', revision: 9 })
    expect(refusal).toMatchObject({ status: 409, code: 'stale_revision' })
    expect(refusal.data).toBeUndefined()
    const message = expect.stringContaining('stale_revision do not fit PUT /location/:id: heads')
    expect(log.mock.calls[0]?.[0]).toMatchObject({ err: { message } })
  } finally {
    delete endpoint.conflicts
    log.mockRestore()
  }
})

test('nobody ends a company without the password, the platform’s admins neither', async () => {
  const farm = await company()
  const [boss, alex] = [await farm.manager(), await admin()]
  const ends = (person: Person) => person.refused(companies.remove, { id: farm.id })
  for (const person of [boss, alex])
    expect(await ends(person)).toMatchObject({ status: 403, code: 'reauthentication_required' })
})

test('an event to a group is heard by its members alone', async () => {
  const farm = await company()
  const [anna, bela] = [await farm.worker(), await farm.worker()]
  const group = await anna.call(messaging.create, { type: 'group', title: 'A', user_ids: [bela.id] })
  expect(await anna.call(messaging.removeUser, { id: group.id, user_id: bela.id })).toBeNull()
  expect(await bela.refused(messaging.get, { id: group.id })).toMatchObject({ status: 404 })
})
