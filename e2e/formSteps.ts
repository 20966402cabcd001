/** What the journeys of forms share: starting and opening a form, and finding one's way in the editor. */
import type { Page } from '@playwright/test'
import { call } from './apiCalls.ts'
import { expect } from './people.ts'

export const manager = 'manager@greenfield.example'
export const worker = 'worker@greenfield.example'

/** Starts a form from a template and gives it a name of its own. */
export async function startForm(page: Page, name: string): Promise<number> {
  await page.goto('/forms')
  await page.getByRole('link', { name: 'New form' }).click()
  await page.getByRole('button', { name: 'Daily pen check' }).click()
  await expect(page.getByRole('dialog')).toContainText('Was every animal seen?')
  await page.getByRole('button', { name: 'Use this template' }).click()
  await page.waitForURL(/\/forms\/\d+$/)
  await page.getByLabel('Name').fill(name)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await saved(page)
  return Number(page.url().split('/').at(-1))
}

export const saved = (page: Page) => expect(page.getByText(/^Saved \d\d:\d\d$/).first()).toBeVisible()
export const properties = (page: Page) => page.getByRole('region', { name: 'Properties' })
/** A question of the form as it will look. */
export const canvas = (page: Page) => page.getByRole('region', { name: 'Form', exact: true })
export const question = (page: Page, name: string) => canvas(page).getByRole('heading', { level: 3, name, exact: true })
export const questionButton = (page: Page, name: string) => canvas(page).getByRole('button', { name, exact: true })
export const choose = (page: Page, label: string) => questionButton(page, label).click()
export const words = (page: Page) => properties(page).getByRole('textbox', { name: 'Question' })

/** Opens a part of the properties that is folded until somebody wants it. */
export async function unfold(page: Page, part: string): Promise<void> {
  const fold = properties(page).locator('details', { has: page.locator('summary', { hasText: part }) })
  await fold.locator('> summary').focus()
  await page.keyboard.press('Enter')
  await expect(fold).toHaveAttribute('open', '')
}

/** A form with one section, made as from another device, and opened. */
export async function openForm(page: Page, name: string, questions: object[] = []): Promise<number> {
  const sections = [{ id: 'first', title: { en: 'First' }, questions }]
  const definition = { schema: 1, default_language: 'en', sections }
  const { id } = await call(page, 'POST', '/form', { name: { en: name }, definition })
  await page.goto(`/forms/${id}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  return id
}
