/** What Entra ID and Okta send, in their order and with their habits. */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { roles } from '#shared/lib/roles.ts'
import { provisioning } from '#shared/provisioning/contract.ts'
import { scimSchemas } from '#shared/provisioning/scim.ts'
import { memberships } from '../companies/table.ts'
import { company, platform } from '../test/people.ts'
import { entraUser, providerOf, type Resource } from '../test/scim.ts'

let made = 0
const newAddress = () => `otto${Date.now()}.${made++}@provider.test`

async function provider() {
  const farm = await company()
  const boss = await farm.manager()
  return { farm, boss, ...(await providerOf(boss, farm)) }
}

const only = (body: Record<string, unknown>) => (body.Resources as Resource[])[0]
const roleOf = async (companyId: number, userId: number) =>
  (
    await platform(db =>
      db
        .select({ roleId: memberships.roleId, frozenAt: memberships.frozenAt })
        .from(memberships)
        .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId))),
    )
  )[0]

test('Entra ID tries the connection, looks for a person, makes, changes, disables and deletes them', async () => {
  const { farm, call, patch } = await provider()
  const hand = await farm.worker()
  // The test of the connection asks for somebody who is nobody.
  expect((await call('GET', `/Users?filter=userName eq "${crypto.randomUUID()}"`)).body).toMatchObject({
    schemas: [scimSchemas.list],
    totalResults: 0,
    Resources: [],
  })
  expect((await call('GET', `/Users?filter=externalId eq "object-${hand.email}"`)).body.totalResults).toBe(0)
  const { status, body: user, headers } = await call('POST', '/Users', entraUser(hand.email))
  expect([status, headers.location]).toEqual([201, (user.meta as { location: string }).location])
  expect(only((await call('GET', `/Users?filter=externalId eq "object-${hand.email}"`)).body)).toEqual(user)

  const changed = await patch(
    `/Users/${user.id}`,
    { op: 'Replace', path: 'displayName', value: 'Otto Entra' },
    { op: 'Replace', path: 'name.familyName', value: 'Other' },
    { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@provider.test' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'work@provider.test' },
    { op: 'Add', path: 'title', value: 'Vet' },
    { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Field' },
    { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:externalId', value: 'other' },
  )
  expect(changed.body).toMatchObject({
    displayName: 'Otto Entra',
    externalId: 'other',
    name: { familyName: 'Other', givenName: 'Eva' },
    emails: [
      { type: 'work', primary: true, value: 'work@provider.test' },
      { type: 'home', value: 'home@provider.test' },
    ],
  })
  const off = await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'False' })
  expect([off.status, off.body.active]).toEqual([200, false])
  expect((await roleOf(farm.id, hand.id))?.frozenAt).toEqual(expect.any(Date))
  const on = await patch(`/Users/${user.id}`, { op: 'Replace', value: { active: 'True', 'name.givenName': 'Otto' } })
  expect(on.body).toMatchObject({ active: true, name: { givenName: 'Otto' } })
  expect((await roleOf(farm.id, hand.id))?.frozenAt).toBeNull()
  expect((await call('DELETE', `/Users/${user.id}`)).status).toBe(204)
})

test('Entra ID keeps groups: found by name without members, filled and emptied by values', async () => {
  const { farm, boss, call, patch, bring } = await provider()
  const [one, other] = [await farm.worker(), await farm.worker()]
  const [first, second] = [await bring(one.email), await bring(other.email)]
  const { body: group } = await call('POST', '/Groups', {
    schemas: [scimSchemas.group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: crypto.randomUUID(),
    displayName: 'Herd managers',
    meta: { resourceType: 'Group' },
  })
  await boss.call(provisioning.mapGroup, {
    ...{ id: farm.id, provisioned_group_id: Number(group.id), role_id: roles.manager, reach: null },
  })
  await patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value: [{ value: first.id }, { value: second.id }] })
  const found = (await call('GET', '/Groups?excludedAttributes=members&filter=displayName eq "Herd managers"')).body
  expect(only(found)).toMatchObject({ id: group.id })
  expect(only(found)).not.toHaveProperty('members')
  expect((await call('GET', `/Groups/${group.id}`)).body.members).toHaveLength(2)
  expect(await roleOf(farm.id, one.id)).toMatchObject({ roleId: roles.manager })
  const member = `/Groups?filter=id eq "${group.id}" and members eq "${first.id}"`
  expect((await call('GET', member)).body.totalResults).toBe(1)
  await patch(`/Groups/${group.id}`, { op: 'Remove', path: 'members', value: [{ value: first.id }] })
  expect((await call('GET', member)).body.totalResults).toBe(0)
  expect(await roleOf(farm.id, one.id)).toMatchObject({ roleId: roles.employee })
  await patch(`/Groups/${group.id}`, { op: 'Replace', path: 'displayName', value: 'Leads' })
  expect((await call('GET', `/Users/${second.id}`)).body.groups).toMatchObject([{ value: group.id, display: 'Leads' }])
})

