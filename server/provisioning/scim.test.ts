import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { keys } from '#shared/accounts/keys.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites as inviteCalls } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { userChannel } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { provisioning } from '#shared/provisioning/contract.ts'
import { scimSchemas } from '#shared/provisioning/scim.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { users } from '../accounts/table.ts'
import { memberships } from '../companies/table.ts'
import { password, signInWith, withPassword } from '../test/accounts.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { asRecent, keyOf } from '../test/keys.ts'
import { linkIn, type Mailbox, openMailbox } from '../test/mailbox.ts'
import { admin, company, type Person, personWith, platform, request, stranger } from '../test/people.ts'
import { tokenFor } from '../test/routes/asking.ts'
import { callScim, entraUser, providerOf, type Resource } from '../test/scim.ts'
import { listener } from '../test/sockets.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

let made = 0
const newAddress = () => `eva${Date.now()}.${made++}@provider.test`

async function farmWithProvider() {
  const farm = await company()
  const boss = await farm.manager()
  return { farm, boss, provider: await providerOf(boss, farm) }
}

/** Follows the invitation as somebody new does. */
async function register(email: string, count = 1): Promise<Person> {
  const token =
    linkIn(await mailbox.next(email, count))
      .split('/')
      .at(-1) ?? ''
  const answer = await request(auth.register, { name: 'Eva', password, invite_token: token }, null)
  const { data } = JSON.parse(answer.body)
  return personWith(data.token, { id: data.user.id, name: 'Eva', email })
}

const memberOf = async (companyId: number, userId: number) =>
  (
    await platform(db =>
      db
        .select()
        .from(memberships)
        .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId))),
    )
  )[0]

test('a new person is invited, and is a member with the role of the key from their first sign-in', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  const email = newAddress()
  const user = await provider.bring(email)
  expect(user).toMatchObject({ userName: email, active: true, externalId: `object-${email}` })
  expect(user).not.toHaveProperty('title')
  expect((await boss.call(companies.members, { id: farm.id })).data).toHaveLength(1)
  expect((await boss.call(inviteCalls.list, { id: farm.id })).data).toMatchObject([{ email, role_id: 3000 }])
  const person = await register(email)
  expect(await memberOf(farm.id, person.id)).toMatchObject({ roleId: roles.employee, endedAt: null })
  expect((await provider.call('GET', `/Users?filter=userName eq "${email.toUpperCase()}"`)).body).toMatchObject({
    totalResults: 1,
    Resources: [{ id: user.id }],
  })
})

test('an account of the same address is never taken over: it is invited, and joins by its own yes', async () => {
  const { farm, provider } = await farmWithProvider()
  const owner = await stranger()
  const user = await provider.bring(owner.email, { displayName: 'Somebody Else' })
  expect(await memberOf(farm.id, owner.id)).toBeUndefined()
  expect(await owner.call(auth.user, {})).toMatchObject({ name: owner.name, company_id: null })
  await owner.call(companies.join, { id: farm.id })
  expect(await memberOf(farm.id, owner.id)).toMatchObject({ roleId: roles.employee })
  // What the provider says of names and addresses is its own: the account keeps what its person chose.
  await provider.patch(`/Users/${user.id}`, {
    op: 'replace',
    path: 'emails[type eq "work"].value',
    value: newAddress(),
  })
  expect(await owner.call(auth.user, {})).toMatchObject({ name: owner.name, email: owner.email })
  await provider.call('DELETE', `/Users/${user.id}`)
  const home = personWith(await tokenFor(owner.id, null), owner)
  expect(await home.call(auth.user, {})).toMatchObject({ name: owner.name, email: owner.email, company_id: null })
})

test('a member of the address is linked as they are; one whose address is not confirmed is not', async () => {
  const { farm, provider } = await farmWithProvider()
  const hand = await farm.worker()
  const user = await provider.bring(hand.email)
  expect(await memberOf(farm.id, hand.id)).toMatchObject({ roleId: roles.employee, frozenAt: null })
  await provider.patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'False' })
  expect((await memberOf(farm.id, hand.id))?.frozenAt).toEqual(expect.any(Date))

  const doubtful = await farm.worker()
  await platform(db => db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, doubtful.id)))
  const refused = await provider.call('POST', '/Users', entraUser(doubtful.email))
  expect([refused.status, refused.body.scimType]).toEqual([409, 'uniqueness'])
})

