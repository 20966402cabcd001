/** A form from another tool: its spreadsheet is chosen, mended, looked over and opened, and comes back out. */
import { workbookOf } from '#server/forms/xlsform/importing.ts'
import { desktop, expect, expectAccessible, test } from './people.ts'

const workbook = async (name: string, survey: string) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(
    await workbookOf({ survey, settings: 'form_title | default_language\nBarn visit | English (en)' }),
  ),
})

test('a manager imports an XLSForm, sees what was not carried over, opens the form and exports it again', async ({
  signIn,
}) => {
  const page = await signIn('manager@greenfield.example', { ...desktop, complaint: /422/ })
  await page.goto('/forms')
  await page.getByRole('button', { name: 'Import XLSForm' }).click()
  const sheet = page.getByRole('dialog', { name: 'Import XLSForm' })
  const file = page.locator('input[type=file]')
  await file.setInputFiles(
    await workbook('broken.xlsx', 'type | name | label\nbegin group | g | Pen\ntext | a | Water?'),
  )
  await expect(sheet).toContainText('survey, row 2 · type')
  await expect(sheet).toContainText('The group “g” is never closed')

  await file.setInputFiles(
    await workbook('good.xlsx', 'type | name | label\ntext | a | Water?\naudio | b | Noise\naudio | c | Song'),
  )
  await expect(sheet).toContainText('“Barn visit” was imported as a draft.')
  await expect(sheet).toContainText('There is no question of type “audio” here; the row was left out.')
  await expect(sheet).toContainText('2 rows: 3, 4')
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'Open the form' }).click()
  await page.waitForURL(/\/forms\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Barn visit', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as XLSForm' }).click()
  expect((await downloading).suggestedFilename()).toBe('Barn visit.xlsx')
})
