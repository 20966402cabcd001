/** One walk over all screens: everybody can read and use each of them, at the width of a phone and of a desk. */
import { globSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { locales } from '#shared/lib/language.ts'
import { desktop, expect, phone, test } from '../people.ts'
import { people, type Screen, screens } from './screens.ts'
import { arriveAt, expectUsable } from './walking.ts'

test('the walk leads over every screen of the app', () => {
  const addresses = globSync('web/screens/*.ts').flatMap(file => {
    const text = readFileSync(file, 'utf8')
    return [
      ...[...text.matchAll(/screen\('([^']+)'/g)].map(([, path = '']) => path),
      ...[...text.matchAll(/path: '([^']+)',\s+component/g)].map(([, path]) => `/profile${path}`),
    ]
  })
  expect(addresses.length).toBeGreaterThan(40)
  expect([...new Set(screens.map(({ path }) => path))].sort()).toEqual([...new Set(addresses)].sort())
})

async function look(page: Page, { path, address, opens = [] }: Screen): Promise<void> {
  await arriveAt(page, (await address?.(page)) ?? path)
  await expectUsable(page, path)
  for (const [index, open] of opens.entries()) {
    await open(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectUsable(page, `${path}, ${index + 1} opened`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
}

/** The narrowest that is promised. */
const narrow = { ...phone, viewport: { width: 320, height: 640 } }

for (const language of locales)
  for (const [device, options] of Object.entries({ phone, desktop, narrow }))
    for (const [who, email] of Object.entries(people)) {
      // What is at work all day on a phone is walked there, the rest at a desk; the other widths and languages belong
      // to test:long.
      const isDaily = who === 'a worker' || who === 'a manager' || who === 'a manager in the registers'
      const isShort = language === 'en' && device !== 'narrow' && (device === 'phone') === isDaily
      test(`${who} can read and use every screen (${device}, ${language})`, {
        tag: isShort ? [] : '@long',
      }, async ({ signIn }) => {
        const page = await signIn(email, { ...options, language, reducedMotion: 'reduce' })
        for (const screen of screens.filter(screen => screen.who === who)) {
          await look(page, screen)
        }
      })
    }
