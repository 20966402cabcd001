/**
 * A file becomes rows of a register: chosen, its columns matched, tried, carried out; what the list shows is carried
 * away; on a phone, in Arabic too.
 */
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('a manager tries a file of animals, sees what is wrong, and brings it in', async ({ signIn }) => {
  const name = `Imported ${test.info().retry}`
  const tag = `IMP ${test.info().retry} ${Date.now()}`
  const page = await signIn(manager, { ...desktop, at: '/animals' })
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import: Animals' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const lines = ['Ear tag,Name,Species', `${tag},${name},cattle`, `${tag} b,Nobody,unicorn`]
  await (await chooser).setFiles({ name: 'herd.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  // Known by its heading, and the key because it tells animals apart.
  await expect(page.getByRole('combobox', { name: 'Ear tag' })).toHaveValue('identifier')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('“unicorn”: Please choose one of the options.')).toBeVisible()
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download lines with errors' }).click()
  expect((await download).suggestedFilename()).toBe('herd-faults.csv')
  await page.getByLabel('Correct value').selectOption('Goat')
  await page.getByRole('button', { name: 'Fix all like it' }).click()
  await expect(page.getByRole('heading', { name: 'Lines with errors' })).toBeHidden()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Imported', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  await page.goto(`/animals?search=${encodeURIComponent(tag)}`)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/animals')
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Files', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export as workbook (XLSX)' }).click()
  expect((await exported).suggestedFilename()).toBe('Animals.xlsx')
})

test('the trial shows what the cells are read as, and the letters can be chosen', async ({ signIn }) => {
  const page = await signIn(manager, { ...phone, at: '/import/animal' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const letters = new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const lines = ['Név;Faj;Születési dátum;Létszám', 'Őzike;juh;3/14/2026;', 'Tőgyes;juh;4/3/2026;25.000']
  const buffer = Buffer.from([...lines.join('\r\n')].map(letter => letters.indexOf(letter)))
  await (await chooser).setFiles({ name: 'nyaj.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByLabel('Character encoding')).toHaveValue('windows-1250')
  await page.getByLabel('Character encoding').selectOption('Western European (Windows-1252)')
  await expect(page.getByText('Õzike')).toBeVisible()
  await page.getByLabel('Character encoding').selectOption('Central European (Windows-1250)')
  await expect(page.getByText('Őzike')).toBeVisible()
  await page.getByRole('button', { name: 'Check file' }).click()
  const read = page.getByRole('region', { name: 'How tend reads the cells' })
  await expect(read).toContainText('3 Apr 2026')
  await expect(read).toContainText('in the file: 4/3/2026')
  await expect(read).toContainText('25,000')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('on a phone, in Arabic, the same screen has its room', async ({ signIn }) => {
  const page = await signIn(manager, { ...phone, language: 'ar', at: '/import/vehicle' })
  await expect(page.getByRole('button', { name: 'اختيار ملف' })).toBeVisible()
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})
