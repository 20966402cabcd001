/** Single sign-on: who gets in, as whom, and which lies of a provider open nothing. */
import { and, eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { sso } from '#shared/accounts/sso.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { today } from '#shared/today/contract.ts'
import { memberships } from '../../companies/table.ts'
import { password, recently, signInWith, withPassword } from '../../test/accounts.ts'
import { asRecent } from '../../test/keys.ts'
import { type LyingProvider, lyingProvider } from '../../test/lyingProvider.ts'
import { admin, belongs, company, type Person, personWith, platform, request } from '../../test/people.ts'
import { type Browser, beginAt, comeBack, connected, personOf, settingsOf, signInAt } from '../../test/sso.ts'
import { tend } from '../../test/tend.ts'
import { eraseUser } from '../commands.ts'
import { sessions } from '../sessionTable.ts'
import { ssoConnections, ssoDomains, ssoLinks } from '../ssoTable.ts'
import { users } from '../table.ts'

let provider: LyingProvider
let other: LyingProvider

beforeAll(async () => {
  ;[provider, other] = [await lyingProvider(), await lyingProvider()]
})
beforeEach(async () => {
  provider.lies = {}
  await platform(db => db.delete(ssoConnections))
})
afterAll(async () => {
  await provider.close()
  await other.close()
})

let made = 0
const inMembers = { joinClaim: 'groups', joinValue: 'farm' }

/** A company whose provider speaks for a domain of its own. */
async function farmWith(settings: Parameters<typeof connected>[2] = inMembers) {
  const farm = await company()
  const domain = `farm${++made}.example`
  const connectionId = await connected(provider, farm.id, { domain, ...settings })
  const said = (name: string, more: object = {}) => ({
    ...{ sub: name, email: `${name}@${domain}`, email_verified: true, name, groups: ['farm'] },
    ...more,
  })
  return { farm, domain, connectionId, key: `company-${farm.id}`, said }
}

const roleIn = async (companyId: number, userId: number) => {
  const ofThem = and(eq(memberships.companyId, companyId), eq(memberships.userId, userId))
  const [found] = await platform(db => db.select().from(memberships).where(ofThem))
  return found?.roleId
}

test('who has the claim gets an account and a role at the first sign-in, and is found by the subject', async () => {
  const { farm, key, said } = await farmWith()
  const first = await signInAt(provider, key, said('anna'))
  expect(first).toMatchObject({ status: 200, data: { user: { company_id: farm.id, role_id: roles.employee } } })
  const again = await signInAt(provider, key, { ...said('anna'), email: 'somebody@elsewhere.example' })
  expect(again.data.user).toMatchObject({ id: first.data.user.id, email: first.data.user.email })
})

test('who has neither the claim nor an invitation gets nothing, and an invitation is accepted', async () => {
  const { farm, key, said, domain } = await farmWith()
  const nobody = said('bert', { groups: ['others'] })
  expect(await signInAt(provider, key, nobody)).toMatchObject({ status: 403, code: 'sso_not_invited' })
  const boss = await farm.manager()
  const invited = { id: farm.id, email: `bert@${domain}`, role_id: roles.manager }
  await boss.call(invites.create, invited)
  const { data } = await signInAt(provider, key, nobody)
  expect(data.user).toMatchObject({ company_id: farm.id, role_id: roles.manager })
})

test('an account that is there is linked by its password once, and then opens by the subject', async () => {
  const { farm, key, said, domain } = await farmWith()
  const anna = await withPassword(await farm.worker())
  await platform(db =>
    db
      .update(users)
      .set({ email: `anna@${domain}` })
      .where(eq(users.id, anna.id)),
  )
  const asked = await signInAt(provider, key, said('anna'))
  const { token = '' } = asked.data.link ?? {}
  expect(asked.data).toEqual({ link: { token, email: `anna@${domain}`, name: 'Okta' } })
  const wrong = await request(sso.link, { token, password: 'wrong' }, null)
  expect(JSON.parse(wrong.body)).toMatchObject({ code: 'wrong_credentials' })
  const right = await request(sso.link, { token, password }, null)
  expect(JSON.parse(right.body).data.user).toMatchObject({ id: anna.id, company_id: farm.id })
  expect((await request(sso.link, { token, password }, null)).statusCode).toBe(410)
  expect((await signInAt(provider, key, said('anna'))).data.user.id).toBe(anna.id)
})

test('an address that the provider has not checked, or that is in another domain, finds and makes nobody', async () => {
  const { farm, key, said } = await farmWith()
  const victim = await withPassword(await farm.manager())
  const unverified = said('eve', { email: victim.email, email_verified: false })
  expect(await signInAt(provider, key, unverified)).toMatchObject({ code: 'sso_email_unverified' })
  const swapped = said('eve', { email: victim.email })
  expect(await signInAt(provider, key, swapped)).toMatchObject({ code: 'sso_other_domain' })
  const asText = said('eve', { email_verified: 'true' })
  expect(await signInAt(provider, key, asText)).toMatchObject({ code: 'sso_email_unverified' })
  await platform(db => db.update(ssoDomains).set({ confirmedAt: null }))
  expect(await signInAt(provider, key, said('eve'))).toMatchObject({ code: 'sso_other_domain' })
})

const past = () => Math.floor(Date.now() / 1000) - 3600
test.each<[lie: string, lies: () => LyingProvider['lies']]>([
  ['another issuer', () => ({ claims: { iss: 'https://issuer.example' } })],
  ['another audience', () => ({ claims: { aud: 'another-client' } })],
  ['several audiences without naming the party', () => ({ claims: { aud: ['tend', 'another-client'] } })],
  ['another nonce', () => ({ claims: { nonce: 'another' } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['a token that has expired', () => ({ claims: { exp: past(), iat: past() - 60 } })],
  ['a token of tomorrow', () => ({ claims: { nbf: past() + 90_000 } })],
  ['a signature of another key', () => ({ isForged: true })],
  ['nobody', () => ({ claims: { sub: '' } })],
])('a provider that says %s opens nothing', async (_, lies) => {
  const { key, said } = await farmWith()
  provider.lies = lies()
  expect(await signInAt(provider, key, said('anna'))).toMatchObject({ status: 403, code: 'sso_refused' })
  const found = await platform(db => db.select().from(ssoLinks))
  expect(found).toEqual([])
})

test('another person in the answer of who says more, a replayed answer and another browser open nothing', async () => {
  const { key, said } = await farmWith({ ...inMembers, roleClaim: 'ranks' })
  provider.lies = { userinfo: { sub: 'somebody else', ranks: ['boss'] } }
  expect(await signInAt(provider, key, said('anna'))).toMatchObject({ code: 'sso_refused' })
  provider.lies = {}
  const browser: Browser = { cookie: undefined }
  const answer = provider.answerTo(await beginAt(key, browser), said('anna'))
  provider.lies = { userinfo: { sub: 'anna' } }
  expect(await comeBack(key, answer, { cookie: 'another' })).toMatchObject({ status: 410, code: 'link_expired' })
  expect(await comeBack(key, answer, { cookie: undefined })).toMatchObject({ code: 'link_expired' })
  expect((await comeBack(key, answer, browser)).status).toBe(200)
  expect(await comeBack(key, answer, browser)).toMatchObject({ code: 'link_expired' })
  expect(await comeBack(key, 'code=x&state=made-up', browser)).toMatchObject({ code: 'link_expired' })
  expect(await comeBack(key, 'error=access_denied', browser)).toMatchObject({ code: 'link_expired' })
})

test('the answer of one provider is no answer of another', async () => {
  const [one, two] = [await farmWith(), await farmWith()]
  const browser: Browser = { cookie: undefined }
  const address = await beginAt(one.key, browser)
  const answer = provider.answerTo(address, two.said('anna'))
  expect(await comeBack(two.key, answer, browser)).toMatchObject({ code: 'link_expired' })
  expect(new URL(address).searchParams.get('redirect_uri')).toMatch(new RegExp(`/auth/sso/${one.key}$`))
  expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256')
})

test('a company’s provider opens its company alone, for people of several too', async () => {
  const { farm, key, said, domain } = await farmWith()
  const [dairy, anna] = [await company(), await withPassword(await farm.worker())]
  await belongs(anna, dairy.id, roles.manager)
  await platform(db =>
    db
      .update(users)
      .set({ email: `anna@${domain}` })
      .where(eq(users.id, anna.id)),
  )
  const { token = '' } = (await signInAt(provider, key, said('anna'))).data.link ?? {}
  await request(sso.link, { token, password }, null)
  const here = personOf(await signInAt(provider, key, said('anna')))
  expect((await here.call(companies.list, {})).data.map(({ id }) => id)).toEqual([farm.id])
  expect(await here.call(today.others, {})).toMatchObject({ companies: [] })
  expect(await here.call(invites.mine, {})).toEqual([])
  for (const [call, input] of [
    [auth.updateUser, { company_id: dairy.id }],
    [companies.get, { id: dairy.id }],
    [companies.quit, { id: dairy.id }],
    [companies.restore, { id: dairy.id }],
  ] as const)
    expect(await here.refused(call, input), call.path).toMatchObject({ code: 'not_found' })
  for (const [call, input] of [
    [companies.create, { name: 'Theirs', country_id: 826, language_id: 1, time_zone: 'UTC' }],
    [companies.join, { id: dairy.id }],
    [me.export, {}],
  ] as const)
    expect(await here.refused(call, input), call.path).toMatchObject({ code: 'sso_session' })
  // By the password they still work in both.
  const { data } = await signInWith(`anna@${domain}`, password)
  await personWith(data.token, anna).call(auth.updateUser, { company_id: dairy.id })
})

test('no claim makes an administrator in a company, and administrators do not come by its provider', async () => {
  const { key, said, domain } = await farmWith()
  const root = await withPassword(await admin())
  await platform(db =>
    db
      .update(users)
      .set({ email: `root@${domain}` })
      .where(eq(users.id, root.id)),
  )
  expect(await signInAt(provider, key, said('root'))).toMatchObject({ code: 'sso_administrator' })
  // Somebody who becomes one later has no rank in such a session.
  const anna = personOf(await signInAt(provider, key, said('anna')))
  await platform(db => db.update(users).set({ adminSince: new Date() }).where(eq(users.id, anna.id)))
  expect((await anna.refused(sso.domains, {})).code).toBe('forbidden')
})

test('a claim gives the role each time, never a higher one than was set, and the last manager stays', async () => {
  const values = [{ value: 'boss', role_id: roles.manager }]
  const { farm, key, said } = await farmWith({ ...inMembers, roleClaim: 'rank', roleValues: values })
  const { data } = await signInAt(provider, key, said('anna', { rank: 'boss' }))
  expect(data.user.role_id).toBe(roles.manager)
  await signInAt(provider, key, said('anna', { rank: 'worker' }))
  expect(await roleIn(farm.id, data.user.id)).toBe(roles.manager)
  await farm.manager()
  const lower = [...values, { value: 'worker', role_id: roles.employee }]
  await platform(db => db.update(ssoConnections).set({ roleValues: lower }))
  await signInAt(provider, key, said('anna', { rank: ['worker'] }))
  expect(await roleIn(farm.id, data.user.id)).toBe(roles.employee)
})

test('who was removed comes back by an invitation, not by a claim that still says so', async () => {
  const { farm, key, said } = await farmWith()
  const anna = personOf(await signInAt(provider, key, said('anna')))
  const boss = await farm.manager()
  await boss.call(companies.removeMember, { id: farm.id, user_id: anna.id })
  expect(await signInAt(provider, key, said('anna'))).toMatchObject({ code: 'sso_not_invited' })
})

test('the platform’s provider makes administrators by a claim that was set, and takes the rank back', async () => {
  const settings = { roleClaim: 'rank', roleValues: [{ value: 'root', role_id: roles.admin }], ...inMembers }
  await connected(provider, null, settings)
  await admin()
  const said = { sub: 'root', email: 'root@platform.example', email_verified: true, groups: 'farm' }
  const { data } = await signInAt(provider, 'platform', { ...said, rank: 'root' })
  expect(data.user.role_id).toBe(roles.admin)
  const later = await signInAt(provider, 'platform', { ...said, rank: 'other' })
  expect(later.data.user).toMatchObject({ id: data.user.id, role_id: roles.employee })
})

test('the provider’s second factor counts; without it tend’s own is asked for', async () => {
  const { farm, key, said } = await farmWith({ ...inMembers, acrValues: ['two'] })
  const boss = await farm.manager()
  const { name, country_id, time_zone, language_id, revision } = await boss.call(companies.get, { id: farm.id })
  const settings = { name, country_id, time_zone, language_id, revision, two_factor_required: true }
  await platform(async db => {
    const { companies: table } = await import('../../companies/table.ts')
    await db.update(table).set({ twoFactorRequired: settings.two_factor_required }).where(eq(table.id, farm.id))
  })
  const weak = await signInAt(provider, key, said('anna', { amr: ['pwd'] }))
  expect(weak.data.user.two_factor_due).toBe(true)
  expect((await personOf(weak).refused(locations.list, {})).code).toBe('two_factor_required')
  for (const strong of [{ amr: ['pwd', 'otp'] }, { acr: 'two' }]) {
    const { data } = await signInAt(provider, key, said('anna', strong))
    expect(data.user.two_factor_due).toBe(false)
    await personOf({ status: 200, data }).call(locations.list, {})
  }
})

test('a second factor of tend is asked for where the provider asked for none, and at linking', async () => {
  const { farm, key, said, domain } = await farmWith()
  const anna = await recently(await farm.worker())
  await platform(db =>
    db
      .update(users)
      .set({ email: `anna@${domain}` })
      .where(eq(users.id, anna.id)),
  )
  const { secret } = await anna.call(me.startTwoFactor, {})
  const codeAt = (offset: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + offset })
  const { recovery_codes } = await anna.call(me.confirmTwoFactor, { code: codeAt(-30_000) })
  const asked = await signInAt(provider, key, said('anna', { amr: ['mfa'] }))
  const { token = '' } = asked.data.link ?? {}
  const first = await request(sso.link, { token, password }, null)
  expect(JSON.parse(first.body).data).toEqual({ code_required: true })
  const wrong = await request(sso.link, { token, password, code: '000000' }, null)
  expect(JSON.parse(wrong.body).code).toBe('wrong_code')
  const right = await request(sso.link, { token, password, code: recovery_codes[0] }, null)
  expect(JSON.parse(right.body).data.user.id).toBe(anna.id)
  const { data } = await signInAt(provider, key, said('anna'))
  const done = await request(auth.loginTwoFactor, { challenge: data.two_factor, code: recovery_codes[1] }, null)
  const began = JSON.parse(done.body).data
  expect(began.user).toMatchObject({ id: anna.id, company_id: farm.id, sso: { name: 'Okta', has_password: true } })
  expect((await signInAt(provider, key, said('anna', { amr: ['mfa'] }))).data.token).toBeTruthy()
})

test('signing out at the provider ends the sessions here; each logout token counts once', async () => {
  const { key, said } = await farmWith()
  const send = (logout_token: string) => request(sso.logout, { key, logout_token }, null)
  const [anna, bela] = [await signInAt(provider, key, said('anna')), await signInAt(provider, key, said('bela'))]
  const token = await provider.logoutToken({ sub: 'anna' })
  for (const lie of [
    await provider.logoutToken({ sub: 'bela' }, { isForged: true }),
    await provider.logoutToken({ sub: 'bela', iss: 'https://issuer.example' }),
    await provider.logoutToken({ sub: 'bela', aud: 'another' }),
    await provider.logoutToken({ sub: 'bela', nonce: 'one' }),
    await provider.logoutToken({ sub: 'bela', events: {} }),
    await provider.logoutToken({ sub: 'bela', jti: undefined }),
    await provider.logoutToken({ sub: 'bela', iat: past() }),
    await provider.logoutToken({}),
    'no token',
  ])
    expect((await send(lie)).statusCode).toBe(400)
  expect((await send(token)).statusCode).toBe(200)
  expect((await personOf(anna).refused(auth.user, {})).code).toBe('unauthenticated')
  await personOf(bela).call(auth.user, {})
  expect((await send(token)).statusCode).toBe(400)
})

test('a logout token of a session ends that session', async () => {
  const { key, said } = await farmWith()
  const one = personOf(await signInAt(provider, key, said('anna', { sid: 'one' })))
  const two = personOf(await signInAt(provider, key, said('anna', { sid: 'two' })))
  const { app } = await tend()
  const answer = await app.inject({
    method: 'POST',
    url: `/api/auth/sso/logout/${key}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `logout_token=${await provider.logoutToken({ sid: 'one' })}`,
  })
  expect(answer.statusCode).toBe(200)
  expect((await one.refused(auth.user, {})).code).toBe('unauthenticated')
  await two.call(auth.user, {})
})

test('signing out here leads to the provider’s sign-out where it is set so', async () => {
  const { key, said, connectionId } = await farmWith()
  expect(await personOf(await signInAt(provider, key, said('anna'))).call(auth.logout, {})).toBeNull()
  const wish = { endsThere: true, updatedAt: new Date() }
  await platform(db => db.update(ssoConnections).set(wish).where(eq(ssoConnections.id, connectionId)))
  const { address } = (await personOf(await signInAt(provider, key, said('anna'))).call(auth.logout, {})) ?? {}
  expect(address).toMatch(new RegExp(`^${provider.issuer}/end\\?`))
})

test('a provider leads to pages of the web, and to no script', async () => {
  const { key, said } = await farmWith({ ...inMembers, endsThere: true })
  const person = personOf(await signInAt(provider, key, said('anna')))
  provider.lies = {
    description: { authorization_endpoint: 'javascript:alert(1)', end_session_endpoint: 'javascript:1' },
  }
  await platform(db => db.update(ssoConnections).set({ updatedAt: new Date() }))
  expect((await request(sso.start, { key }, null)).statusCode).toBe(503)
  expect(await person.call(auth.logout, {})).toBeNull()
})

test('a provider that is down is said so, and the password still opens where it may', async () => {
  const { key, said, domain, farm } = await farmWith()
  const boss = await withPassword(await farm.manager())
  const browser: Browser = { cookie: undefined }
  const answer = provider.answerTo(await beginAt(key, browser), said('anna'))
  provider.lies = { status: 503 }
  expect(await comeBack(key, answer, browser)).toMatchObject({ status: 503, code: 'sso_unreachable' })
  const gone = { issuer: 'http://127.0.0.1:9', updatedAt: new Date() }
  await platform(db => db.update(ssoConnections).set(gone))
  const down = await request(sso.start, { key }, null)
  expect(JSON.parse(down.body)).toMatchObject({ code: 'sso_unreachable' })
  expect((await signInWith(boss.email, password)).status).toBe(200)
  const found = await request(sso.find, { email: `somebody@${domain}` }, null)
  expect(JSON.parse(found.body).data).toEqual({ key, name: 'Okta' })
})

async function bossBy(key: string, said: (name: string, more?: object) => Record<string, unknown>): Promise<Person> {
  const boss = personOf(await signInAt(provider, key, said('boss')))
  const now = { reauthenticatedAt: new Date() }
  await platform(db => db.update(sessions).set(now).where(eq(sessions.userId, boss.id)))
  return boss
}

test('passwords are switched off by who signed in by the provider, and one manager keeps theirs', async () => {
  const { farm, key, said } = await farmWith({ ...inMembers, defaultRoleId: roles.manager })
  const [keeper, hand] = [await withPassword(await farm.manager()), await withPassword(await farm.worker())]
  const recent = await asRecent(keeper, farm.id)
  const off = { is_off: true, break_glass_user_id: keeper.id }
  expect((await recent.refused(sso.setPassword, off)).code).toBe('sso_try_first')
  const boss = await bossBy(key, said)
  expect((await boss.refused(sso.setPassword, { is_off: true })).errors).toHaveProperty('break_glass_user_id')
  const noManager = { is_off: true, break_glass_user_id: hand.id }
  expect((await boss.refused(sso.setPassword, noManager)).errors).toHaveProperty('break_glass_user_id')
  const done = await boss.call(sso.setPassword, off)
  expect(done).toMatchObject({ is_password_off: true, break_glass: { id: keeper.id } })
  expect((await hand.refused(locations.list, {})).code).toBe('unauthenticated')
  expect(await signInWith(hand.email, password)).toMatchObject({ status: 403, code: 'sso_required' })
  expect((await signInWith(keeper.email, password)).status).toBe(200)
  await boss.call(locations.list, {})
  // With nobody left who could, passwords count again.
  await platform(db => db.update(users).set({ archivedAt: new Date() }).where(eq(users.id, keeper.id)))
  expect((await signInWith(hand.email, password)).status).toBe(200)
  expect((await boss.call(sso.get, {})).connection).toMatchObject({ is_password_off: false })
})

test('in a company without passwords, people of several still work in the others by theirs', async () => {
  const { farm, key, said } = await farmWith({ ...inMembers, defaultRoleId: roles.manager })
  const [keeper, anna] = [await withPassword(await farm.manager()), await withPassword(await farm.worker())]
  const dairy = await company()
  await belongs(anna, dairy.id, roles.manager)
  await (await bossBy(key, said)).call(sso.setPassword, { is_off: true, break_glass_user_id: keeper.id })
  const { data } = await signInWith(anna.email, password)
  expect(data.user.company_id).toBe(dairy.id)
  const there = personWith(data.token, anna)
  for (const [call, input] of [
    [auth.updateUser, { company_id: farm.id }],
    [companies.get, { id: farm.id }],
  ] as const)
    expect((await there.refused(call, input)).code).toBe('sso_required')
  expect(await there.call(today.others, {})).toMatchObject({ companies: [] })
  await platform(db => db.update(sessions).set({ companyId: farm.id }).where(eq(sessions.userId, anna.id)))
  expect((await there.refused(locations.list, {})).code).toBe('forbidden')
})

test('passwords of the platform are switched off for all but one administrator', async () => {
  const settings = { roleClaim: 'rank', roleValues: [{ value: 'root', role_id: roles.admin }], ...inMembers }
  await connected(provider, null, settings)
  const keeper = await withPassword(await admin())
  const said = { sub: 'r2', email: 'r2@platform.example', email_verified: true, groups: 'farm', rank: 'root' }
  const root = await bossBy('platform', () => said)
  const hand = await withPassword(await (await company()).worker())
  await root.call(sso.setPassword, { is_off: true, break_glass_user_id: keeper.id })
  expect(await signInWith(hand.email, password)).toMatchObject({ code: 'sso_required' })
  expect((await signInWith(hand.email, 'wrong')).code).toBe('wrong_credentials')
  expect((await signInWith(keeper.email, password)).status).toBe(200)
  const options = JSON.parse((await request(auth.options, {}, null)).body).data
  expect(options).toMatchObject({ sso: { key: 'platform', name: 'Okta' }, password: false })
  await root.call(sso.setPassword, { is_off: false })
  expect((await signInWith(hand.email, password)).status).toBe(200)
})

test('a manager sets it up, an administrator confirms the domain, and the secret is not shown', async () => {
  const farm = await company()
  const boss = await asRecent(await farm.manager(), farm.id)
  const draft = { ...settingsOf(provider), domains: ['north.example'], secret: 'very secret' }
  // A manager's provider has a public address.
  expect((await boss.refused(sso.save, draft)).errors).toHaveProperty('issuer')
  const root = await asRecent(await admin(), null)
  const saved = await root.call(sso.save, { ...draft, company_id: farm.id, is_private: true })
  expect(saved).toMatchObject({ has_secret: true, domains: [{ domain: 'north.example', is_confirmed: false }] })
  expect(JSON.stringify(await boss.call(sso.get, {}))).not.toContain('very secret')
  const [stored] = await platform(db => db.select().from(ssoConnections))
  expect(stored?.secret?.toString()).not.toContain('very secret')
  const [wanted] = await root.call(sso.domains, {})
  expect((await boss.refused(sso.confirmDomain, { id: wanted?.id ?? 0, is_confirmed: true })).code).toBe('forbidden')
  await root.call(sso.confirmDomain, { id: wanted?.id ?? 0, is_confirmed: true })
  expect((await boss.call(sso.get, {})).connection?.domains).toMatchObject([{ is_confirmed: true }])
  const dairy = await company()
  await connected(provider, dairy.id, { domain: 'south.example' })
  await platform(db =>
    db.insert(ssoDomains).values({ connectionId: saved && stored ? stored.id : 0, domain: 'south.example' }),
  )
  const again = (await root.call(sso.domains, {})).find(({ confirmed_at }) => confirmed_at === null)
  expect((await root.refused(sso.confirmDomain, { id: again?.id ?? 0, is_confirmed: true })).status).toBe(422)
  const worker = await asRecent(await farm.worker(), farm.id)
  for (const [call, input] of [
    [sso.get, {}],
    [sso.save, draft],
    [sso.remove, {}],
    [sso.setPassword, { is_off: false }],
  ] as const)
    expect((await worker.refused(call, input)).code).toBe('forbidden')
  const stranger = await asRecent(await dairy.manager(), dairy.id)
  expect((await stranger.refused(sso.get, { company_id: farm.id })).code).toBe('not_found')
  expect((await stranger.refused(sso.remove, { company_id: farm.id })).code).toBe('not_found')
})

test('another issuer forgets the people of the one before and its secret', async () => {
  const { farm, key, said, connectionId } = await farmWith()
  const anna = personOf(await signInAt(provider, key, said('anna')))
  const root = await asRecent(await admin(), null)
  const draft = { ...settingsOf(other), company_id: farm.id, is_private: true, domains: [] }
  expect(await root.call(sso.save, draft)).toMatchObject({ has_secret: false })
  expect((await anna.refused(auth.user, {})).code).toBe('unauthenticated')
  const left = await platform(db => db.select().from(ssoLinks).where(eq(ssoLinks.connectionId, connectionId)))
  expect(left).toEqual([])
})

test('the account shows its providers and unlinks them, with a password', async () => {
  const { farm, key, said, domain } = await farmWith()
  const bela = personOf(await signInAt(provider, key, said('bela')))
  const [own] = await bela.call(sso.links, {})
  expect(own).toMatchObject({ name: 'Okta', email: `bela@${domain}` })
  expect((await bela.refused(sso.unlink, { id: own?.id ?? 0 })).code).toBe('sso_no_password')
  await withPassword(bela)
  expect((await bela.refused(sso.unlink, { id: own?.id ?? 0 })).code).toBe('reauthentication_required')
  const stranger = await recently(await farm.worker())
  expect((await stranger.refused(sso.unlink, { id: own?.id ?? 0 })).code).toBe('not_found')
  await (await recently(bela)).call(sso.unlink, { id: own?.id ?? 0 })
  expect((await signInAt(provider, key, said('bela'))).data.link?.email).toBe(`bela@${domain}`)
})

test('who has no password confirms at the provider what is dangerous', async () => {
  const { key, said } = await farmWith()
  const browser: Browser = { cookie: undefined }
  const anna = personOf(await signInAt(provider, key, said('anna'), browser))
  const again = async () => {
    const answer = await request(sso.again, {}, anna.token, { headers: { cookie: `tend_sso=${browser.cookie}` } })
    return JSON.parse(answer.body).data.address as string
  }
  const now = Math.floor(Date.now() / 1000)
  const address = await again()
  expect(new URL(address).searchParams.get('prompt')).toBe('login')
  const old = provider.answerTo(address, said('anna', { auth_time: now - 3600 }))
  expect((await comeBack(key, old, browser, anna.token)).code).toBe('sso_refused')
  const otherPerson = provider.answerTo(await again(), said('bela', { auth_time: now }))
  expect((await comeBack(key, otherPerson, browser, anna.token)).code).toBe('sso_refused')
  const fresh = provider.answerTo(await again(), said('anna', { auth_time: now }))
  expect((await comeBack(key, fresh, browser, null)).code).toBe('sso_refused')
  const good = provider.answerTo(await again(), said('anna', { auth_time: now }))
  const renewed = personOf(await comeBack(key, good, browser, anna.token))
  await renewed.call(me.startTwoFactor, {})
  await withPassword(anna)
  expect((await renewed.refused(sso.again, {})).code).toBe('not_found')
})

test('an account that ends leaves its subject free, and its data holds no settings of a provider', async () => {
  const { farm, key, said, connectionId } = await farmWith()
  const [anna, keeper] = [personOf(await signInAt(provider, key, said('anna'))), await recently(await farm.manager())]
  const keeps = { breakGlassUserId: keeper.id, secret: Buffer.from('sealed') }
  await platform(db => db.update(ssoConnections).set(keeps).where(eq(ssoConnections.id, connectionId)))
  const { rawPayload } = await keeper.send(me.export, {})
  const rows = strFromU8(unzipSync(new Uint8Array(rawPayload))['data.json'] ?? new Uint8Array())
  expect(rows).not.toContain('sso_connections')
  const { services } = await tend()
  await platform(own => eraseUser({ db: own, now: new Date(), services }, anna.id))
  const again = await signInAt(provider, key, said('anna'))
  expect(again.data.user.id).not.toBe(anna.id)
})
