/** A new installation without a mail server, from its printed address to an invited worker. */
import { button, goodPassword, heading } from '../accountSteps.ts'
import { call, me } from '../apiCalls.ts'
import { startEmpty } from '../demoServer.ts'
import { desktop, expect, expectAccessible, freshPage, test } from '../people.ts'

test('without a mail server the administrator creates a company, invites by a link, and hands over a new password', async ({
  browser,
}) => {
  const { address, first, stop } = await startEmpty({ SMTP_URL: undefined })
  const page = await freshPage(browser, address)
  const phone = await freshPage(browser, address)
  try {
    await page.setViewportSize(desktop.viewport)
    await page.goto(first)
    await page.getByLabel('Your name').fill('Ada Owner')
    await page.getByLabel('Email').fill('ada@owner.example')
    await page.locator('input[name="password"]').fill(goodPassword)
    await button(page, 'Create account').click()

    // The platform alone, and what it still needs.
    await expect(heading(page, 'Set up this installation')).toBeVisible()
    await expect(page.getByText(/^Email is not set up\./)).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Navigation' }).first()
    await expect(menu.getByRole('link', { name: 'Companies' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Animals', exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create your company' }).click()
    await page.getByLabel('Name').fill('Owner’s Farm')
    const country = page.getByRole('combobox', { name: 'Country' })
    await expect(country).not.toHaveValue('')
    await button(page, 'Create company').click()
    await page.getByLabel('Name of the location').fill('Home farm')
    await button(page, 'Add location').click()
    await page.getByLabel('Addresses, one per line').fill('will@worker.example')
    // Stays, because the link is handed over.
    await button(page, 'Next').click()
    await expect(button(page, 'Copy the link')).toBeVisible()
    await expect(button(page, 'Invite')).toHaveCount(0)
    await button(page, 'Next').click()
    await button(page, 'Skip').click()
    await expect(page.getByRole('region', { name: 'Your first steps' })).toBeVisible()

    // Nobody sells here: no warning, no prices.
    await expect(page.getByText(/trial/i)).toHaveCount(0)
    await expect(menu.getByRole('link', { name: 'Company', exact: true })).toBeVisible()
    const plan = page.getByRole('navigation', { name: 'Company', exact: true }).getByRole('link', { name: 'Plan' })
    await page.goto('/company')
    await expect(page.getByRole('link', { name: 'Integrations', exact: true })).toBeVisible()
    await expect(plan).toHaveCount(0)
    await page.goto('/plans')
    const sell = page.getByRole('switch', { name: 'Sell plans' })
    await expect(sell).not.toBeChecked()
    await expect(button(page, 'New plan')).toHaveCount(0)
    await expectAccessible(page)
    await sell.click({ force: true })
    await expect(page.getByRole('listitem').filter({ hasText: 'Medium' })).toBeVisible()
    await page.goto('/company')
    await expect(plan).toBeVisible()
    await page.goto('/plans')
    await sell.click({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Stop selling' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Medium' })).toHaveCount(0)
    await page.goto('/company/users/invitations')
    await page.getByRole('link', { name: 'will@worker.example' }).click()
    const invitation = page.getByRole('dialog', { name: 'will@worker.example' })
    await expect(invitation.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expect(button(invitation, 'New link')).toBeVisible()
    await expectAccessible(page)
    await phone.goto(await invitation.getByRole('textbox', { name: 'Link' }).inputValue())
    await phone.getByLabel('Your name').fill('Will Worker')
    await phone.locator('input[name="password"]').fill(goodPassword)
    await button(phone, 'Join').click()
    await phone.waitForURL('**/tasks')
    await expect(phone.getByText(/^Please confirm/)).toHaveCount(0)

    // With a company open the menu is its own, and leads back.
    await page.goto('/company/users')
    await expect(menu.getByRole('link', { name: 'Animals', exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Companies' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Will Worker' }).click()
    const member = page.getByRole('dialog', { name: 'Will Worker' })
    await button(member, 'Link for a new password').click()
    const link = await member.getByRole('textbox', { name: 'Link' }).inputValue()
    await expectAccessible(page)
    await phone.goto('/auth/login')
    await phone.evaluate(() => localStorage.clear())
    await phone.goto('/auth/login')
    await expect(phone.getByText('Forgot your password? Ask your manager for a link to set a new one.')).toBeVisible()
    await phone.goto(link)
    await phone.locator('input[name="password"]').fill(`${goodPassword} again`)
    await button(phone, 'Save and sign in').click()
    await phone.waitForURL('**/tasks')

    // Somebody outside is asked for help by a link to copy, which is shown once.
    const { id } = await me(page)
    await call(page, 'POST', '/task', {
      ...{ title: 'Trim the hooves', starts_at: new Date().toISOString().slice(0, 16), timezone: 'UTC' },
      assignees: [{ user_id: id }],
    })
    const sent = await call<{ id: number }[]>(page, 'GET', '/task/sent')
    await page.goto(`/tasks/${sent[0]?.id}`)
    await button(page, 'Ask an outside helper').click()
    const asking = page.getByRole('dialog', { name: 'Ask an outside helper' })
    await asking.getByRole('textbox').first().fill('smith@forge.example')
    await button(asking, 'Create the link').click()
    await expect(asking.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expectAccessible(page)
    await phone.goto(await asking.getByRole('textbox', { name: 'Link' }).inputValue())
    await expect(phone.getByText('Trim the hooves').first()).toBeVisible()

    await page.goto('/tasks')
    await button(page, 'Owner’s Farm, switch company').click()
    await page.getByRole('menuitem', { name: 'Back to the installation' }).click()
    await expect(page.getByRole('link', { name: 'Owner’s Farm' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Animals', exact: true })).toHaveCount(0)
  } finally {
    await page.context().close()
    await phone.context().close()
    await stop()
  }
})
