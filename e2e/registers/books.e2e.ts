/**
 * What an inspector asks for: a manager chooses the book and its days and carries it away; on a phone, in Arabic too.
 */
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('a manager carries the treatment book away on paper and as a spreadsheet', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/animals' })
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Books for inspectors' }).click()
  await page.getByRole('radio', { name: 'Treatment book' }).check()
  await expectAccessible(page)
  for (const [button, ending] of [
    ['As PDF', 'pdf'],
    ['As workbook (XLSX)', 'xlsx'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^Treatment book .*\\.${ending}$`))
  }
  await expect(page.getByRole('heading', { name: 'Your PDFs' })).toBeVisible()
})

test('on a phone, in Arabic, the same screen has its room', async ({ signIn }) => {
  const page = await signIn(manager, { ...phone, language: 'ar', at: '/animals/books' })
  await expect(page.getByRole('radio', { name: 'سجل القطيع' })).toBeVisible()
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})