test('who is deactivated is out within a second, on calls and sockets, and comes back when activated', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  const hand = await farm.worker()
  const user = await provider.bring(hand.email)
  const socket = await listener(hand, `presence-company.${farm.id}`, userChannel(hand.id))
  const begun = Date.now()
  const off = await provider.patch(`/Users/${user.id}`, { op: 'replace', value: { active: false } })
  expect(off.body).toMatchObject({ active: false })
  expect(await socket.closed).toBe(4009)
  expect(await hand.refused(locations.list, {})).toMatchObject({ status: 401 })
  expect(Date.now() - begun).toBeLessThan(1_000)
  expect((await boss.call(auditLog.list, { action: 'member.frozen' })).data[0]).toMatchObject({
    actor: { name: 'Entra ID' },
    subject_id: hand.id,
  })
  await provider.patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'True' })
  expect(await memberOf(farm.id, hand.id)).toMatchObject({ frozenAt: null, endedAt: null })
})

test('unsent work of a deactivated person has its way in: by a colleague with its copy, by them later', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  const hand = await withPassword(await farm.worker())
  const form = await publishedForm(boss)
  const user = await provider.bring(hand.email)
  const key = (await hand.call(auth.deviceKey, {})).key
  await provider.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })
  // They sign in to their account, whose key opens what their device keeps, and save a copy of it.
  const { data } = await signInWith(hand.email, password)
  expect(data.user.company_id).toBeNull()
  const home = personWith(data.token, hand)
  expect((await home.call(auth.deviceKey, {})).key).toBe(key)
  const work = { form_id: form.id, version: 1, started_at: new Date(Date.now() - 3600_000).toISOString() }
  const copy = { ...work, uuid: crypto.randomUUID(), written_by: { id: hand.id, name: hand.name } }
  const brought = await boss.call(submissions.import, copy)
  await boss.call(submissions.complete, { id: brought.id, answers: goodAnswers })
  expect((await boss.call(submissions.list, { uuid: copy.uuid })).data).toMatchObject([
    { user_id: hand.id, imported_by: boss.id, started_at: work.started_at },
  ])

  await provider.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: true })
  await home.call(auth.updateUser, { company_id: farm.id })
  const own = await home.call(submissions.create, { ...work, uuid: crypto.randomUUID() })
  await home.call(submissions.complete, { id: own.id, answers: goodAnswers })
  expect((await boss.call(submissions.list, { uuid: own.uuid })).data).toMatchObject([
    { user_id: hand.id, imported_by: null, started_at: work.started_at },
  ])
})

test('sessions of a deactivated person in another company go on', async () => {
  const { farm, provider } = await farmWithProvider()
  const hand = await farm.worker()
  const dairy = await company()
  await platform(db => db.insert(memberships).values({ companyId: dairy.id, userId: hand.id, roleId: roles.employee }))
  const user = await provider.bring(hand.email)
  await hand.call(auth.updateUser, { company_id: dairy.id })
  await provider.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })
  expect(await hand.call(locations.list, {})).toMatchObject({ data: [] })
})

test('an invited person who is deactivated cannot join; activated, they are invited again', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  const email = newAddress()
  const user = await provider.bring(email)
  const first =
    linkIn(await mailbox.next(email))
      .split('/')
      .at(-1) ?? ''
  await provider.patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'False' })
  const late = await request(auth.register, { name: 'Eva', password, invite_token: first }, null)
  expect(JSON.parse(late.body)).toMatchObject({ code: 'link_revoked' })
  await provider.patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: true })
  const person = await register(email, 2)
  expect(await memberOf(farm.id, person.id)).toMatchObject({ endedAt: null })
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(2)
})

test('two people of one address are one account: the first is linked when it joins', async () => {
  const { farm, provider } = await farmWithProvider()
  const email = newAddress()
  const [first, second] = [await provider.bring(email), await provider.bring(newAddress(), { active: false })]
  await provider.patch(`/Users/${second.id}`, { op: 'replace', path: 'emails[type eq "work"].value', value: email })
  const person = await register(email)
  expect(await memberOf(farm.id, person.id)).toMatchObject({ endedAt: null })
  await provider.patch(`/Users/${first.id}`, { op: 'replace', path: 'active', value: false })
  expect((await memberOf(farm.id, person.id))?.frozenAt).toEqual(expect.any(Date))
  const taken = await provider.patch(`/Users/${second.id}`, { op: 'replace', path: 'active', value: true })
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness'])
})