test('Okta looks for a name, makes a person, replaces them whole, and deactivates without a path', async () => {
  const { farm, call, patch } = await provider()
  const hand = await farm.worker()
  const okta = {
    schemas: [scimSchemas.user],
    userName: hand.email,
    name: { givenName: 'Otto', familyName: 'Okta' },
    emails: [{ primary: true, value: hand.email, type: 'work', display: hand.email }],
    displayName: 'Otto Okta',
    locale: 'en-US',
    externalId: '00u1otto',
    groups: [],
    password: 'never kept',
    active: true,
  }
  expect((await call('GET', '/Users?startIndex=1&count=2')).body).toMatchObject({ startIndex: 1 })
  expect(
    (await call('GET', `/Users?filter=userName%20eq%20%22${hand.email}%22&startIndex=1&count=100`)).body,
  ).toMatchObject({
    totalResults: 0,
  })
  const { body: user } = await call('POST', '/Users', okta)
  expect(JSON.stringify(user)).not.toContain('never kept')
  const replaced = await call('PUT', `/Users/${user.id}`, {
    ...okta,
    id: user.id,
    meta: user.meta,
    displayName: 'Otto O.',
  })
  expect(replaced.body).toMatchObject({ id: user.id, displayName: 'Otto O.', active: true })
  const off = await patch(`/Users/${user.id}`, { op: 'replace', value: { active: false } })
  expect(off.body.active).toBe(false)
  expect((await roleOf(farm.id, hand.id))?.frozenAt).toEqual(expect.any(Date))
  expect((await call('PUT', `/Users/${user.id}`, { ...okta, id: user.id, active: true })).body.active).toBe(true)
  expect((await roleOf(farm.id, hand.id))?.frozenAt).toBeNull()
})

test('Okta pushes groups: replaced by name and id, members taken out by a filter', async () => {
  const { call, patch, bring } = await provider()
  const [one, other] = [await bring(newAddress()), await bring(newAddress())]
  const { body: group } = await call('POST', '/Groups', {
    schemas: [scimSchemas.group],
    displayName: 'Yard',
    members: [{ value: one.id, display: one.userName }],
  })
  await patch(`/Groups/${group.id}`, { op: 'replace', value: { id: group.id, displayName: 'Farmyard' } })
  await patch(
    `/Groups/${group.id}`,
    { op: 'remove', path: `members[value eq "${one.id}"]` },
    { op: 'add', path: 'members', value: [{ value: other.id, display: other.userName }] },
  )
  expect((await call('GET', `/Groups/${group.id}`)).body).toMatchObject({
    displayName: 'Farmyard',
    members: [{ value: other.id }],
  })
  const put = await call('PUT', `/Groups/${group.id}`, {
    id: group.id,
    displayName: 'Yard',
    members: [{ value: one.id }],
  })
  expect(put.body.members).toMatchObject([{ value: one.id }])
  await patch(`/Groups/${group.id}`, { op: 'replace', path: 'members', value: [] })
  expect((await call('GET', `/Groups/${group.id}`)).body).not.toHaveProperty('members')
  expect((await call('DELETE', `/Groups/${group.id}`)).status).toBe(204)
})
