/** What needs a server of its own: who may register there, and texts that everybody is asked to accept again. */
import type { Browser, Page } from '@playwright/test'
import { button, goodPassword, heading, newAddress } from '../accountSteps.ts'
import { call } from '../apiCalls.ts'
import { startDemo } from '../demoServer.ts'
import { enter, expect, expectAccessible, freshPage, test } from '../people.ts'

/** Starts a demo with these settings for one journey, which opens its browsers there. */
async function onOwnServer(
  browser: Browser,
  settings: NodeJS.ProcessEnv,
  journey: (open: () => Promise<Page>) => Promise<void>,
): Promise<void> {
  const { address, stop } = await startDemo(settings)
  const opened: Page[] = []
  try {
    await journey(async () => {
      const page = await freshPage(browser, address)
      opened.push(page)
      return page
    })
  } finally {
    for (const page of opened) await page.context().close()
    await stop()
  }
}

/** There is no way to registering, and its page says what to do instead. */
async function expectNoRegistration(page: Page, advice: string): Promise<void> {
  await page.goto('/auth/login')
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'No account yet? Create one' })).toHaveCount(0)
  await page.goto('/auth/register')
  await expect(page.getByText(advice)).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/auth/login')
}

test('where people register by invitation, one leads in, and nothing else does', { tag: '@long' }, ({ browser }) =>
  onOwnServer(browser, { REGISTRATION: 'invitation' }, async open => {
    const page = await open()
    await expectNoRegistration(page, 'You need an invitation to create an account.')
    const boss = await open()
    await enter(boss, 'manager@greenfield.example')
    const email = newAddress('ina')
    const { path } = await call(boss, 'POST', '/company/1/invite', { email, role_id: 3000, forms: [] })
    await page.goto(path)
    await page.getByLabel('Your name').fill('Ina Invited')
    await page.locator('input[name="password"]').fill(goodPassword)
    await button(page, 'Join').click()
    await page.waitForURL('**/tasks')
  }),
)

test(
  'where nobody registers, the page says whom to ask; a new privacy text is asked of everybody who comes',
  {
    tag: '@long',
  },
  ({ browser }) =>
    onOwnServer(browser, { REGISTRATION: 'off' }, async open => {
      await expectNoRegistration(await open(), 'Only an administrator can create accounts here.')
      const hand = await open()
      await enter(hand, 'worker@greenfield.example')
      await expect(hand.getByRole('article').first()).toBeVisible()
      const office = await open()
      await enter(office, 'admin@tend.example')
      const words = { en: 'We keep what you enter, and one thing more.' }
      await call(office, 'POST', '/system/legal', { privacy: words, terms: words })

      // Whoever is at work goes on; with the next visit it is asked.
      await hand.goto('/locations')
      await expect(hand.getByRole('link', { name: 'Barn 1', exact: true })).toBeVisible()
      await expect
        .poll(() => hand.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').privacy_accepted_at))
        .toBeNull()
      await hand.goto('/locations')
      await expect(heading(hand, 'Privacy and terms')).toBeVisible()
      await expect(hand.getByText(words.en).first()).toBeVisible()
      await expectAccessible(hand)
      await button(hand, 'Accept and continue').click()
      await expect(hand.getByRole('link', { name: 'Barn 1', exact: true })).toBeVisible()
      await hand.reload()
      await expect(hand.getByRole('link', { name: 'Barn 1', exact: true })).toBeVisible()
    }),
)