test('a removed person is no member any more, and their row is gone', async () => {
  const { farm, provider } = await farmWithProvider()
  const hand = await farm.worker()
  const user = await provider.bring(hand.email)
  expect((await provider.call('DELETE', `/Users/${user.id}`)).status).toBe(204)
  expect((await memberOf(farm.id, hand.id))?.endedAt).toEqual(expect.any(Date))
  expect(await hand.refused(locations.list, {})).toMatchObject({ status: 401 })
  for (const method of ['GET', 'DELETE'] as const)
    expect((await provider.call(method, `/Users/${user.id}`)).status).toBe(404)
})

test('the last manager of the whole company is neither deactivated nor removed', async () => {
  const { boss, provider } = await farmWithProvider()
  const user = await provider.bring(boss.email)
  for (const answer of [
    await provider.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false }),
    await provider.call('DELETE', `/Users/${user.id}`),
  ])
    expect(answer.status).toBe(409)
  expect(await boss.call(auth.user, {})).toMatchObject({ id: boss.id })
})

test('a group gives what a manager says: to its people at once, to invited ones with their yes', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const hand = await farm.worker()
  const [member, invited] = [await provider.bring(hand.email), await provider.bring(newAddress())]
  const { body: group } = await provider.call('POST', '/Groups', {
    schemas: [scimSchemas.group],
    displayName: 'Milkers',
    members: [{ value: member.id }],
  })
  expect(group.members).toMatchObject([{ value: member.id, display: hand.email }])
  expect(await boss.call(provisioning.get, { id: farm.id })).toMatchObject({
    people: 2,
    groups: [{ name: 'Milkers', member_count: 1, role_id: null }],
  })
  const reach = { location_ids: [barn.id], animal_group_ids: [], vehicle_ids: [] }
  const place = { id: farm.id, provisioned_group_id: Number(group.id) }
  await boss.call(provisioning.mapGroup, { ...place, role_id: roles.manager, reach })
  expect(await memberOf(farm.id, hand.id)).toMatchObject({ roleId: roles.manager, reachLocations: [barn.id] })
  await provider.patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value: [{ value: invited.id }] })
  const person = await register(invited.userName as string)
  expect(await memberOf(farm.id, person.id)).toMatchObject({ roleId: roles.manager, reachLocations: [barn.id] })
  // Out of the last mapped group they are what people without one are.
  await provider.patch(`/Groups/${group.id}`, { op: 'Remove', path: 'members', value: [{ value: member.id }] })
  expect(await memberOf(farm.id, hand.id)).toMatchObject({ roleId: roles.employee, reachLocations: null })
  await provider.call('DELETE', `/Groups/${group.id}`)
  expect(await memberOf(farm.id, person.id)).toMatchObject({ roleId: roles.employee, reachLocations: null })
  expect((await boss.call(auditLog.list, { action: 'provisioning.group_mapped' })).data).toHaveLength(1)
})

test('of several groups the highest role decides, in the places of the groups that give it', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  const [barn, field] = [
    await boss.call(locations.create, { name: 'Barn', type: 'barn' }),
    await boss.call(locations.create, { name: 'Field', type: 'paddock' }),
  ]
  const hand = await farm.worker()
  const member = await provider.bring(hand.email)
  const at = (...ids: number[]) => ({ location_ids: ids, animal_group_ids: [], vehicle_ids: [] })
  const add = async (displayName: string, role_id: number, reach: ReturnType<typeof at> | null) => {
    const { body } = await provider.call('POST', '/Groups', { displayName, members: [{ value: member.id }] })
    await boss.call(provisioning.mapGroup, { id: farm.id, provisioned_group_id: Number(body.id), role_id, reach })
  }
  await add('Everybody', roles.employee, null)
  await add('Leads of the barn', roles.manager, at(barn.id))
  // A manager of the barn, and not of the whole company in which everybody is an employee.
  expect(await memberOf(farm.id, hand.id)).toMatchObject({ roleId: roles.manager, reachLocations: [barn.id] })
  await add('Leads of the field', roles.manager, at(field.id))
  expect(await memberOf(farm.id, hand.id)).toMatchObject({ reachLocations: [barn.id, field.id] })
})

