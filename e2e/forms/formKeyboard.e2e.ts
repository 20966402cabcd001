/** The properties of a question by keyboard: it stays where something was added, moved or removed. */
import { choose, manager, openForm, properties, unfold } from '../formSteps.ts'
import { desktop, expect, test } from '../people.ts'

const choices = ['Dry', 'Damp', 'Wet'].map(name => ({ id: name.toLowerCase(), label: { en: name } }))

test('the keyboard goes to what was added, and to what stands nearest when something is gone', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await openForm(page, 'By keys', [
    { type: 'yes_no', id: 'lame', label: { en: 'Is one lame?' } },
    { type: 'single_choice', id: 'floor', label: { en: 'How is the floor?' }, choices },
  ])
  await choose(page, 'How is the floor?')
  const field = (name: string) => properties(page).getByLabel(name, { exact: true })
  const button = (name: string) => properties(page).getByRole('button', { name, exact: true }).first()
  const press = async (name: string) => {
    await button(name).focus()
    await page.keyboard.press('Enter')
  }
  await press('Move down: choice 2')
  await expect(field('Choice 3')).toHaveValue('Damp')
  await expect(field('Move up: choice 3')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field('Move up: choice 2')).toBeFocused()

  await unfold(page, 'Logic')
  await press('Show only if')
  await expect(field('Condition 1: question')).toBeFocused()
  await press('Add a condition')
  await expect(field('How many conditions')).toBeFocused()
  await press('Remove condition 2')
  await expect(field('Condition 1: question')).toBeFocused()
  await press('Remove: Show only if')
  await expect(button('Show only if')).toBeFocused()

  await press('Add a check')
  await expect(field('Condition 1: question')).toBeFocused()
  await press('Remove: Check 1')
  await expect(button('Add a check')).toBeFocused()
  // A press of the mouse leaves the keyboard alone.
  await button('Show only if').click()
  await expect(field('Condition 1: question')).toBeVisible()
  await expect(field('Condition 1: question')).not.toBeFocused()
})
