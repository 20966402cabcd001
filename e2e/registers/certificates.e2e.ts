/** Certificates: one that ended keeps its vehicle from being sent off, with the reason said, until there is another. */
import { call } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

test('an insurance that ended is said on the page of its vehicle, and the next one puts that right', async ({
  signIn,
}, { retry }) => {
  const page = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await call<{ id: number }>(page, 'POST', '/vehicle', { name: `Insured ${retry}`, type: 'van' })
  await call(page, 'POST', '/paper', { kind: 'insurance', vehicle_id: id, valid_until: '2024-01-31' })
  await page.goto(`/vehicles/${id}`)
  await expect(page.getByRole('alert')).toContainText('Insurance')
  await page.getByRole('button', { name: 'Add certificate' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Number').fill('P 88')
  await sheet.getByLabel('Valid until').fill('31/12/2098')
  const scan = { name: 'policy.txt', mimeType: 'text/plain', buffer: Buffer.from('Policy P 88') }
  await sheet.locator('input[type="file"]').setInputFiles(scan)
  await expect(sheet.getByText('policy.txt', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('P 88', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const downloads = page.waitForEvent('download')
  await page.getByRole('link', { name: 'policy.txt' }).click()
  expect((await downloads).suggestedFilename()).toBe('policy.txt')

  // The calendar shows its last day, which leads back to it; a filter shows certificates alone.
  await page.goto('/company/calendar?date=2098-12-31&view=month&kind=paper')
  await page.getByText(`Insurance of Insured ${retry}: last day`).click()
  await expect(page).toHaveURL(new RegExp(`/vehicles/${id}#paper-`))

  // Renewed, it keeps what it was.
  const entry = page.getByRole('listitem').filter({ hasText: 'P 88' })
  await entry.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('dialog').getByLabel('Valid until').fill('31/12/2099')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Earlier (1)')).toBeVisible()
  await page.getByText('Earlier (1)').click()
  await expect(page.getByRole('link', { name: 'policy.txt' })).toBeVisible()
})

test('a worker reads on a phone which papers there are, and changes none', async ({ signIn }) => {
  const page = await signIn(worker, { ...phone, at: '/papers' })
  await expect(page.getByRole('listitem').filter({ hasText: 'Transporter authorisation, type 2' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add certificate' })).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})
