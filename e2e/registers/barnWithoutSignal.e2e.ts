/**
 * In the barn: an animal that is registered without signal is weighed and used in a form at once, and all of it
 * arrives, once.
 */
import { call } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { expect, expectAccessible, hasCopies, noScreen, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

type Named = { id: number; name: string }

test('an animal registered without signal is recorded of and used in a form at once, and arrives before both', async ({
  signIn,
}, { retry }) => {
  const boss = await signIn(manager, { serviceWorkers: 'block', at: noScreen })
  const [name, formName] = [`Fern the ${Date.now()} ${retry}`, `Fern check ${Date.now()} ${retry}`]
  const { id: formId } = await call<{ id: number }>(boss, 'POST', '/form', {
    name: { en: formName },
    definition: {
      ...{ schema: 1, default_language: 'en', settings: { about: { types: ['animal'], required: true } } },
      sections: [
        { id: 'all', title: { en: 'All' }, questions: [{ id: 'eats', type: 'yes_no', label: { en: 'Does it eat?' } }] },
      ],
    },
  })
  await call(boss, 'POST', `/form/${formId}/publish`, {})

  const page = await signIn(manager, { ...phone, at: '/animals' })
  await hasCopies(page)
  await page.goto(`/submission/filling/new?form=${formId}`)
  await expect(page.getByRole('heading', { name: 'What is it about?' })).toBeVisible()
  await page.context().setOffline(true)

  // The registers are there as they were last seen, and say from when that is.
  for (const list of ['/animals/groups', '/locations', '/company/vehicles', '/animals']) {
    await page.goto(list)
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    await expect(page.getByText('You’re offline. This page is as of')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add animal' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet).toBeHidden()
  const unsent = page.getByRole('region', { name: 'Not sent yet' })
  await expect(unsent.getByText(name, { exact: true })).toBeVisible()

  await unsent.getByRole('button', { name: `Add a record for ${name}` }).click()
  await sheet.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Weight' }).click()
  await sheet.getByLabel('Weight in kg').fill('41')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(unsent.getByText('Weight', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/submission/filling/new?form=${formId}`)
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('group', { name: 'Does it eat?' }).getByLabel('Yes', { exact: true }).check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()

  await page.goto('/outbox')
  await expect(page.getByText('Waiting to be sent')).toHaveCount(3)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()

  const animals = await call<Named[]>(boss, 'GET', `/animal?search=${encodeURIComponent(name)}`)
  expect(animals.map(animal => animal.name)).toEqual([name])
  const [{ id } = { id: 0 }] = animals
  const events = await call<{ details: object }[]>(boss, 'GET', `/animal/${id}/event`)
  expect(events.map(({ details }) => details)).toEqual([{ type: 'weight', kilograms: 41 }])
  const filled = await call<{ subjects: Named[] }[]>(boss, 'GET', `/form/submission?form_id=${formId}`)
  expect(filled.map(({ subjects }) => subjects.map(subject => subject.id))).toEqual([[id]])
  await call(boss, 'DELETE', `/form/${formId}`)
})
