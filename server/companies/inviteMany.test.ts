import { expect, test } from 'vitest'
import { animalGroups } from '#shared/animals/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { roles } from '#shared/companies/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { admin, company, narrow } from '../test/people.ts'
import { tend } from '../test/tend.ts'

test('a pasted list invites each valid line, and reports every line', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await boss.call(invites.create, { id: farm.id, email: 'open@list.example', role_id: 3000 })
  const own = await boss.call(roles.create, { name: 'Night watch', standing: 'below_employee', rules: [] })
  const text = [
    'E-mail;Role',
    'Anna Kis <Anna@list.example>',
    'bela@list.example; Vezető',
    '"carla@list.example",4000',
    'dora@list.example\tnight WATCH',
    '',
    'anna@list.example',
    'open@list.example',
    hand.email,
    'nobody',
    'erik@list.example, king',
    'fritz@list.example, greta@list.example',
  ].join('\r\n')
  const { lines } = await boss.call(invites.createMany, { id: farm.id, role_id: 3000, text })

  expect(lines.map(({ line, email, role_id, result }) => [line, email, role_id, result])).toEqual([
    [2, 'anna@list.example', 3000, 'invited'],
    [3, 'bela@list.example', 2000, 'invited'],
    [4, 'carla@list.example', 4000, 'invited'],
    [5, 'dora@list.example', own.id, 'invited'],
    [7, 'anna@list.example', 3000, 'duplicate'],
    [8, 'open@list.example', 3000, 'already_invited'],
    [9, hand.email, 3000, 'already_a_member'],
    [10, null, 3000, 'not_an_email'],
    [11, 'erik@list.example', null, 'unknown_role'],
    [12, 'fritz@list.example', 3000, 'invited'],
    [12, 'greta@list.example', 3000, 'invited'],
  ])
  expect((await boss.call(invites.list, { id: farm.id, per_page: 50 })).meta.total).toBe(7)
})

test('an empty list, one of more than 200 and one from somebody who may not invite are refused', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await (await company()).manager()]
  const many = Array.from({ length: 201 }, (_, index) => `p${index}@list.example`).join('\n')

  for (const text of ['', ' \n ', many])
    expect(await boss.refused(invites.createMany, { id: farm.id, role_id: 3000, text })).toMatchObject({
      status: 422,
      errors: { text: [expect.any(String)] },
    })
  expect(await hand.refused(invites.createMany, { id: farm.id, role_id: 3000, text: 'a@list.example' })).toMatchObject({
    status: 403,
  })
  expect(await other.refused(invites.createMany, { id: farm.id, role_id: 3000, text: 'a@list.example' })).toMatchObject(
    {
      status: 404,
    },
  )
})

test('a list stops at the limit of the plan: open invitations take their places', async () => {
  const farm = await company()
  const [boss, platformAdmin] = [await farm.manager(), await admin()]
  const [offer] = await platformAdmin.call(plans.offers, {})
  const limits = { users: 3, animals: null, forms: null, storage: null }
  await platformAdmin.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, limits, end_date: null })
  const text = ['a', 'b', 'c'].map(name => `${name}@limit.example`).join('\n')
  const { lines } = await boss.call(invites.createMany, { id: farm.id, role_id: 3000, text })

  expect(lines.map(({ result }) => result)).toEqual(['invited', 'invited', 'limit_reached'])
  expect(await boss.refused(invites.create, { id: farm.id, role_id: 3000, email: 'd@limit.example' })).toMatchObject({
    status: 403,
    code: 'plan_limit_reached',
    data: { limit: 'users', maximum: 3 },
  })
  expect(await boss.call(invites.create, { id: farm.id, role_id: 4000, email: 'e@limit.example' })).toMatchObject({
    role_id: 4000,
  })
})

test('a list beyond the day’s invitations invites as many as there are left, and loses no row', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { limits } = (await tend()).services
  const perDay = { name: 'invitations', tries: 500, seconds: 24 * 3600 }
  for (let spent = 0; spent < 498; spent++) await limits.spend(perDay, String(farm.id))
  const text = ['a@day.example', 'a@day.example', 'b@day.example', 'nobody', 'c@day.example', 'd@day.example'].join(
    '\n',
  )
  const list = { id: farm.id, role_id: 3000, text }
  // Looking first says how far the day reaches, and costs nothing of it.
  for (let time = 0; time < 2; time++) {
    const looked = await boss.call(invites.createMany, { ...list, dry_run: true })
    expect(looked.lines.map(({ result }) => result)).toEqual([
      ...['ready', 'duplicate', 'ready', 'not_an_email', 'too_many_today', 'too_many_today'],
    ])
  }
  const { lines } = await boss.call(invites.createMany, list)
  expect(lines.map(({ result }) => result)).toEqual([
    ...['invited', 'duplicate', 'invited', 'not_an_email', 'too_many_today', 'too_many_today'],
  ])
  expect((await boss.call(invites.list, { id: farm.id })).meta.total).toBe(2)
  const one = { id: farm.id, email: 'e@day.example', role_id: 3000 }
  expect(await boss.refused(invites.create, one)).toMatchObject({ status: 429 })
})

