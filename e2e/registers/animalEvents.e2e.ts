/** What happens to an animal: recorded on a phone, corrected, planned and done; and what it keeps from being sold. */
import { call } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

test('a treatment is recorded on a phone, withholds the meat, and is struck out and taken back', async ({ signIn }) => {
  const boss = await signIn(manager, { at: noScreen })
  const { id } = await call<{ id: number }>(boss, 'POST', '/animal', {
    name: `Marigold ${Date.now()}`,
    species: 'cattle',
  })
  const page = await signIn(worker, { ...phone, at: `/animals/${id}` })
  await expect(page.getByText('No records yet', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Add record', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Treatment' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByLabel('Medicine')).toHaveAccessibleDescription('Please fill this in.')
  await sheet.getByLabel('Medicine').fill('Penicillin')
  await sheet.getByLabel('Dose').fill('20 ml')
  // A cow gives no eggs; and how long is asked in days.
  await expect(sheet.getByLabel('Eggs: withdrawal period in days')).toHaveCount(0)
  await sheet.getByLabel('Meat: withdrawal period in days').fill('28')
  await expect(sheet.getByLabel('Meat: withdrawal period in days')).toHaveAccessibleDescription(/^Until \d+ /)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Withdrawal period', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Penicillin' })).toContainText('20 ml')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Cancel record', exact: true }).click()
  await expect(page.getByText('Withdrawal period', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Withdrawal period', { exact: true })).toBeVisible()
})

test('from Today a treatment with a known medicine takes eight taps at most', async ({ signIn }) => {
  const boss = await signIn(manager, { at: noScreen })
  const name = `Aspen ${Date.now()}`
  const medicine = `Amoxicillin ${Date.now()}`
  const species = 'buffalo'
  const treated = await call(boss, 'POST', '/animal', { name: `${name} I`, species })
  await call(boss, 'POST', '/animal', { name, species })
  const details = { type: 'treatment', medicine, dose: '15 ml', veterinarian: 'Dr Kovács' }
  await call(boss, 'POST', `/animal/${treated.id}/event`, {
    ...{ day: '2026-01-05', details: { ...details, withdrawals: [{ product: 'milk', until: '2026-01-09' }] } },
  })
  const page = await signIn(worker, { ...phone, at: '/' })
  let taps = 0
  const tap = async (one: ReturnType<typeof page.getByRole>) => {
    taps++
    await one.click()
  }
  await tap(page.getByRole('button', { name: 'Search' }).first())
  await page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox')).first().fill(name)
  await tap(page.getByRole('option', { name }).first())
  await tap(page.getByRole('button', { name: 'Add record', exact: true }))
  const sheet = page.getByRole('dialog')
  await tap(sheet.getByRole('combobox', { name: 'What' }))
  await tap(page.getByRole('option', { name: 'Treatment' }))
  await tap(sheet.getByRole('button', { name: `${medicine} · 15 ml` }))
  await expect(sheet.getByLabel('Veterinarian')).toHaveValue('Dr Kovács')
  await expect(sheet.getByLabel('Milk: withdrawal period in days')).toHaveValue('4')
  await tap(sheet.getByRole('button', { name: 'Save' }))
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: medicine })).toBeVisible()
  expect(taps).toBeLessThanOrEqual(8)
})

test('animals come one after the other by their ear tags, and one record is made for all that are picked', async ({
  signIn,
}) => {
  const tag = `DE ${Date.now()}`
  const page = await signIn(manager, { ...desktop, at: '/animals' })
  await page.getByRole('button', { name: 'Add animal' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Ear tag', { exact: true })).toBeFocused()
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByText('Enter an ear tag or a name.')).toBeVisible()
  for (const number of ['01', '02']) {
    await sheet.getByLabel('Ear tag', { exact: true }).fill(`${tag} ${number}`)
    if (number === '01') {
      await sheet.getByRole('combobox', { name: 'Species' }).click()
      await page.getByRole('option', { name: 'Goat' }).click()
      await expectAccessible(page)
      await sheet.getByRole('button', { name: 'Save and add another' }).click()
      await expect(page.getByText(`Added: ${tag} 01`)).toBeVisible()
      await expect(sheet.getByLabel('Ear tag', { exact: true })).toHaveValue('')
      await expect(sheet.getByLabel('Ear tag', { exact: true })).toBeFocused()
    } else await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await expect(sheet).toBeHidden()

  await page.goto(`/animals?search=${encodeURIComponent(tag)}`)
  for (const number of ['01', '02'])
    await page
      .getByRole('row')
      .filter({ hasText: `${tag} ${number}` })
      .getByRole('checkbox')
      .check()
  await page
    .getByRole('region', { name: '2 selected' })
    .getByRole('button', { name: 'Add record', exact: true })
    .click()
  const record = page.getByRole('dialog', { name: 'Record for 2 animals' })
  await record.getByLabel('Note').fill('Hooves trimmed')
  await record.getByRole('button', { name: 'Save' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Recorded for 2 animals' })
  await expect(toast).toBeVisible()
  // A toast covers no button of the page.
  await expect
    .poll(() =>
      toast.evaluate(one => {
        const its = one.getBoundingClientRect()
        const buttons = [...document.querySelectorAll('main button, main input')].map(it => it.getBoundingClientRect())
        return buttons.filter(
          ({ left, right, top, bottom }) =>
            right > its.left && left < its.right && bottom > its.top && top < its.bottom && right > left,
        ).length
      }),
    )
    .toBe(0)
  await page.getByRole('link', { name: `${tag} 02` }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('Hooves trimmed')).toBeVisible()
  // One timeline, narrowed or to a past day.
  await timeline.getByRole('button', { name: 'Tasks' }).click()
  await expect(timeline.getByText('Hooves trimmed')).toBeHidden()
  await timeline.getByRole('button', { name: 'Records' }).click()
  await expect(timeline.getByText('Hooves trimmed')).toBeVisible()
  await timeline.getByRole('button', { name: 'On a past day' }).click()
  await expect(timeline.getByText('Alive')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('heading', { name: 'Findings so far' })).toHaveCount(0)
})
