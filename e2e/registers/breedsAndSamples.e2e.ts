/** Breeds by their names in each language, animals drawn by lot, and tags that fill a group. */
import { call } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

test('a breed is chosen by its name, read in another language, and the list narrows to it', async ({ signIn }, {
  retry,
}) => {
  const name = `Edelweiss ${retry}`
  const page = await signIn(manager, { ...desktop, at: '/animals' })
  await page.getByRole('button', { name: 'Add animal' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add animal' })
  await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await expect(sheet.getByRole('combobox', { name: 'Species' })).toHaveValue('Cattle')
  await sheet.getByText('More', { exact: true }).click()
  await sheet.getByLabel('Breed', { exact: true }).fill('brown')
  await page.getByRole('option', { name: 'Brown Swiss' }).click()
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet).toBeHidden()
  await page.goto(`/animals?species=cattle&search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Filter' }).click()
  const filters = page.getByRole('dialog', { name: 'Filter' })
  await filters.getByRole('combobox', { name: 'Breed' }).selectOption('Brown Swiss')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await filters.getByRole('combobox', { name: 'Breed' }).selectOption('Ayrshire')
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  const german = await signIn(manager, { ...desktop, language: 'de', at: '/animals' })
  await german.goto(`/animals?species=cattle&breed=Brown%20Swiss&search=${encodeURIComponent(name)}`)
  await german.getByRole('link', { name, exact: true }).click()
  await expect(german.getByText('Braunvieh', { exact: true })).toBeVisible()
})

test('on a phone tags fill a group one by one, and some of it are drawn by lot', async ({ signIn }, { retry }) => {
  const page = await signIn(manager, { ...phone, at: '/animals/groups' })
  const group = await call(page, 'POST', '/animal/group', { name: `Lottery pen ${retry}`, species: 'goat' })
  const names = ['Anise', 'Borage', 'Chervil'].map(name => `${name} ${retry}`)
  for (const [at, name] of names.entries())
    await call(page, 'POST', '/animal', { name, species: 'goat', identifier: `LOT-${retry} ${at}` })
  await page.goto(`/animals/groups/${group.id}`)
  await page.getByRole('button', { name: 'Add animals', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: `Add animals to Lottery pen ${retry}` })
  const field = sheet.getByLabel('Ear tag, chip or name')
  for (const at of names.keys()) {
    await field.fill(`LOT${retry}${at}`)
    await field.press('Enter')
    await expect(sheet.getByRole('listitem').filter({ hasText: `${names[at]} is now in the group` })).toBeVisible()
  }
  await field.fill(names[0] ?? '')
  await field.press('Enter')
  await expect(sheet.getByText('was already in the group')).toBeVisible()
  await expect(sheet.getByText('3 animals added')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: '3 animals' })).toBeVisible()

  const drawn = page.getByRole('list', { name: 'Selected animals' }).getByRole('link')
  await expect(drawn).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Number of animals', exact: true }).fill('1')
  await page.getByLabel('Random number').fill('7')
  await expect(drawn).toHaveCount(1)
  const [first] = await drawn.allTextContents()
  // Whoever draws with the same number gets the same one.
  await page.reload()
  await page.getByLabel('Random number').fill('7')
  await page.getByRole('textbox', { name: 'Number of animals', exact: true }).fill('1')
  await expect(drawn).toHaveText([first ?? ''])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Fill in a form for these' }).click()
  await expect(page.getByRole('dialog', { name: `Fill in about Lottery pen ${retry}` })).toBeVisible()
})
