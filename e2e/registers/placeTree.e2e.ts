/** Places as a tree: moved by the keyboard alone and by dragging, taken back, and on a worker's phone. */
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { manager, worker } from '../formSteps.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

/** A yard with a shed beside it, under names of this try. */
async function yardAndShed(page: Page, mark: string) {
  const make = (name: string, more: object = {}) =>
    call<{ id: number; name: string }>(page, 'POST', '/location', {
      name: `${name} ${mark}`,
      type: 'building',
      ...more,
    })
  return [await make('Tree yard', { capacity_heads: 4, floor_area: 30 }), await make('Tree shed')] as const
}
const parentOf = async (page: Page, { id }: { id: number }) =>
  (await call<{ parent_id: number | null }>(page, 'GET', `/location/${id}`)).parent_id

test('a place is moved into another by keys, and taken back', async ({ signIn }, { retry }) => {
  const page = await signIn(manager, desktop)
  const [yard, shed] = await yardAndShed(page, `k${retry}`)
  await page.goto('/locations')
  await page.getByRole('link', { name: 'Tree' }).click()
  await page.getByRole('button', { name: `Move ${shed.name}`, exact: true }).press('Enter')
  await expect(page.getByText(`Choose a new parent for ${shed.name}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: `Move into ${yard.name}`, exact: true }).press('Enter')
  await expect(page.getByText(`${shed.name} moved into ${yard.name}`)).toBeVisible()
  expect(await parentOf(page, shed)).toBe(yard.id)
  // Into what lies in it nothing is offered.
  await page.getByRole('button', { name: `Move ${yard.name}`, exact: true }).click()
  await expect(page.getByRole('button', { name: `Move into ${shed.name}`, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).dispatchEvent('click')
  await expect.poll(() => parentOf(page, shed)).toBeNull()
})

test('a place is dragged into another', async ({ signIn }, { retry }) => {
  const page = await signIn(manager, desktop)
  const [yard, shed] = await yardAndShed(page, `d${retry}`)
  await page.goto('/locations/tree')
  const row = (name: string) => page.getByRole('link', { name, exact: true })
  const handle = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: shed.name, exact: true }) })
    .getByTitle('Drag it to its new parent')
  // Both stand within a few rows. At the screen's edge the page would scroll along while the row is held there.
  await row(yard.name).evaluate(shown => shown.scrollIntoView({ block: 'center' }))
  const [from, to] = [await handle.boundingBox(), await row(yard.name).boundingBox()]
  if (!from || !to) throw new Error('Both are on the screen')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 14, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByText(`${shed.name} moved into ${yard.name}`)).toBeVisible()
  expect(await parentOf(page, shed)).toBe(yard.id)
})

test('a worker sees on a phone how full a barn is, and moves nothing', async ({ signIn }) => {
  const page = await signIn(worker, { ...phone, at: '/locations/tree' })
  const calfPens = page.getByRole('link', { name: 'Calf pens', exact: true })
  await expect(calfPens).toBeVisible()
  await expect(page.getByText(/Animals: \d+ of 5/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move Calf pens', exact: true })).toHaveCount(0)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await calfPens.click()
  await expect(page.getByRole('heading', { name: 'Animals and parts' })).toBeVisible()
  await expectAccessible(page)
})
