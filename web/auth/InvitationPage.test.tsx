import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'
import { RequestError } from '../lib/requestError.ts'
import { sessionChanged } from '../lib/session/session.ts'
import { register } from '../lib/session/signIn.ts'
import { InvitationPage } from './InvitationPage.tsx'

const invitation = {
  ...{ email: 'stan@farm.example', has_account: null, invited_by: 'Maya', role_id: 3000, role_name: null },
  ...{ company: { id: 4, name: 'Farm' }, language_id: 1 },
}
vi.mock('../lib/client.ts', () => ({
  request: vi.fn(async (_method: string, path: string) => (path.includes('/invite/') ? invitation : null)),
  send: vi.fn(),
}))
vi.mock('../lib/session/signIn.ts', () => ({ register: vi.fn() }))
afterEach(() => localStorage.clear())

test('after registering, the same button goes on where the app could not be loaded at first', async () => {
  vi.mocked(register).mockImplementation(async () => {
    localStorage.setItem('tend_token', 'a token')
    const user = { id: 9, name: 'Stan', email: 'stan@farm.example', role_id: 3000, time_zone: 'UTC' }
    localStorage.setItem('user', JSON.stringify(user))
    sessionChanged()
  })
  const onSignedIn = vi.fn(async () => undefined)
  onSignedIn.mockRejectedValueOnce(new RequestError({ status: 0, code: 'network_error' }))
  await show(<InvitationPage companyId="4" token="a-token" onSignedIn={onSignedIn} />)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Stan Stranger')
  await page.getByLabelText('Password', { exact: true }).fill('a long path over green hills')
  const join = page.getByRole('button', { name: 'Join', exact: true })
  await join.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(onSignedIn).toHaveBeenCalledOnce()
  await join.click()
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(2))
  expect(register).toHaveBeenCalledOnce()
})
