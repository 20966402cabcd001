/** The log of a vehicle: read off without signal, sent when there is one, and a meter that runs back says why. */
import { call } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

test('a driver writes down a meter without signal, and it arrives by itself', async ({ signIn }, { retry }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await call<{ id: number }>(boss, 'POST', '/vehicle', { name: `Metered ${retry}`, type: 'lorry' })
  await call(boss, 'PUT', '/vehicle/entry', {
    ...{ uuid: crypto.randomUUID(), vehicle_id: id, kind: 'odometer', day: '2026-01-05', kilometres: 81000 },
  })
  const hand = await signIn(worker, { ...phone, at: `/vehicles/${id}`, complaint: /ERR_INTERNET_DISCONNECTED/ })
  const log = hand.getByRole('region', { name: 'Log', exact: true })
  await expect(log.getByText('81,000 km')).toBeVisible()
  await log.getByRole('button', { name: 'Add entry' }).tap()
  const sheet = hand.getByRole('dialog')
  await sheet.getByLabel('Kilometres').fill('80500')
  await expectAccessible(hand)
  await hand.context().setOffline(true)
  await sheet.getByRole('button', { name: 'Save' }).tap()
  await expect(sheet.getByLabel('Kilometres')).toHaveAccessibleDescription(/say why it is lower/)
  await sheet.getByLabel('Kilometres').fill('81500')
  await sheet.getByRole('button', { name: 'Save' }).tap()
  await expect(sheet).toBeHidden()
  await expect(log.getByText('Waiting to be sent')).toBeVisible()
  await expect(log.getByText('81,500 km')).toBeVisible()
  await hand.context().setOffline(false)
  await expect(log.getByText('Waiting to be sent')).toBeHidden()
  await expect(hand.getByRole('region', { name: 'Meters', exact: true })).toContainText('81,500 km')
  await expect(log.getByText('81,500 km')).toBeVisible()
})

test('a manager plans maintenance by kilometres, and it is written down as done', async ({ signIn }, { retry }) => {
  const page = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await call<{ id: number }>(page, 'POST', '/vehicle', { name: `Maintained ${retry}`, type: 'van' })
  await page.goto(`/vehicles/${id}`)
  await page.getByRole('button', { name: 'Add maintenance plan' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('What to do').fill('Brakes')
  await sheet.getByLabel('Every … kilometres').fill('20000')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  const plans = page.getByRole('region', { name: 'Maintenance plans', exact: true })
  await expect(plans).toContainText('at 20,000 km')
  await plans.getByRole('button', { name: 'Record as done' }).click()
  await sheet.getByLabel('Kilometres').fill('5000')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(plans).toContainText('at 25,000 km')
})
