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

test('"?" and the account menu open the help, from which managers write to support at the desk too', async ({
  signIn,
}) => {
  const page = await signIn('manager@greenfield.example', desktop)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(help).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await help.getByRole('button', { name: 'Give a task' }).click()
  await expect(help.getByText('Repeat makes a series.')).toBeVisible()
  await expect(help.getByText('Find anything and go there')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/help.png' })
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  // A question mark that somebody writes is one.
  await page.goto('/company/tasks')
  await page.getByRole('searchbox').first().fill('x')
  await page.keyboard.press('?')
  await expect(page.getByRole('searchbox').first()).toHaveValue('x?')
  await expect(help).toHaveCount(0)

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await help.getByRole('button', { name: 'Write to support' }).click()
  await expect(page).toHaveURL(/\/messaging\?conversation=\d+/)
})

test('"new" offers all that a manager adds, and each opens over the page', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', desktop)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByLabel('Go to')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await palette.getByLabel('Go to').fill('new')
  for (const name of [
    ...['New task', 'New form', 'Add guide', 'New conversation', 'Add animal', 'Add group', 'Add location'],
    ...['Add vehicle', 'New report', 'New role'],
  ])
    await expect(palette.getByRole('button', { name, exact: true })).toBeVisible()
  await palette.getByRole('button', { name: 'Add vehicle' }).click()
  await expect(page.getByRole('dialog', { name: 'Add vehicle' })).toBeVisible()
})
