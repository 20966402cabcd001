/** Vehicles: the register, and a form that asks which one it was. */
import type { Page } from '@playwright/test'
import { call, me } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

test('a manager adds a vehicle, is told at its field that a plate is taken, and finds it by its plate', async ({
  signIn,
}) => {
  const page = await signIn(manager, { ...desktop, complaint: /422/, at: noScreen })
  await call(page, 'POST', '/vehicle', { name: 'Old van', type: 'van', plate: 'OLD 1' })
  await page.goto('/company/vehicles')
  await page.getByRole('button', { name: 'Add vehicle' }).click()
  await page.getByLabel('Name').fill('Mountain trailer')
  await page.getByLabel('Registration plate').fill('old-1')
  // No type is set before somebody chooses one.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveAccessibleDescription('Please fill this in.')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Trailer', exact: true }).click()
  await page.getByLabel('Floor area for animals (m²)').fill('8,5')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Registration plate')).toHaveAccessibleDescription(/already in use/)
  await page.getByLabel('Registration plate').fill('MT 77')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('searchbox').fill('mt 7')
  await expect(page.getByRole('link', { name: 'Old van' })).toBeHidden()
  await page.getByRole('link', { name: 'Mountain trailer' }).click()
  await expect(page.getByText('8.5', { exact: true })).toBeVisible()
  await page.goto(page.url().replace(/\/(\d+)$/, '/edit/$1'))
  await page.getByLabel('Name').fill('Hill trailer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Hill trailer' })).toBeVisible()
  await expect(page).toHaveURL(/\/vehicles\/\d+$/)
})

test('a vehicle that was just added can be picked at once', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const asked = { id: 'carrier', type: 'vehicle', label: { en: 'Which vehicle?' } }
  const form = await publish(page, 'Which vehicle it was', asked)
  await page.goto(`/submission/filling/new?form=${form}`)
  const question = page.getByRole('group', { name: 'Which vehicle?' })
  const picker = question.getByRole('combobox').or(question.getByRole('textbox')).first()
  await picker.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // By the links of the page: a page that is loaded again knows nothing old.
  await page.getByRole('link', { name: 'Vehicles' }).click()
  await page.getByRole('button', { name: 'Add vehicle' }).click()
  await page.getByLabel('Name').fill('Just added')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Just added' })).toBeVisible()
  await page.goBack()
  await picker.click()
  await expect(page.getByRole('option', { name: 'Just added' })).toBeVisible()
})

test('a form asks for the vehicle of the task, another is picked, and the answer names it', async ({ signIn }) => {
  const [boss, hand] = [await signIn(manager, desktop), await signIn(worker, { ...phone, at: noScreen })]
  const [lorry, trailer] = [
    await call(boss, 'POST', '/vehicle', { name: 'Green lorry', type: 'lorry', plate: 'GR 1' }),
    await call(boss, 'POST', '/vehicle', { name: 'Green trailer', type: 'trailer', plate: 'GR 2' }),
  ]
  const context = { from: 'context', key: 'subject_vehicle' }
  const asked = { id: 'carrier', type: 'vehicle', label: { en: 'Which vehicles go?' }, many: true, default: context }
  const form = await publish(boss, 'Loading of the green lorry', asked)
  await call(boss, 'POST', '/task', {
    title: 'Load the green lorry',
    form_id: form,
    assignees: [{ user_id: (await me(hand)).id }],
    subjects: [{ type: 'vehicle', id: lorry.id }],
  })

  await hand.goto('/tasks')
  const card = hand.getByRole('listitem').filter({ hasText: 'Load the green lorry' })
  await expect(card).toContainText('Green lorry')
  await card.getByRole('link', { name: 'Fill in' }).tap()
  const question = hand.getByRole('group', { name: 'Which vehicles go?' })
  await expect(question).toContainText('Green lorry')
  await question.getByRole('combobox').or(question.getByRole('textbox')).first().tap()
  await hand.getByRole('option', { name: 'Green trailer · GR 2' }).tap()
  await hand.keyboard.press('Escape')
  await hand.getByRole('button', { name: 'Finish' }).tap()
  await hand.getByRole('button', { name: 'Complete', exact: true }).tap()
  await hand.getByRole('link', { name: 'See it' }).tap()
  await expect(hand.getByRole('main')).toContainText('Green lorry and Green trailer')

  await boss.goto(`/submission/filled?vehicle_id=${lorry.id}`)
  await boss.getByRole('link', { name: 'Loading of the green lorry' }).click()
  await boss.getByRole('link', { name: 'Green lorry', exact: true }).click()
  await expect(boss).toHaveURL(new RegExp(`/vehicles/${lorry.id}$`))
  const found = await call(boss, 'GET', `/form/submission?vehicle_id=${trailer.id}`)
  expect(found).toEqual([])
})

/** A form with this question alone, as from another device; its id. */
async function publish(page: Page, name: string, asked: object): Promise<number> {
  const sections = [{ id: 's', title: { en: 'Loading' }, questions: [asked] }]
  const definition = { schema: 1, default_language: 'en', sections }
  const { id } = await call(page, 'POST', '/form', { name: { en: name }, definition })
  await call(page, 'POST', `/form/${id}/publish`, {})
  return id
}
