/**
 * The builder at a desk: what is rarely used is folded, nothing lies over the properties, and the menu of types is
 * whole.
 */
import type { Locator } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { canvas, choose, manager, openForm, properties, unfold } from '../formSteps.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const questions = Array.from({ length: 12 }, (_, index) => ({
  ...{ type: 'yes_no', id: `q${index + 1}`, label: { en: `Point ${index + 1}` }, good: 'yes' },
}))

test('what few forms need is folded, and stays open for people who opened it', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const id = await openForm(page, 'Folded', questions)
  await choose(page, 'Point 1')
  const condition = properties(page).getByRole('button', { name: 'Show only if' })
  await expect(properties(page).getByLabel('Required')).toBeVisible()
  await expect(condition).toBeHidden()
  await expect(properties(page).getByLabel('Law or standard')).toBeHidden()
  await unfold(page, 'Logic')
  await expect(condition).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Point 2')
  await expect(condition).toBeVisible()
  await expect(properties(page).getByLabel('Law or standard')).toBeHidden()
  await page.goto(`/forms/${id}`)
  await choose(page, 'Point 3')
  await expect(condition).toBeVisible()
})

test('a folded mistake is unfolded for people who go to it', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  const wrong = { ...questions[1], visible_if: "${nobody} = 'yes'" }
  await openForm(page, 'Folded mistake', [questions[0] ?? {}, wrong])
  // Its name says that something is to be put right.
  await canvas(page)
    .getByRole('button', { name: /Point 2/ })
    .click()
  // What is used is open by itself, until somebody closes it.
  const logic = properties(page).locator('details', { has: page.locator('summary', { hasText: 'Logic' }) })
  await logic.locator('> summary').click()
  await expect(logic.getByText('In use')).toBeVisible()
  await choose(page, 'Point 1')
  await page.getByRole('button', { name: '1 thing to correct' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Point 2' }).click()
  await expect(logic.locator(':focus')).toBeVisible()
})

type Box = Awaited<ReturnType<Locator['boundingBox']>>

const overlap = (one: Box, other: Box): boolean =>
  one !== null &&
  other !== null &&
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

test('the way up stands beside the properties, and every type of the menu can be seen', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await openForm(page, 'With room', questions)
  await choose(page, 'Point 1')
  for (const width of [1440, 1100]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => scrollTo(0, 600))
    const up = page.getByRole('button', { name: 'Back to top' })
    await expect(up).toBeVisible()
    const button = await up.boundingBox()
    for (const [name, part] of [
      ['panel', properties(page)],
      ['canvas', canvas(page)],
    ] as const)
      expect(overlap(button, await part.boundingBox()), `${width}: ${name}`).toBe(false)
  }
  for (const viewport of [desktop.viewport, { width: 1280, height: 640 }, phone.viewport]) {
    await page.setViewportSize(viewport)
    await page.getByRole('button', { name: 'Add a question' }).last().click()
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    const where = JSON.stringify(viewport)
    // It is measured after it stands, and then fitted.
    await expect(async () => {
      const box = await menu.boundingBox()
      expect(box?.x, where).toBeGreaterThanOrEqual(0)
      expect(box?.y, where).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0), where).toBeLessThanOrEqual(viewport.width)
      expect((box?.y ?? 0) + (box?.height ?? 0), where).toBeLessThanOrEqual(viewport.height)
    }).toPass({ timeout: 5000 })
    // No word of it is cut, and what does not fit is scrolled to.
    const cut = await menu.evaluate(list => list.scrollWidth - list.clientWidth)
    expect(cut, where).toBeLessThanOrEqual(0)
    await page.getByRole('menuitem').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
})

test('a form of one section does not say that it is the first one', async ({ signIn }) => {
  const page = await signIn(manager, { ...phone, at: '/forms/new' })
  await page.getByRole('button', { name: 'Start with an empty form' }).click()
  await expect(page).toHaveURL(/\/forms\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  const { draft } = await call(page, 'GET', `/form/${id}`)
  expect(draft.sections[0].title.en).toBe('First section')
  draft.sections[0].questions = [{ type: 'yes_no', id: 'calm', label: { en: 'Are they calm?' } }]
  await call(page, 'PUT', `/form/${id}`, { definition: draft })
  await call(page, 'POST', `/form/${id}/publish`, {})
  await page.goto(`/submission/filling/new?form=${id}`)
  await expect(page.getByRole('group', { name: 'Are they calm?' })).toBeVisible()
  await expect(page.getByText('First section')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Questions', level: 2 })).toBeAttached()
  await page.getByRole('button', { name: /1 of 1/ }).click()
  await expect(page.getByRole('dialog')).not.toContainText('First section')
  await expectAccessible(page)
})

test('a section that has a name is read, also where it is the only one', async ({ signIn }) => {
  const page = await signIn(manager, phone)
  const id = await openForm(page, 'One named section', [questions[0] ?? {}])
  await call(page, 'POST', `/form/${id}/publish`, {})
  await page.goto(`/submission/filling/new?form=${id}`)
  await expect(page.getByRole('heading', { name: 'First', level: 2 })).toBeVisible()
})
