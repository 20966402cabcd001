/**
 * Whoever listens, enlarges or uses no mouse: a form from the list to the finished submission, in every language, light
 * and dark, at two widths.
 */
import type { Page } from '@playwright/test'
import { locales } from '#shared/lib/language.ts'
import { call } from '../apiCalls.ts'
import { everyType } from '../forms/everyType.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

/** A form with every type, and a submission of it; their ids. */
async function prepare(page: Page) {
  const { id: form } = await call(page, 'POST', '/form', { name: { en: 'Everything' }, definition: everyType })
  await call(page, 'POST', `/form/${form}/publish`, {})
  const uuid = await page.evaluate(() => crypto.randomUUID())
  const { id: submission } = await call(page, 'POST', '/form/submission', { form_id: form, uuid })
  const answers = {
    ...{ weight: { value: 612.5 }, lame: { value: 'yes', note: 'Left hind leg' }, which: { value: 'Number 12' } },
    ...{ cows: { value: ['a', 'b'] }, 'gait@a': { value: 'lame' }, 'gait@b': { value: 'sound' } },
  }
  await call(page, 'POST', `/form/submission/${submission}/complete`, { answers })
  return { form, submission }
}

/** So high that nothing lies under the bars: axe takes what they cover for small. */
const tall = ({ width }: { width: number }) => ({ width, height: 4_000 })

for (const language of locales)
  test(`a form is accessible from its list to the finished submission (${language})`, { tag: '@long' }, async ({
    signIn,
  }) => {
    test.setTimeout(600_000)
    const page = await signIn('manager@greenfield.example', { ...desktop, language })
    const { form, submission } = await prepare(page)
    const filling = `/submission/filling/new?form=${form}`
    for (const path of [
      '/forms',
      `/forms/${form}`,
      ...[1, 2, 3, 4].map(step => `${filling}&step=${step}`),
      `/submission/view/${submission}`,
    ]) {
      await page.setViewportSize(tall(desktop.viewport))
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      for (const { viewport } of [desktop, phone]) {
        await page.setViewportSize(tall(viewport))
        await test.step(`${path} ${viewport.width}`, () => expectAccessible(page))
      }
    }
  })
