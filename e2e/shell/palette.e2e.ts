/** The palette finds what one sees, and begins what one does; records also without signal. */
import { desktop, expect, expectAccessible, test } from '../people.ts'

test('records, forms, people and actions are found by a part of the name, records without signal too', async ({
  signIn,
}) => {
  const page = await signIn('manager@greenfield.example', desktop)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const find = async (text: string) => {
    const field = page.getByRole('dialog').getByLabel('Go to')
    // A key that comes before the page listens is pressed again, as people do.
    await expect(async () => {
      if (!(await field.isVisible())) await page.keyboard.press('Control+k')
      await expect(field).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await field.fill(text)
  }
  const offers = page.getByRole('dialog').getByRole('button')
  const barn = page.getByRole('dialog').getByRole('button', { name: 'Barn 1', exact: true })
  await find('bar')
  await expect(barn).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/locations\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Barn/)

  await find('pen check')
  await expect(offers.and(page.getByRole('button', { name: 'Daily pen check', exact: true }))).toBeVisible()
  // What was filled in with it is found beside it, and kept for when there is no signal.
  const filledIn = offers.filter({ hasText: /^Daily pen check.+/ })
  await expect(filledIn.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await find('barnn 1')
  await expect(barn).toBeVisible()
  await page.keyboard.press('Escape')
  await find('tom')
  await expect(offers.filter({ hasText: 'Tom' }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.context().setOffline(true)
  await find('barn')
  await expect(barn).toBeVisible()
  await page.keyboard.press('Escape')
  await find('pen check')
  await expect(filledIn.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)

  await find('new task')
  await offers.filter({ hasText: 'New task' }).click()
  await expect(page.getByRole('dialog', { name: 'New task' })).toBeVisible()
})
