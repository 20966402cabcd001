/**
 * Writing in a long form. The work for a key is counted in calls of functions: these are the same on a busy machine.
 */
import type { Page } from '@playwright/test'
import { choose, openForm, saved, words } from '../formSteps.ts'
import { desktop, expect, test } from '../people.ts'

/** A form draws one card for a key; with all two hundred it takes a million. */
const most = 600_000
const keys = 'abcde'

const questions = Array.from({ length: 200 }, (_, number) => {
  const own = { id: `q${number}`, label: { en: `Question ${number}` } }
  return number % 4 === 0
    ? { ...own, type: 'yes_no', good: 'yes', points: 1 }
    : { ...own, type: 'number', ...(number > 4 && { visible_if: `\${q${number - (number % 4)}} = 'yes'` }) }
})

test('a key in a form of 200 questions draws the question that it changes', { tag: '@long' }, async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', desktop)
  await openForm(page, 'Two hundred', questions)
  await choose(page, 'Question 100')
  await words(page).click()
  await page.keyboard.type('Warm')
  await saved(page)
  const counted = await countCalls(page)
  for (const key of keys) {
    await page.keyboard.type(key)
    // The canvas follows typing a moment later.
    await expect(page.getByRole('heading', { level: 3, name: new RegExp(`Warm.*${key}`) })).toBeVisible()
  }
  await saved(page)
  expect(Math.round((await counted()) / keys.length)).toBeLessThan(most)
})

async function countCalls(page: Page): Promise<() => Promise<number>> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Profiler.enable')
  await tools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async () => {
    const { result } = await tools.send('Profiler.takePreciseCoverage')
    return (
      result
        // What looks for things on the page works there too.
        .filter(({ url }) => url.includes('/assets/'))
        .flatMap(({ functions }) => functions)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
    )
  }
}
