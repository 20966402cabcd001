/** The page on which the calls of the API are browsed. */
import { expect, test } from '../people.ts'

test('calls can be browsed, each with what it takes and answers', async ({ page }) => {
  await page.goto('/api/docs#/locations')
  const call = page.locator('.opblock').filter({ hasText: 'Add a location' })
  const opened = call.getByRole('button', { name: 'Try it out' })
  // The page draws its calls again while it reads their shapes, and a press in between would be lost.
  await expect(async () => {
    if (!(await opened.isVisible())) await call.locator('.opblock-summary-control').click()
    await expect(opened).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expect(call.locator('.opblock-section-request-body')).toContainText('"name"')
  await expect(call.locator('.responses-wrapper')).toContainText('"state"')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await expect(page.getByText('bearer (http, Bearer)')).toBeVisible()
})
