/** Single sign-on with a real provider: its pages, its exchange, and its sign-out, as a browser goes through them. */
import { afterAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { sso } from '#shared/accounts/sso.ts'
import { type RealProvider, realProvider } from '#testing/realProvider.ts'
import { asRecent } from '../../test/keys.ts'
import { admin, company, personWith, platform, request } from '../../test/people.ts'
import { address } from '../../test/sockets.ts'
import { type Browser, beginAt, comeBack, personOf, settingsOf } from '../../test/sso.ts'
import { ssoDomains } from '../ssoTable.ts'

let provider: RealProvider | undefined
afterAll(() => provider?.close())

/** The cookies of one browser at the provider, and where it is led. */
function surfer() {
  const cookies = new Map<string, string>()
  return async function follow(url: string, form?: Record<string, string>): Promise<{ url: string; body: string }> {
    const answer = await fetch(url, {
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (!next) return { url, body: await answer.text() }
    const target = new URL(next, url).href
    return target.startsWith(new URL(url).origin) ? follow(target) : { url: target, body: '' }
  }
}

test('somebody signs in at a real provider, and is signed out here when they sign out there', async () => {
  // The redirect address is of where this tend listens.
  const here = await address()
  const farm = await company()
  const key = `company-${farm.id}`
  const root = await asRecent(await admin(), null)
  const { redirect_address } = await root.call(sso.get, { company_id: farm.id })
  provider = await realProvider({
    redirectAddress: redirect_address,
    logoutAddress: `${here}/api/auth/sso/logout/${key}`,
    claimsOf: name => ({ email: `${name}@real.example`, email_verified: true, name, groups: ['farm'] }),
  })
  await root.call(sso.save, {
    ...settingsOf(provider),
    ...{ company_id: farm.id, is_private: true, secret: provider.secret, domains: ['real.example'] },
    ...{ join_claim: 'groups', join_value: 'farm', ends_there: true },
  })
  await platform(db => db.update(ssoDomains).set({ confirmedAt: new Date() }))
  const browser: Browser = { cookie: undefined }
  const follow = surfer()
  const begun = await beginAt(key, browser)
  const asked = await follow(begun)
  const action = /action="([^"]+)"/.exec(asked.body)?.[1] ?? ''
  const back = await follow(new URL(action, asked.url).href, { prompt: 'login', login: 'anna', password: 'any' })
  expect(back.url.startsWith(redirect_address)).toBe(true)
  const signedIn = await comeBack(key, new URL(back.url).search.slice(1), browser)
  expect(signedIn.data.user).toMatchObject({ email: 'anna@real.example', company_id: farm.id })
  const anna = personOf(signedIn)
  await anna.call(auth.user, {})

  // Signed out at the provider by the browser: it tells tend itself.
  const second = personWith(signedIn.data.token, anna)
  const end = `${provider.issuer}/session/end?client_id=tend`
  const question = await follow(end)
  const confirm = /action="([^"]+)"/.exec(question.body)?.[1] ?? ''
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.body)?.[1] ?? ''
  await follow(confirm, { xsrf, logout: 'yes' })
  await expect.poll(async () => (await second.send(auth.user, {})).statusCode).toBe(401)
  expect((await request(sso.start, { key }, null)).statusCode).toBe(200)
})
