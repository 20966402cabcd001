import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { request } from '../lib/client.ts'
import { show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { PasskeyWay } from './WaysIn.tsx'

vi.mock('../lib/client.ts', () => ({ request: vi.fn(), send: vi.fn() }))

/** What the page has asked the browser for; each ends when the page takes it back, as in a browser. */
const asked: CredentialRequestOptions[] = []
const offers = () => asked.filter(({ mediation }) => mediation === 'conditional')
const dialogs = () => asked.filter(({ mediation }) => mediation !== 'conditional')

beforeEach(() => {
  asked.length = 0
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  vi.spyOn(navigator.credentials, 'get').mockImplementation(options => {
    asked.push(options ?? {})
    return new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)))
  })
  vi.mocked(request).mockResolvedValue({ options: { challenge: 'AAAA', rpId: 'localhost' } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const signIn = () => page.getByRole('button', { name: 'Sign in with a passkey' })

const shown = () =>
  show(
    <>
      <input aria-label="Email" autoComplete="username webauthn" />
      <PasskeyWay address={location.origin} onSignedIn={async () => undefined} />
    </>,
  )

test('an offer that cannot be made says nothing, and a dialog that cannot be opened says why', async () => {
  vi.mocked(request).mockRejectedValue(new RequestError({ status: 0, code: 'network_error' }))
  await shown()
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
  await vi.mocked(request).mock.results[0]?.value.catch(() => undefined)
  await expect.element(signIn()).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  await signIn().click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('a dialog takes the place of the offer without a word, and the next offer waits for its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await shown()
  await vi.waitFor(() => expect(offers()).toHaveLength(1))
  await signIn().click()
  await vi.waitFor(() => expect(dialogs()).toHaveLength(1))
  expect(offers()[0]?.signal?.aborted).toBe(true)
  expect(page.getByRole('alert').elements()).toEqual([])
  vi.advanceTimersByTime(10 * 60_000)
  await expect.element(signIn()).toBeVisible()
  expect(dialogs()[0]?.signal?.aborted).toBe(false)
  expect(offers()).toHaveLength(1)
})
