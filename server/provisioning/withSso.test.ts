/** People whom a provider brings by SCIM and who then sign in at the same provider. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { provisioning } from '#shared/provisioning/contract.ts'
import { memberships } from '../companies/table.ts'
import { type LyingProvider, lyingProvider } from '../test/lyingProvider.ts'
import { company, platform } from '../test/people.ts'
import { providerOf } from '../test/scim.ts'
import { connected, personOf, signInAt } from '../test/sso.ts'

let provider: LyingProvider
beforeAll(async () => {
  provider = await lyingProvider()
})
afterAll(() => provider.close())

let made = 0

/** A company that nobody joins by a claim: only whom the provider brings may come. */
async function farmWithBoth() {
  const farm = await company()
  const boss = await farm.manager()
  const domain = `both${++made}.example`
  await connected(provider, farm.id, { domain })
  const scim = await providerOf(boss, farm)
  const said = (name: string) => ({ sub: name, email: `${name}@${domain}`, email_verified: true, name })
  return { farm, boss, domain, scim, key: `company-${farm.id}`, said }
}

const memberOf = async (companyId: number, userId: number) => {
  const ofThem = and(eq(memberships.companyId, companyId), eq(memberships.userId, userId))
  return (await platform(db => db.select().from(memberships).where(ofThem)))[0]
}

test('the first sign-in accepts the open invitation of SCIM, with the role and the places of its group', async () => {
  const { farm, boss, domain, scim, key, said } = await farmWithBoth()
  expect(await signInAt(provider, key, said('eva'))).toMatchObject({ status: 403, code: 'sso_not_invited' })
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const brought = await scim.bring(`eva@${domain}`)
  const { body: group } = await scim.call('POST', '/Groups', {
    ...{ displayName: 'Leads of the barn', members: [{ value: brought.id }] },
  })
  const reach = { location_ids: [barn.id], animal_group_ids: [], vehicle_ids: [] }
  const mapped = { id: farm.id, provisioned_group_id: Number(group.id), role_id: roles.manager, reach }
  await boss.call(provisioning.mapGroup, mapped)

  const first = await signInAt(provider, key, said('eva'))
  expect(first).toMatchObject({ status: 200, data: { user: { company_id: farm.id, role_id: roles.manager } } })
  const { id } = first.data.user
  expect(await memberOf(farm.id, id)).toMatchObject({ roleId: roles.manager, reachLocations: [barn.id] })
  const { data: open } = await boss.call(invites.list, { id: farm.id, state: 'pending' })
  expect(open).toEqual([])
  // From now on it is the same person, by either way.
  expect((await signInAt(provider, key, said('eva'))).data.user.id).toBe(id)
  expect((await scim.call('GET', `/Users/${brought.id}`)).body).toMatchObject({ active: true })
})

test('who is deactivated does not come in by single sign-on, and does again when activated', async () => {
  const { farm, domain, scim, key, said } = await farmWithBoth()
  const brought = await scim.bring(`eva@${domain}`)
  const eva = personOf(await signInAt(provider, key, said('eva')))
  await scim.patch(`/Users/${brought.id}`, { op: 'Replace', path: 'active', value: false })
  expect(await eva.refused(locations.list, {})).toMatchObject({ status: expect.any(Number) })
  const meantime = await signInAt(provider, key, said('eva'))
  expect(meantime.data?.user?.company_id).not.toBe(farm.id)
  await scim.patch(`/Users/${brought.id}`, { op: 'Replace', path: 'active', value: true })
  const back = await signInAt(provider, key, said('eva'))
  expect(back).toMatchObject({ status: 200, data: { user: { id: eva.id, company_id: farm.id } } })
  expect((await personOf(back).call(auth.user, {})).company_id).toBe(farm.id)
})

test('an invitation that was withdrawn, or is of another address, is not accepted by signing in', async () => {
  const { domain, scim, key, said } = await farmWithBoth()
  const brought = await scim.bring(`eva@${domain}`)
  expect(await signInAt(provider, key, said('bert'))).toMatchObject({ status: 403, code: 'sso_not_invited' })
  const unchecked = { ...said('eva'), email_verified: false }
  expect(await signInAt(provider, key, unchecked)).toMatchObject({ status: 403 })
  await scim.patch(`/Users/${brought.id}`, { op: 'Replace', path: 'active', value: false })
  expect(await signInAt(provider, key, said('eva'))).toMatchObject({ status: 403, code: 'sso_not_invited' })
})