test('only managers of the whole company map groups, to no more than they have', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  const { body: group } = await provider.call('POST', '/Groups', { displayName: 'Milkers' })
  const place = { id: farm.id, provisioned_group_id: Number(group.id), role_id: roles.employee, reach: null }
  const other = await (await company()).manager()
  expect(await other.refused(provisioning.mapGroup, place)).toMatchObject({ status: 404 })
  expect(await other.refused(provisioning.get, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await (await farm.worker()).refused(provisioning.get, { id: farm.id })).toMatchObject({ status: 403 })
  const theirs = await company()
  expect(
    await boss.refused(provisioning.mapGroup, {
      ...place,
      reach: {
        location_ids: [(await (await theirs.manager()).call(locations.create, { name: 'X', type: 'barn' })).id],
        animal_group_ids: [],
        vehicle_ids: [],
      },
    }),
  ).toMatchObject({ status: 422 })
  expect(await (await admin()).call(provisioning.mapGroup, place)).toMatchObject({ role_id: roles.employee })
})

test('a key that provisions does nothing else, and no other key or person provisions', async () => {
  const { farm, boss, provider } = await farmWithProvider()
  for (const call of [locations.list, auth.user, keys.list, companies.list])
    expect(await provider.key.refused(call as typeof locations.list, {})).toMatchObject({ status: 403 })
  const writer = await keyOf(boss, farm.id, { role_id: roles.manager })
  for (const { token } of [boss, writer, await admin()])
    expect((await callScim(token, 'GET', '/Users')).status).toBe(403)
  expect((await callScim(null, 'GET', '/Users')).status).toBe(401)
  const recent = await asRecent(boss, farm.id)
  const { id } = provider.key
  await recent.call(keys.revoke, { id })
  expect((await callScim(provider.key.token, 'GET', '/Users')).status).toBe(401)
  const platformAdmin = await asRecent(await admin(), null)
  expect(await platformAdmin.refused(keys.create, { name: 'x', access: 'scim' })).toMatchObject({ status: 422 })
})

test('a provider sees and changes no one and no group of another company', async () => {
  const [one, other] = [await farmWithProvider(), await farmWithProvider()]
  const hand = await one.farm.worker()
  const user = await one.provider.bring(hand.email)
  const { body: group } = await one.provider.call('POST', '/Groups', { displayName: 'Milkers' })
  const mine = await other.provider.bring(newAddress())
  for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
    const body = { userName: 'x@provider.test', displayName: 'x' }
    for (const answer of [
      await other.provider.call('GET', path),
      await other.provider.call('PUT', path, body),
      await other.provider.patch(path, { op: 'replace', path: 'active', value: false }),
      await other.provider.call('DELETE', path),
    ])
      expect(answer.status).toBe(404)
  }
  for (const list of ['/Users', '/Groups', `/Users?filter=id eq "${user.id}"`]) {
    const { Resources } = (await other.provider.call('GET', list)).body
    expect((Resources as Resource[]).map(({ id }) => id)).not.toContain(user.id)
  }
  const { body: own } = await other.provider.call('POST', '/Groups', { displayName: 'Own' })
  const added = await other.provider.patch(`/Groups/${own.id}`, {
    op: 'add',
    path: 'members',
    value: [{ value: user.id }],
  })
  expect([added.status, added.body.scimType]).toEqual([400, 'invalidValue'])
  // The same address may be in both.
  expect((await other.provider.call('PUT', `/Users/${mine.id}`, entraUser(hand.email))).status).toBe(200)
})

