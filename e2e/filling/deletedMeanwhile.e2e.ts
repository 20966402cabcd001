/**
 * Account, company and form are deleted while work is unsent, in each order: the copy can always be saved, and says why
 * it was not sent.
 */
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { ask } from '../apiCalls.ts'
import { newcomersPassword } from '../companySteps.ts'
import { freshPage, phone, test } from '../people.ts'
import { formsOf, pin, unsentWork } from './unsentWork.ts'

test.use({ serviceWorkers: 'allow' })

type Deletion = 'account' | 'company' | 'form'
const orders: Deletion[][] = [
  ['form'],
  ['company'],
  ['account'],
  ['account', 'company'],
  ['company', 'account'],
  ['account', 'form', 'company'],
  ['form', 'account', 'company'],
  ['form', 'company', 'account'],
]

/** A worker's phone with a form that was completed without signal, and what deletes all around it. */
async function withDeletions(api: APIRequestContext, page: Page) {
  const { boss, company, form, token } = await unsentWork(api, page)
  const again = async (token: string, password: string) =>
    (await ask<{ token: string }>(api, token, 'POST', '/auth/re-authenticate', { password })).token
  let bossToken = boss.token
  return {
    async account() {
      await ask(api, await again(token, pin), 'DELETE', '/me')
    },
    async company() {
      bossToken = await again(bossToken, newcomersPassword)
      await ask(api, bossToken, 'DELETE', `/company/${company.id}`)
    },
    form: () => ask(api, bossToken, 'DELETE', `/form/${form.id}`),
  }
}

for (const order of orders)
  test(`unsent work can be saved, or is sent, after these were deleted: ${order.join(', ')}`, {
    // Each alone in every run; in each order before an issue is closed.
    tag: order.length > 1 ? '@long' : [],
  }, async ({ browser, baseURL, playwright }) => {
    const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    const page = await freshPage(browser, baseURL, phone)
    await page.addInitScript(() => localStorage.setItem('locale', 'en'))
    const deletions = await withDeletions(api, page)
    for (const what of order) await deletions[what]()
    await page.context().setOffline(false)
    // Where the account is gone the page may be on its way to the entrance by itself.
    await page.goto('/outbox').catch(() => undefined)
    if (order.join() === 'form') {
      // It was begun while the form was there: it is taken.
      await expect(page.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()
    } else {
      const save = page.getByRole('button', { name: 'Save a copy' })
      if (order.includes('account')) {
        // By the entrance, or at once where the session had ended before.
        const way = page.getByRole('link', { name: 'Unsent work on this device' })
        const open = page.getByRole('button', { name: 'Open' })
        await expect(async () => {
          if (await way.isVisible()) await way.click()
          await expect(open).toBeVisible({ timeout: 5000 })
        }).toPass()
        await page.locator('input[name="pin"]').fill(pin)
        await open.click()
      } else await expect(page.getByText(/belongs to another company|no longer allowed to send/).first()).toBeVisible()
      const saving = page.waitForEvent('download')
      await save.click()
      expect((await formsOf(saving)).forms[0]).toMatchObject({
        content: { answers: { well: { value: 'yes' } } },
        written_by: { name: 'Anna' },
        reason: expect.stringMatching(/\w+/),
      })
    }
    await page.context().close()
    await api.dispose()
  })
