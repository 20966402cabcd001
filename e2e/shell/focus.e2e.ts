/**
 * Where the keyboard is after one has gone somewhere: at the heading of the page, in the first field of a sheet, or
 * where one put it.
 */
import { desktop, expect, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const heading = { level: 1 } as const

test('a followed link puts the keyboard at the heading, and the page at its top', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await expect(page.getByRole('heading', heading)).toBeVisible()
  // A page that is loaded again begins with the way past the navigation.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()

  await page.getByRole('link', { name: 'Animals', exact: true }).press('Enter')
  const animals = page.getByRole('heading', { ...heading, name: 'Animals' })
  await expect(animals).toBeFocused()
  expect(await animals.evaluate(element => getComputedStyle(element).outlineStyle)).toBe('none')
  // From there the Tab key goes on with the page.
  for (const name of ['Files', 'Add animal']) {
    const next = page.getByRole('main').getByRole('button', { name, exact: true }).first()
    await expect(next).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }

  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/animals\/\d+$/)
  await expect(page.getByRole('heading', heading)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('the keyboard waits for a loading page, and not for people who move elsewhere', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const answer = Promise.withResolvers<void>()
  await page.route(/\/api\/animal\/\d+(\?|$)/, async route => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Animals', exact: true }).click()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/animals\/\d+$/)
  const search = page.getByRole('button', { name: 'Go to' })
  await search.focus()
  await page.keyboard.press('Shift')
  answer.resolve()
  await expect(page.getByRole('heading', heading)).toBeVisible()
  await expect(search).toBeFocused()
})

test('a task that is opened by keyboard is read from its heading', async ({ signIn }) => {
  const page = await signIn('worker@greenfield.example', desktop)
  const task = page.getByRole('article').first()
  await expect(task).toBeVisible()
  await task.getByRole('link').last().press('Enter')
  await expect(page).not.toHaveURL(/\/tasks$/)
  await expect(page.getByRole('main').locator('h1, h2').and(page.locator(':focus'))).toHaveCount(1)
})

for (const [device, options] of Object.entries({ desktop, phone }))
  test(`a new task begins in its first field, a new form at its name (${device})`, async ({ signIn }) => {
    const page = await signIn(manager, { ...options, at: '/company/tasks/assignments' })
    await page.getByRole('button', { name: 'New task' }).click()
    await expect(page.getByRole('dialog').getByLabel('What to do')).toBeFocused()
    await page.keyboard.type('Count the ewes')
    await expect(page.getByRole('dialog').getByLabel('What to do')).toHaveValue('Count the ewes')

    await page.goto('/forms/new')
    await page.getByRole('button', { name: 'Start with an empty form' }).click()
    await expect(page).toHaveURL(/\/forms\/\d+$/)
    await expect(page.getByRole('heading', { ...heading, name: 'Untitled form' })).toBeFocused()
  })

test('the palette leads to a page and leaves the keyboard there', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  // The bars, and with them the shortcut, follow the first screen.
  await expect(page.getByRole('button', { name: 'Go to' }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByLabel('Go to').fill('vehicles')
  const place = page.getByRole('dialog').getByRole('button', { name: 'Vehicles', exact: true })
  await expect(place).toBeVisible()
  // What the server finds may come before or after it.
  await expect(async () => {
    if ((await place.getAttribute('data-selected')) === null) await page.keyboard.press('ArrowDown')
    await expect(place).toHaveAttribute('data-selected', 'true', { timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { ...heading, name: 'Vehicles' })).toBeFocused()
})
