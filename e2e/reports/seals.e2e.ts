/** Seals: a manager has the chain checked to its end, and carries a submission away with its proof. */
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
/** Words of the company's page of seals, which are not those of a public link. */
const ofChain = /current key|fingerprint|last signed|\blinks\b|last link|\blink \d|\bchain\b/i

test('a manager has the chain checked, and saves a submission with its proof', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/seals' })
  await page.getByRole('button', { name: 'Check now', exact: true }).click()
  await expect(page.getByText('No changes found.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Current key', { exact: true })).toBeVisible()
  await expect(page.getByText(ofChain).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto('/submission/filled?status=complete')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  // One quiet line; chains and numbers are the company's page.
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary.getByText('Unchanged since completed')).toBeVisible()
  await expect(summary.getByText(ofChain)).toHaveCount(0)
  const download = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Export with proof', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
})

test('on a phone, in Arabic, the seals have their room', async ({ signIn }) => {
  const page = await signIn(manager, { ...phone, language: 'ar', at: '/seals' })
  await page.getByRole('button', { name: 'الفحص الآن', exact: true }).click()
  await expect(page.getByText('كل شيء كما خُتم.')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})
