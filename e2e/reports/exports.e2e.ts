/**
 * Submissions on their way out: a manager narrows the list, has it made into a file with its photos, and carries that
 * away; on a phone, in Arabic too.
 */
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('a manager narrows the list and carries what it shows away', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/submission/filled' })
  await page.getByRole('button', { name: 'Filter' }).click()
  const filters = page.getByRole('dialog', { name: 'Filter' })
  await filters.getByRole('combobox', { name: 'Rating' }).selectOption('Good')
  await expectAccessible(page)
  await filters.getByRole('button', { name: 'Show the list' }).click()
  await expect(page).toHaveURL(/band=good/)
  await expect(page.getByRole('button', { name: /Good/ })).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Export submissions' })
  await expect(sheet.getByText('The export follows the filters of the list.')).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'With photos and files' }).check()
  await sheet.getByRole('button', { name: 'Start export' }).click()
  const made = sheet.getByRole('listitem').first()
  await expect(made.getByText('Ready')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await made.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await made.getByRole('button', { name: 'Delete file' }).click()
  await expect(made.getByText('Cancelled')).toBeVisible()
})

test('on a phone, in Arabic, the same sheets have their room', async ({ signIn }) => {
  const page = await signIn(manager, { ...phone, language: 'ar', at: '/submission/filled' })
  await page.getByRole('button', { name: 'تصدير', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'تصدير التعبئات' })).toBeVisible()
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})
