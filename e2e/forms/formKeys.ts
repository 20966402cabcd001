/** Writing a form by keyboard alone: what the journeys about that share. */
import type { Locator, Page } from '@playwright/test'
import { elementKinds } from '#web/forms/questionTypes.ts'
import english from '../../web/locales/en/forms.json' with { type: 'json' }
import { properties } from '../formSteps.ts'
import { expect } from '../people.ts'

export type Kind = keyof typeof english.types
export const kinds: Kind[] = Object.values(elementKinds).flat()

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Adds an element at one of the places for it, and writes what it is called. */
export async function addElement(page: Page, kind: Kind, name: string, place = 'Add a question'): Promise<void> {
  await page.getByRole('button', { name: place, exact: true }).focus()
  await press(page, 'Enter')
  // From the moment it stands, it has the keyboard.
  await expect(page.getByRole('menu')).toBeVisible()
  await press(page, 'Home', ...Array.from({ length: kinds.indexOf(kind) }, () => 'ArrowDown'))
  await expect(page.getByRole('menuitem', { name: english.types[kind], exact: true })).toBeFocused()
  await press(page, 'Enter')
  await expect(properties(page).getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type(name)
}

/** Writes into a field of the properties, in place of what stands there. */
export async function write(page: Page, field: Locator, words: string): Promise<void> {
  await field.focus()
  await press(page, 'Control+a')
  await page.keyboard.type(words)
  await expect(field).toHaveValue(words)
}

/** Chooses from a list by the keys that lead there. */
export async function pick(page: Page, list: Locator, option: string): Promise<void> {
  await list.focus()
  const [options, at] = await list.evaluate((found: HTMLSelectElement) => [
    [...found.options].map(({ text }) => text),
    found.selectedIndex,
  ])
  const steps = (options as string[]).indexOf(option) - (at as number)
  await press(page, ...Array.from({ length: Math.abs(steps) }, () => (steps > 0 ? 'ArrowDown' : 'ArrowUp')))
  await expect(list.locator('option:checked')).toHaveText(option)
}
