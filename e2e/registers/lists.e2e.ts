/** Lists: one row of controls above them at a desk, eight rows at least on a phone's screen. */
import { manager } from '../formSteps.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const lists = ['/animals', '/locations', '/company/tasks', '/submission/view', '/form', '/company/members']

test('at a desk each list has one row of controls, and its filters behind one button', async ({ signIn }) => {
  const page = await signIn(manager, { ...desktop, at: noScreen })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const list of lists) {
    await page.goto(list)
    await expect(page.getByRole('main').getByRole('table').getByRole('link').first()).toBeVisible()
    const controls = page.getByRole('main').getByRole('search').locator('button:visible, input:visible, select:visible')
    const middles = await controls.evaluateAll(all =>
      all.map(one => one.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
    )
    expect(middles.length, list).toBeGreaterThan(1)
    expect(Math.max(...middles) - Math.min(...middles), list).toBeLessThan(8)
    await expect(page.getByRole('main').getByRole('search').getByRole('combobox')).toHaveCount(0)
  }
})

test('on a phone eight rows of a list are on the screen, in two lines each, and nothing stands beside it', async ({
  signIn,
}) => {
  const page = await signIn(manager, { ...phone, at: noScreen })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const list of ['/animals', '/locations', '/company/tasks']) {
    await page.goto(list)
    const rows = page.getByRole('main').locator('tbody tr')
    await expect(rows.getByRole('link').first()).toBeVisible()
    const bottoms = await rows.evaluateAll(all => all.map(one => one.getBoundingClientRect().bottom))
    const bar = await page.getByRole('navigation').last().boundingBox()
    expect(bottoms.filter(bottom => bottom <= (bar?.y ?? 844)).length, list).toBeGreaterThanOrEqual(
      Math.min(8, bottoms.length),
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
})
