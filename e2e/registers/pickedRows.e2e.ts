/** Several rows at once: a task about them, another group for them, and the way back. */
import { call } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { desktop, expect, expectAccessible, noScreen, test } from '../people.ts'

test('picked animals are given a task together, and moved to another group and back', async ({ signIn }, info) => {
  const page = await signIn(manager, { ...desktop, at: noScreen })
  const [from, to] = [
    await call(page, 'POST', '/animal/group', { name: `Dry pen ${info.retry}`, species: 'cattle' }),
    await call(page, 'POST', '/animal/group', { name: `Calving pen ${info.retry}`, species: 'cattle' }),
  ]
  const names = ['Nettle', 'Sorrel'].map(name => `${name} ${info.retry}`)
  for (const name of names) await call(page, 'POST', '/animal', { name, species: 'cattle', animal_group_id: from.id })
  await page.goto(`/animals?animal_group_id=${from.id}`)
  const pick = async () => {
    for (const name of names) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  }
  await pick()
  const bar = page.getByRole('region', { name: '2 selected' })
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'New task' }).click()
  const sheet = page.getByRole('dialog', { name: 'New task' })
  await expect(sheet.getByLabel('What to do')).toBeFocused()
  for (const name of names) await expect(sheet.getByText(name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await bar.getByRole('button', { name: 'Move to a group' }).click()
  await page.getByRole('menuitem', { name: to.name }).click()
  await expect(page.getByText(`Moved to ${to.name}`)).toBeVisible()
  for (const name of names) await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  for (const name of names) await expect(page.getByRole('link', { name })).toBeVisible()
})

test('a field of picked animals is changed at once, seen before and taken back', async ({ signIn }, info) => {
  const page = await signIn(manager, { ...desktop, at: noScreen })
  const herd = await call(page, 'POST', '/animal/group', { name: `Mixed pen ${info.retry}` })
  const names = ['Thistle', 'Burdock'].map(name => `${name} ${info.retry}`)
  for (const name of names) await call(page, 'POST', '/animal', { name, species: 'goat', animal_group_id: herd.id })
  await page.goto(`/animals?animal_group_id=${herd.id}`)
  for (const name of names) await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Edit', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit 2 rows' })
  await sheet.getByRole('combobox', { name: 'New value' }).selectOption('Sheep')
  await expect(sheet.getByText('Goat → Sheep')).toHaveCount(2)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save 2 rows' }).click()
  for (const name of names) await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Sheep')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  for (const name of names) await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Goat')
})