test('names are unique in a company, and refusals have the form of SCIM', async () => {
  const { provider } = await farmWithProvider()
  const email = newAddress()
  const user = await provider.bring(email)
  const another = await provider.bring(newAddress())
  for (const answer of [
    await provider.call('POST', '/Users', entraUser(email.toUpperCase())),
    await provider.patch(`/Users/${another.id}`, { op: 'replace', path: 'userName', value: email }),
  ])
    expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness'])
  for (const [method, path, body, status, scimType] of [
    ['GET', '/Users?filter=userName%20eq', undefined, 400, 'invalidFilter'],
    ['GET', '/Users?filter=title eq "x"', undefined, 400, 'invalidFilter'],
    ['GET', '/Users/nobody', undefined, 404, undefined],
    ['POST', '/Users', { userName: 'no address' }, 400, 'invalidValue'],
    ['POST', '/Users', {}, 400, 'invalidValue'],
    ['PATCH', `/Users/${user.id}`, { Operations: [{ op: 'explode', path: 'active' }] }, 400, 'invalidSyntax'],
    ['PATCH', `/Users/${user.id}`, { Operations: [{ op: 'remove' }] }, 400, 'invalidPath'],
    ['PATCH', `/Users/${user.id}`, { Operations: [{ op: 'remove', path: 'userName' }] }, 400, 'invalidValue'],
    ['PATCH', `/Users/${user.id}`, { Operations: [{ op: 'replace', path: 'emails[', value: 1 }] }, 400, 'invalidPath'],
  ] as const) {
    const answer = await provider.call(method, path, body)
    expect([answer.status, answer.body.scimType], `${method} ${path}`).toEqual([status, scimType])
  }
})

test('no path of a change reaches anything but the attributes that are kept', async () => {
  const { provider } = await farmWithProvider()
  const user = await provider.bring(newAddress())
  for (const path of ['constructor.prototype.polluted', '__proto__.polluted', 'name.__proto__', 'emails.constructor'])
    await provider.patch(`/Users/${user.id}`, { op: 'add', path, value: 'x' })
  await provider.patch(`/Users/${user.id}`, {
    op: 'add',
    value: JSON.parse('{"constructor.prototype.polluted":"x","id":"1","userId":1,"isActive":false}'),
  })
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
  expect((await provider.call('GET', `/Users/${user.id}`)).body).toMatchObject({ id: user.id, active: true })
})

test('lists come in pages from 1, and show what is asked for', async () => {
  const { provider } = await farmWithProvider()
  for (let count = 0; count < 3; count++) await provider.bring(newAddress())
  const page = (await provider.call('GET', '/Users?startIndex=2&count=1&attributes=userName')).body
  expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
  expect(Object.keys((page.Resources as Resource[])[0] ?? {}).sort()).toEqual(['id', 'schemas', 'userName'])
  expect((await provider.call('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] })
  expect((await provider.call('GET', '/Users?startIndex=-4&count=-1')).body).toMatchObject({ startIndex: 1 })
  const { Resources } = (await provider.call('GET', '/Users?excludedAttributes=emails,name')).body
  expect((Resources as Resource[])[0]).not.toHaveProperty('emails')
})

test('a plan without room takes no further person of a provider', async () => {
  const { farm, provider } = await farmWithProvider()
  const helper = await admin()
  const [offer] = await helper.call(plans.offers, {})
  const limits = { users: 2, animals: null, forms: null, storage: null }
  await helper.call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, end_date: null, limits })
  const first = await provider.bring(newAddress())
  expect((await provider.call('POST', '/Users', entraUser(newAddress()))).status).toBe(403)
  // Who is taken in without being let in takes no room.
  const idle = await provider.bring(newAddress(), { active: false })
  expect((await provider.patch(`/Users/${idle.id}`, { op: 'replace', path: 'active', value: true })).status).toBe(403)
  await provider.call('DELETE', `/Users/${first.id}`)
  expect((await provider.patch(`/Users/${idle.id}`, { op: 'replace', path: 'active', value: true })).status).toBe(200)
})

test('a provider asks first what this server can do', async () => {
  const { provider } = await farmWithProvider()
  expect((await provider.call('GET', '/ServiceProviderConfig')).body).toMatchObject({
    schemas: [scimSchemas.config],
    patch: { supported: true },
    filter: { supported: true },
    bulk: { supported: false },
  })
  const kinds = (await provider.call('GET', '/ResourceTypes')).body.Resources as Resource[]
  expect(kinds.map(({ id, endpoint }) => [id, endpoint])).toEqual([
    ['User', '/Users'],
    ['Group', '/Groups'],
  ])
  const all = (await provider.call('GET', '/Schemas')).body.Resources as Resource[]
  expect(all.map(({ id }) => id)).toEqual([scimSchemas.user, scimSchemas.group])
  expect((await provider.call('GET', '/ResourceTypes/Group')).body).toMatchObject({ schema: scimSchemas.group })
  expect((await provider.call('GET', '/Schemas/nothing')).status).toBe(404)
})
