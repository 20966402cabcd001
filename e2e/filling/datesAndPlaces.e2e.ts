/**
 * Days are typed as a language writes them or picked in the weeks of the person; a place is put on a map, without any
 * from elsewhere.
 */
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const label = (en: string) => ({ en })
const definition = {
  ...{ schema: 1, default_language: 'en' },
  sections: [
    {
      ...{ id: 'all', title: label('Where and when') },
      questions: [
        { type: 'date', id: 'born', label: label('Born on') },
        { type: 'place', id: 'spot', label: label('The spot') },
      ],
    },
  ],
}

async function publish(page: Page): Promise<number> {
  const { id } = await call(page, 'POST', '/form', { name: label('Spots'), definition })
  await call(page, 'POST', `/form/${id}/publish`, {})
  return id
}

const question = (page: Page, name: string) => page.getByRole('group', { name })

test('a week begins with the day of the profile, a day is typed or picked by key', async ({ signIn }) => {
  const boss = await signIn('manager@greenfield.example', desktop)
  const id = await publish(boss)
  await call(boss, 'PATCH', '/auth/user', { week_start: 0 })
  await boss.goto(`/submission/filling/new?form=${id}`)
  const day = question(boss, 'Born on').getByRole('textbox', { name: 'Born on' })
  await day.fill('22/11/26')
  await day.press('Tab')
  await expect(day).toHaveValue('22/11/2026')
  await day.fill('the other day')
  await day.press('Tab')
  await expect(question(boss, 'Born on')).toContainText('This is not a date.')
  await expect(day).toHaveValue('the other day')
  await day.fill('2026-11-22')

  await day.press('ArrowDown')
  const calendar = boss.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('columnheader').first()).toHaveText('Sun')
  await expect(calendar.getByRole('button', { name: /^Sunday,? 22 November 2026$/ })).toBeFocused()
  await expectAccessible(boss)
  await boss.keyboard.press('ArrowRight')
  await boss.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(day).toHaveValue('23/11/2026')

  await call(boss, 'PATCH', '/auth/user', { week_start: null })
})

test('in Hungarian the year comes first and the week begins on Monday; in Arabic on Saturday, from the right', async ({
  signIn,
}) => {
  const boss = await signIn('manager@greenfield.example', { ...desktop, language: 'hu' })
  const id = await publish(boss)
  await call(boss, 'PATCH', '/auth/user', { week_start: null })
  await boss.goto(`/submission/filling/new?form=${id}`)
  const day = question(boss, 'Born on').getByRole('textbox').first()
  await day.fill('2026.11.22')
  await day.press('Tab')
  await expect(day).toHaveValue('2026. 11. 22.')
  await question(boss, 'Born on').getByRole('button', { name: 'Naptár megnyitása' }).click()
  const calendar = boss.getByRole('dialog', { name: 'Naptár' })
  await expect(calendar.getByRole('columnheader').first()).toHaveText('H')
  await expect(calendar).toContainText('2026. november')

  const partner = await signIn('worker@greenfield.example', {
    ...phone,
    language: 'ar',
    at: `/submission/filling/new?form=${id}`,
  })
  const arabic = question(partner, 'Born on').getByRole('textbox').first()
  await arabic.fill('٢٢/١١/٢٠٢٦')
  await arabic.blur()
  await expect(arabic).toHaveValue('22/11/2026')
  await question(partner, 'Born on').getByRole('button', { name: 'فتح التقويم' }).tap()
  await expect(partner.getByRole('dialog', { name: 'التقويم' }).getByRole('columnheader').first()).toHaveText('السبت')
  await expectAccessible(partner)
})

test('a place is tapped on the map or put there by key; the numbers say the same', async ({ signIn }) => {
  const hand = await signIn('manager@greenfield.example', phone)
  const id = await publish(hand)
  const elsewhere: string[] = []
  hand.on('request', request => {
    if (new URL(request.url()).origin !== new URL(hand.url()).origin) elsewhere.push(request.url())
  })
  await hand.goto(`/submission/filling/new?form=${id}`)
  const spot = question(hand, 'The spot')
  const map = spot.getByRole('application', { name: 'Map' })
  await expect(map).toContainText('°')
  await expect(map).toContainText('km')
  await spot.getByLabel('Latitude').fill('47.4979')
  await spot.getByLabel('Longitude').fill('19.0402')
  await expect(map.locator('.leaflet-marker-icon svg')).toBeVisible()

  await map.tap({ position: { x: 60, y: 60 } })
  await expect(spot.getByLabel('Latitude')).not.toHaveValue('47.4979')
  await expect(spot.getByLabel('Latitude')).toHaveValue(/^47\.(49|50)/)
  const tapped = await spot.getByLabel('Latitude').inputValue()

  await map.focus()
  await hand.keyboard.press('Enter')
  await expect(spot.getByLabel('Latitude')).not.toHaveValue(tapped)
  await expectAccessible(hand)
  expect(elsewhere, 'what was asked of third parties').toEqual([])
})
