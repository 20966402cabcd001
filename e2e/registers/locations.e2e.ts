/** The register that the others copy: adding, finding, changing together, archiving. */
import type { Page } from '@playwright/test'
import { demoPassword } from '../demoServer.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

async function add(page: Page, name: string) {
  await page.goto('/locations')
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

/** The same person on another device saves the location that `page` shows. */
const saveElsewhere = (page: Page, changes: object) =>
  page.evaluate(async body => {
    const id = location.pathname.split('/').at(-1)
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
      'Content-Type': 'application/json',
    }
    const response = await fetch(`/api/location/${id}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
  }, changes)

test('a manager adds a place, and takes its archiving back', { tag: '@core' }, async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await add(page, 'Lambing shed')
  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page).toHaveURL(/\/locations$/)
  await expect(page.getByRole('link', { name: 'Lambing shed' })).toHaveCount(0)
  // The page that one came to takes the focus, and other news push the toast: neither the keyboard nor the pointer
  // waits for both.
  await page.getByRole('button', { name: 'Undo' }).dispatchEvent('click')
  await expect(page.getByRole('link', { name: 'Lambing shed' })).toBeVisible()
})

test('several places are archived at once, taken back, and restored from the archive', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const names = ['Hay loft east', 'Hay loft west']
  for (const name of names) await add(page, name)
  const pick = async () => {
    for (const name of names) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  }
  await page.goto('/locations?search=Hay+loft')
  await pick()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await pick()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/locations?search=Hay+loft&archived=true')
  await pick()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/locations?search=Hay+loft')
  for (const name of names) await expect(page.getByRole('link', { name })).toBeVisible()
})

test('what was typed survives a reload, and closing asks before it is dropped', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/locations' })
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Half typed')
  await page.reload()
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('You have unsaved changes.')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('an outline is drawn by keyboard and by tapping, and the list shows where it lies', async ({ signIn }, {
  retry,
}) => {
  const name = `Drawn paddock ${retry}`
  const page = await signIn(manager, { ...desktop, at: '/locations' })
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  const drawn = page.getByRole('application', { name: 'On the map' })
  await drawn.focus()
  await drawn.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo last point' })).toBeVisible()
  await drawn.click({ position: { x: 60, y: 60 } })
  // An outline needs at least three points.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('An outline needs at least three points.')).toBeVisible()
  await drawn.click({ position: { x: 140, y: 60 } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  // Without pictures of the country there is no map beside the list.
  await page.goto(`/locations?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByRole('button', { name: 'On the map' })).toHaveCount(0)
  await page.route('**/api/system/map*', route =>
    route.fulfill({ json: { data: { tiles: '/favicon.svg?{z}-{x}-{y}', attribution: 'A map' } } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'On the map' }).click()
  await expect(page.getByText('On the map: 1 of 1')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('application').getByRole('button', { name, exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('application', { name: 'On the map' })).toBeVisible()
})

test('a missing name is said at its field', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: '/locations' })
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Please fill this in.')
})

test.describe('two people change the same place', () => {
  test.use(desktop)

  test.beforeEach(async ({ page }, { title, retry }) => {
    await page.goto('/auth/login?to=/locations')
    await page.getByLabel('Email').fill(manager)
    await page.locator('input[name="password"]').fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\d\/locations$/)
    await add(page, `${title.slice(0, 20)} ${retry}`)
    await page.getByRole('button', { name: 'Edit' }).click()
  })

  test('each another field: both changes are kept', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('My name')
    await saveElsewhere(page, { notes: 'Their notes' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'My name' })).toBeVisible()
    await expect(page.getByText('Their notes')).toBeVisible()
  })

  test('the same field: both are shown, and mine is saved when I say so', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await saveElsewhere(page, { name: 'Theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: 'Name' })).toHaveText(/Mine.*Theirs/)
    await page.getByRole('button', { name: 'Save mine' }).click()
    await expect(page.getByRole('heading', { name: 'Mine', exact: true })).toBeVisible()
  })

  test('this field too: theirs is taken when I say so', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine again')
    await saveElsewhere(page, { name: 'Theirs again' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Use theirs' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Theirs again')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Theirs again' })).toBeVisible()
  })
})

test('a worker reads the places on a phone and is offered nothing that is not theirs to do', async ({ signIn }) => {
  const page = await signIn('worker@greenfield.example', { ...phone, at: '/locations' })
  await page.getByRole('link', { name: 'Barn 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Barn 1', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