test('an invitation that is not made does not count', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { limits } = (await tend()).services
  const perDay = { name: 'invitations', tries: 500, seconds: 24 * 3600 }
  for (let spent = 0; spent < 498; spent++) await limits.spend(perDay, String(farm.id))
  const invite = (email: string) => ({ id: farm.id, email, role_id: 3000 })
  await boss.call(invites.create, invite('first@count.example'))
  for (let time = 0; time < 3; time++)
    expect(await boss.refused(invites.create, invite('first@count.example'))).toMatchObject({ status: 422 })
  await boss.call(invites.create, invite('second@count.example'))
})

/** Two sites with a pen each of the same name, a herd and a lorry. */
async function placesOf(farm: Awaited<ReturnType<typeof company>>) {
  const boss = await farm.manager()
  const site = async (name: string) => (await boss.call(locations.create, { name, type: 'site' })).id
  const [north, south] = [await site('Site North'), await site('Site South')]
  for (const parent_id of [north, south]) await boss.call(locations.create, { name: 'Pen 1', type: 'pen', parent_id })
  const barn = await boss.call(locations.create, { name: 'Old barn', type: 'pen', parent_id: north })
  const herd = await boss.call(animalGroups.create, { name: 'Dairy herd', location_id: south })
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry', plate: 'ABC-123' })
  return { boss, north, south, barn: barn.id, herd: herd.id, lorry: lorry.id }
}

test('a list says where each person works; a name that is unknown or not the only one is refused', async () => {
  const farm = await company()
  const { boss, north, south, herd, lorry } = await placesOf(farm)
  const text = [
    'E-mail;Rolle;Einsatzorte',
    'anna@works.example;;site NORTH;Dairy  herd',
    'bela@works.example;Vezető;"Site South; abc 123"',
    'carla@works.example;worker;Pen 1',
    'dora@works.example;worker;Site North;Nowhere',
    'erik@works.example;worker;Az egész cég',
    'fritz@works.example',
  ].join('\n')
  const reach = { location_ids: [south], animal_group_ids: [], vehicle_ids: [] }
  const input = { id: farm.id, role_id: 3000, reach, text }
  const preview = await boss.call(invites.createMany, { ...input, dry_run: true })
  expect(preview.unread_columns).toEqual([])
  const headed = { ...input, text: 'E-mail;Abteilung\ngerda@works.example;Site North', dry_run: true }
  expect((await boss.call(invites.createMany, headed)).unread_columns).toEqual(['Abteilung'])
  expect((await boss.call(invites.list, { id: farm.id })).meta.total).toBe(0)
  const { lines } = await boss.call(invites.createMany, input)

  const results = (of: typeof lines) => of.map(({ email, result, place }) => [email?.split('@')[0], result, place])
  expect(results(lines)).toEqual([
    ['anna', 'invited', null],
    ['bela', 'invited', null],
    ['carla', 'several_places', 'Pen 1'],
    ['dora', 'unknown_place', 'Nowhere'],
    ['erik', 'invited', null],
    ['fritz', 'invited', null],
  ])
  expect(results(preview.lines)).toEqual(
    results(lines).map(([name, result, place]) => [name, result === 'invited' ? 'ready' : result, place]),
  )
  expect(lines.find(({ place }) => place === 'Nowhere')?.text).toBe('dora@works.example; worker; Site North; Nowhere')
  const made = new Map((await boss.call(invites.list, { id: farm.id })).data.map(one => [one.email, one.reach]))
  expect(made).toEqual(
    new Map([
      ['anna@works.example', { location_ids: [north], animal_group_ids: [herd], vehicle_ids: [] }],
      ['bela@works.example', { location_ids: [south], animal_group_ids: [], vehicle_ids: [lorry] }],
      ['erik@works.example', null],
      ['fritz@works.example', reach],
    ]),
  )
  const again = await boss.call(invites.createMany, { ...input, dry_run: true })
  expect(again.lines.map(({ result }) => result)).toContain('already_invited')
})

test('a manager of a part invites nobody to more than that, and learns no names elsewhere', async () => {
  const farm = await company()
  const { barn, north, herd } = await placesOf(farm)
  const head = await farm.manager()
  await narrow(head, farm.id, { locations: [north] })
  const text = ['Old barn', 'Site South', 'Pen 1', 'Dairy herd', 'The whole company']
    .map((place, at) => `p${at}@part.example; worker; ${place}`)
    .concat('own@part.example')
    .join('\n')
  const { lines } = await head.call(invites.createMany, { id: farm.id, role_id: 3000, text })
  expect(lines.map(({ result }) => result)).toEqual([
    ...['invited', 'unknown_place', 'invited', 'unknown_place', 'place_above', 'invited'],
  ])
  const { data } = await head.call(invites.list, { id: farm.id, sort: 'email' })
  expect(data.map(({ reach }) => reach?.location_ids.length)).toEqual([expect.any(Number), 1, 1])
  expect(data.find(({ email }) => email.startsWith('p0'))?.reach?.location_ids).toEqual([barn])
  expect(data.flatMap(({ reach }) => reach?.animal_group_ids ?? [])).not.toContain(herd)
})
