/** What a worker ended and the server does not know yet, when the person or the company of the device changes. */
import { expect, type Page } from '@playwright/test'
import { call, me } from './apiCalls.ts'
import { desktop, enter, phone, test } from './people.ts'

const worker = 'worker@greenfield.example'
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('tend_task_ends') ?? '')

test('a task that was skipped without signal is read by nobody after signing out, and arrives after signing in', async ({
  signIn,
}) => {
  const boss = await signIn('manager@greenfield.example', desktop)
  const hand = await signIn(worker, { ...phone, complaint: /no signal|network_error/ })
  const tom = await me(hand)
  for (const title of ['Worm the gimmers', 'Shut the sluice'])
    await call(boss, 'POST', '/task', { title, assignees: [{ user_id: tom.id }] })
  const stateOf = async (title: string) => {
    const [sent] = await call(boss, 'GET', `/company/${tom.company_id}/tasks?search=${encodeURIComponent(title)}`)
    return sent
  }
  await hand.reload()
  const card = (title: string) => hand.getByRole('article').filter({ hasText: title })
  await card('Worm the gimmers').waitFor()

  // The server is out of reach. A browser that is told to be offline still sends what a page sends while it goes away.
  await hand.addInitScript(() => {
    const { fetch } = window
    window.fetch = (...call) =>
      localStorage.getItem('no_signal') && String(call[0]).startsWith('/api/')
        ? Promise.reject(new TypeError('no signal'))
        : fetch(...call)
  })
  await hand.reload()
  await hand.evaluate(() => localStorage.setItem('no_signal', 'yes'))
  await card('Worm the gimmers').getByRole('button', { name: 'Skip' }).click()
  await hand.getByLabel('In your own words').fill('Bruised, called Dr Vidal')
  await hand.getByRole('dialog').getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(hand.getByText('Skipped: Worm the gimmers')).toBeVisible()
  const { id } = await stateOf('Worm the gimmers')
  const isHidden = async () => {
    expect(await kept(hand)).toContain(`"id":${id}`)
    expect(await kept(hand)).not.toMatch(/gimmers|Vidal/)
  }
  await isHidden()
  await hand.reload()
  await expect(card('Shut the sluice')).toBeVisible()
  await expect(card('Worm the gimmers')).toHaveCount(0)
  await hand.goto('/auth/logout')
  await hand.waitForURL('**/auth/login')
  await isHidden()
  expect((await stateOf('Worm the gimmers')).is_skipped).toBe(false)

  await hand.evaluate(() => localStorage.removeItem('no_signal'))
  await enter(hand, worker)
  const arrives = (title: string) => expect.poll(() => stateOf(title), { timeout: 20_000 })
  await arrives('Worm the gimmers').toMatchObject({ is_skipped: true, skipped_reason: 'Bruised, called Dr Vidal' })
  await expect.poll(() => kept(hand)).toBe('[]')

  // Signing out at once does not keep it from the others until the person is back.
  await card('Shut the sluice').getByRole('button', { name: 'Done' }).click()
  await hand.goto('/auth/logout')
  await arrives('Shut the sluice').toMatchObject({ is_completed: true })
})
