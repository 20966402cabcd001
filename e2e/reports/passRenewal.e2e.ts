/** A pass is issued by a template; the inspector comes again and sees how far their finding has come. */
import { dayIn } from '../days.ts'
import { desktop, errorsOf, expect, expectAccessible, freshPage, phone, test } from '../people.ts'

test('a pass of a template is renewed, and the follow-up says what is new and what was put right', async ({
  signIn,
  browser,
  baseURL,
}, info) => {
  const page = await signIn('manager@greenfield.example', desktop)
  const complaints = errorsOf(page)
  const name = `Milk buyer ${info.repeatEachIndex}.${info.retry}`
  await page.goto('/company/passes')
  await page.getByRole('button', { name: 'New template' }).click()
  const sheet = page.getByRole('dialog', { name: 'New template' })
  await sheet.getByRole('textbox', { name: 'Name of the template' }).fill(name)
  await sheet.getByRole('textbox', { name: 'Name of the inspector' }).fill('Dr Weber')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Use ${name}` }).click()
  await page.getByRole('button', { name: 'Create pass' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dr Weber' })).toBeVisible()
  const first = new URL((await page.getByText(/\/pass\/\d+\/[\w-]{43}$/).textContent()) ?? '').pathname

  const inspector = await freshPage(browser, baseURL, { ...phone, locale: 'de' })
  await inspector.goto(first)
  await expect(inspector.getByRole('region', { name: 'Wie viele Aufzeichnungen' })).toBeVisible()
  await expect(inspector.getByRole('region', { name: 'Seit dem letzten Zugang' })).toHaveCount(0)
  const [, id = '', token = ''] = /\/pass\/(\d+)\/([\w-]+)$/.exec(first) ?? []
  const reported = await inspector.request.post(`/api/passes/mine/${id}/${token}/finding`, {
    data: {
      ...{ uuid: crypto.randomUUID(), device_time: new Date().toISOString(), kind: null, record_id: null },
      ...{ text: 'Das Tor ist kaputt', severity: 'attention', due_on: dayIn(1) },
    },
  })
  expect(reported.status()).toBe(201)

  await page.getByRole('button', { name: 'Renew pass' }).click()
  const renewing = page.getByRole('dialog', { name: 'Renew pass' })
  await expect(renewing.getByRole('textbox', { name: 'Name of the inspector' })).toHaveValue('Dr Weber')
  await expectAccessible(page)
  await renewing.getByRole('button', { name: 'Create pass' }).click()
  await expect(page.getByRole('link', { name: 'Earlier pass' })).toBeVisible()
  const second = new URL((await page.getByText(/\/pass\/\d+\/[\w-]{43}$/).textContent()) ?? '').pathname
  expect(second).not.toBe(first)
  await inspector.goto(second)
  const earlier = inspector.getByRole('region', { name: 'Von der letzten Kontrolle' })
  await expect(earlier.getByText('Das Tor ist kaputt')).toBeVisible()
  await expect(earlier.getByText('Offen')).toBeVisible()
  await expect(inspector.getByRole('region', { name: 'Seit dem letzten Zugang' })).toBeVisible()
  await expectAccessible(inspector)
  expect(await inspector.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.goto('/company/passes')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('button', { name: `Use ${name}` })).toHaveCount(0)
  await page.getByText('Archived', { exact: true }).last().click()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: `Use ${name}` })).toBeVisible()
  expect(complaints).toEqual([])
  await inspector.context().close()
})
