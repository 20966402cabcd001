/** What forms mean: mistakes that lead to their place, conditions in words, and the test fill. */
import { call } from '../apiCalls.ts'
import { canvas, choose, manager, openForm, properties, saved, startForm, unfold } from '../formSteps.ts'
import { desktop, expect, expectAccessible, test } from '../people.ts'

test('nothing is published with a mistake, and each mistake leads to its place', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await startForm(page, 'With mistakes')
  await choose(page, 'How is the air?')
  await page.getByLabel('Language of the texts').selectOption('hu')
  await properties(page).getByRole('button', { name: 'Add a choice' }).click()
  await page.keyboard.type('Huzat')
  await page.getByRole('button', { name: 'Publish' }).click()

  const list = page.getByRole('alert').filter({ hasText: '1 thing to correct' })
  await expect(list.getByRole('heading')).toBeFocused()
  await expect(list).toContainText('Milyen a levegő?')
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Milyen a levegő?' }).click()
  // The text is missing in the form's own language, so that is the one to write.
  await expect(page.getByLabel('Language of the texts')).toHaveValue('en')
  const choice = properties(page).getByRole('textbox', { name: 'Choice 4' })
  await expect(choice).toBeFocused()
  await expect(choice).toHaveAttribute('placeholder', 'Huzat')
  await choice.fill('Draughty')
  await expect(page.getByText('The form is ready to publish.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
})

test('a condition is picked and said in words; taking away what it asks about is a mistake that leads there', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  const id = await openForm(page, 'With logic', [
    { type: 'yes_no', id: 'lame', label: { en: 'Is one lame?' }, good: 'no' },
    { type: 'number', id: 'how_many', label: { en: 'How many?' } },
    { type: 'text', id: 'notes', label: { en: 'Notes' } },
  ])
  await choose(page, 'How many?')
  await unfold(page, 'Logic')
  await properties(page).getByRole('button', { name: 'Show only if' }).click()
  await expect(properties(page).getByLabel('Condition 1: question')).toHaveValue('lame')
  await expect(canvas(page).getByText('Show only if: “Is one lame?” is Yes')).toBeVisible()
  await expectAccessible(page)
  await properties(page).getByLabel('Condition 1: value').selectOption('no')
  await properties(page).getByText('Expression', { exact: true }).click()
  const expression = properties(page).getByRole('textbox', { name: 'Expression: Show only if' })
  await expect(expression).toHaveValue("${lame} = 'no'")
  await expression.fill("${lame} = 'yes' and ${nobody} > 2")
  await expect(properties(page).getByText('The question “nobody” no longer exists.').first()).toBeVisible()
  await properties(page).getByRole('button', { name: 'Show', exact: true }).click()
  expect(
    await expression.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe('${nobody}')
  await expression.fill("${lame} = 'yes'")

  await properties(page).getByRole('button', { name: 'Required if' }).click()
  const other = properties(page).getByRole('group', { name: 'Required if' })
  await other.getByLabel('Condition 1: question').selectOption('notes')
  // Words to compare come after the comparison, which must not be taken for another one meanwhile.
  await other.getByLabel('Condition 1: comparison').selectOption('is')
  await other.getByLabel('Condition 1: value').fill('None')
  await expect(canvas(page).getByText('Required if: “Notes” is “None”')).toBeVisible()

  await choose(page, 'Is one lame?')
  await canvas(page).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: '1 thing to correct' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'How many?' }).click()
  await expect(properties(page).getByLabel('Condition 1: question').first()).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved(page)
  const { draft } = await call(page, 'GET', `/form/${id}`)
  expect(draft.sections[0].questions[1].visible_if).toBe("${lame} = 'yes'")
})

test('the preview is the form as it is filled in, down to what would come of it, and keeps no answer', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  await startForm(page, 'To try')
  await page.getByLabel('Language of the texts').selectOption('hu')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const seen = preview.getByRole('radiogroup', { name: 'Sikerült minden állatot megnézni?' })
  await seen.getByRole('radio', { name: 'Nem' }).check()
  await expect(preview.getByText('Ebből feladat lesz: A kimaradt állatok megnézése')).toBeVisible()
  await expect(async () => {
    await preview.getByRole('button', { name: /^(Next|Finish)$/ }).click({ timeout: 1_000 })
    await expect(preview.getByRole('button', { name: 'Start again' })).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(
    preview.getByText('Task “A kimaradt állatok megnézése” – The person who filled it in, within 8 hours'),
  ).toBeVisible()
  await expectAccessible(page)
  await preview.getByRole('button', { name: 'Minden itatóból jön a víz?' }).click()
  const water = preview.getByRole('radiogroup', { name: 'Minden itatóból jön a víz?' })
  await expect(water.getByRole('radio').first()).toBeFocused()
  await expect(preview.getByText('Kérjük, töltse ki').first()).toBeVisible()
  await page.goto('/submission')
  await expect(page.getByText('To try')).toHaveCount(0)
})
