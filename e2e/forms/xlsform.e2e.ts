/** A form from another tool: its spreadsheet is chosen, mended, looked over and opened, and comes back out. */
import { workbookOf } from '#testing/xlsform/importing.ts'
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const workbook = async (name: string, survey: string, choices?: string) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(
    await workbookOf({
      survey,
      ...(choices && { choices }),
      settings: 'form_title | default_language\nBarn visit | English (en)',
    }),
  ),
})

test('a manager imports an XLSForm, sees what was not carried over, opens the form and exports it again', async ({
  signIn,
}) => {
  const page = await signIn('manager@greenfield.example', { ...desktop, complaint: /422/, at: '/forms' })
  await page.getByRole('button', { name: 'Import XLSForm' }).click()
  const sheet = page.getByRole('dialog', { name: 'Import XLSForm' })
  const file = page.locator('input[type=file]')
  await file.setInputFiles(
    await workbook('broken.xlsx', 'type | name | label\nbegin group | g | Pen\ntext | a | Water?'),
  )
  await expect(sheet).toContainText('survey, row 2 · type')
  await expect(sheet).toContainText('The group “g” is never closed')

  await file.setInputFiles(
    await workbook('good.xlsx', 'type | name | label\ntext | a | Water?\nosm | b | Noise\nosm | c | Song'),
  )
  await expect(sheet).toContainText('“Barn visit” imported as a draft')
  await expect(sheet).toContainText('The type “osm” does not exist here. The row was left out.')
  await expect(sheet).toContainText('2 rows: 3, 4')
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'Open form' }).click()
  await page.waitForURL(/\/forms\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Barn visit', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as XLSForm' }).click()
  expect((await downloading).suggestedFilename()).toBe('Barn visit.xlsx')
})

test('a table of another tool has its choices beside each question where there is room, and below it on a phone', {
  tag: '@long',
}, async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', { ...desktop, at: '/forms' })
  await page.getByRole('button', { name: 'Import XLSForm' }).click()
  const survey = `type | name | label | appearance
begin group | care | How often? | table-list
select_one scale | fed | They are fed on time | 
select_one scale | led | They are led calmly | 
end group | | | `
  const choices = 'list_name | name | label\nscale | never | Never\nscale | often | Often\nscale | always | Always'
  await page.locator('input[type=file]').setInputFiles(await workbook('table.xlsx', survey, choices))
  await page.getByRole('link', { name: 'Open form' }).click()
  await page.waitForURL(/\/forms\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  await call(page, 'POST', `/form/${id}/publish`, {})
  await page.goto(`/submission/filling/new?form=${id}`)
  const fed = page.getByRole('group', { name: /They are fed on time/ })
  const tops = async () => {
    const parts = [fed.getByRole('heading'), fed.getByText('Never'), fed.getByText('Always')]
    const boxes = await Promise.all(parts.map(part => part.boundingBox()))
    return boxes.map(box => (box ? box.y + box.height / 2 : Number.NaN))
  }
  await fed.getByRole('radio', { name: 'Often' }).check()
  await expect(fed.getByRole('radio', { name: 'Often' })).toBeChecked()
  const [label = 0, never = 0, always = 0] = await tops()
  expect(Math.abs(never - always)).toBeLessThan(2)
  expect(Math.abs(label - never)).toBeLessThan(40)
  await expectAccessible(page)
  await page.setViewportSize(phone.viewport)
  await expect
    .poll(async () => (await tops()).map((top, index, all) => index === 0 || top > (all[index - 1] ?? 0) + 30))
    .toEqual([true, true, true])
})
