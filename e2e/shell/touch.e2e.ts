/** On a worker's phone every button can be hit with a glove; at a desk the heads of all sheets are of one height. */
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { desktop, expect, phone, test } from '../people.ts'
import { screens } from './screens.ts'
import { arriveAt } from './walking.ts'

/** The buttons of the page that are lower than a fingertip. */
const lowButtons = (page: Page) =>
  page.getByRole('main').evaluate(main =>
    [...main.querySelectorAll('button, a[class*="Button-root"]')]
      .filter(button => button.getClientRects().length > 0 && !button.closest('p, [class*="Input-section"]'))
      .map(button => ({
        said: button.textContent || button.getAttribute('aria-label'),
        ...button.getBoundingClientRect().toJSON(),
      }))
      .filter(({ height, width }) => height < 43.9 && width > 1)
      .map(({ said, height }) => `${said}: ${height}`),
  )

test('every button of a worker’s screens is at least 44 pixels high', async ({ signIn }) => {
  const page = await signIn('worker@greenfield.example', phone)
  const places = screens.filter(({ who }) => who === 'a worker')
  for (const { path, address } of places) {
    await arriveAt(page, (await address?.(page)) ?? path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await lowButtons(page), path).toEqual([])
  }
  const [guide] = await call(page, 'GET', '/guide')
  for (const path of ['/guides', `/guides/${guide.id}`, '/messaging', '/outbox', '/notifications', '/profile']) {
    await arriveAt(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await lowButtons(page), path).toEqual([])
  }
})

test('the heads of all sheets have one height', async ({ signIn }) => {
  const page = await signIn('manager@greenfield.example', desktop)
  const heights: Record<string, number> = {}
  for (const [path, name] of [
    ['/company/tasks/assignments', 'New task'],
    ['/animals', 'Add animal'],
    ['/company/users', 'Invite'],
    ['/notifications', 'Notification settings'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name, exact: false }).first().click()
    const head = page.getByRole('dialog').locator('header').first()
    // It has slid in.
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    heights[path] = Math.round((await head.boundingBox())?.height ?? 0)
  }
  await page.goto('/findings')
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Close', { exact: true })).toBeInViewport({ ratio: 1 })
  heights.settle = Math.round((await page.getByRole('dialog').locator('header').boundingBox())?.height ?? 0)
  expect(new Set(Object.values(heights)).size, JSON.stringify(heights)).toBe(1)
})
