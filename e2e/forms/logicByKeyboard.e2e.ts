/**
 * Logic from the first key to its copy: picked by keyboard alone, at work while filling in, printed, carried out and in
 * again.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { call } from '../apiCalls.ts'
import { canvas, openForm, properties, saved, unfold } from '../formSteps.ts'
import { desktop, expect, test } from '../people.ts'
import { addElement, pick, press, write } from './formKeys.ts'

const field = (page: Page, name: string) => properties(page).getByLabel(name, { exact: true })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function pressButton(page: Page, name: string): Promise<void> {
  await properties(page).getByRole('button', { name, exact: true }).first().focus()
  await press(page, 'Enter')
}

async function turnOn(page: Page, name: string): Promise<void> {
  await properties(page)
    .getByRole('switch', { name: new RegExp(`^${name}`) })
    .first()
    .focus()
  await press(page, 'Space')
}

/**
 * A check whose failure opens a task, a number asked of either answer and checked itself, a sum, and choices of which
 * some are offered.
 */
async function build(page: Page): Promise<number> {
  const id = await openForm(page, 'Logic by keys')
  await addElement(page, 'yes_no', 'Are all sound?')
  await turnOn(page, 'Create a task')
  await write(page, field(page, 'What to do'), 'Look at the lame ones')

  await addElement(page, 'number', 'How many lame?')
  // Once opened it stays so, for the questions after this one too.
  await unfold(page, 'Logic')
  await pressButton(page, 'Show only if')
  await expect(field(page, 'Condition 1: question')).toBeFocused()
  await pressButton(page, 'Add a condition')
  await pick(page, field(page, 'How many conditions'), 'At least one is true')
  await pick(page, field(page, 'Condition 2: value'), 'No')
  await pressButton(page, 'Add a check')
  const check = properties(page).getByRole('group', { name: 'Check 1' })
  await pick(page, check.getByLabel('Condition 1: comparison'), 'is at most')
  await write(page, check.getByLabel('Condition 1: value'), '50')
  await write(page, field(page, 'Message when the check fails'), 'More than fifty do not stand here.')

  await addElement(page, 'number', 'How many sound?')
  await addElement(page, 'calculated', 'All animals')
  await pick(page, field(page, 'Calculate the answer'), 'Sum')

  await addElement(page, 'single_choice', 'Which leg first?')
  for (const number of [1, 2]) await write(page, field(page, `Choice ${number}`), `Leg ${number}`)
  await pressButton(page, 'Show only choices where')
  await write(page, field(page, 'Column of the choices'), 'side')
  await write(page, field(page, 'Condition 1: value'), 'front')
  for (const [index, side] of ['front', 'hind'].entries())
    await write(page, properties(page).getByLabel('side', { exact: true }).nth(index), side)

  await canvas(page).getByRole('button', { name: 'Logic by keys', exact: true }).focus()
  await press(page, 'Enter')
  await turnOn(page, 'Rate the result')
  await write(page, field(page, 'Good from'), '90')
  await saved(page)
  return id
}

test('logic is picked by keyboard alone and goes the whole way', { tag: '@long' }, async ({ signIn }) => {
  test.setTimeout(600_000)
  const page = await signIn('manager@greenfield.example', desktop)
  const id = await build(page)
  for (const sentence of [
    'Show only if: “Are all sound?” is Yes or “Are all sound?” is No',
    'Add a check: The answer is at most 50',
    'If it fails: the task “Look at the lame ones” for a manager, within 1 day',
  ])
    await expect(canvas(page).getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).focus()
  await press(page, 'Enter')
  await expect(page.getByText('Version 1 is being filled in.')).toBeVisible()
  const built = (await call(page, 'GET', `/form/${id}`)).published.definition

  await page.goto(`/submission/filling/new?form=${id}`)
  await expect(group(page, 'How many lame?')).toHaveCount(0)
  await group(page, 'Are all sound?').getByRole('radio', { name: 'No' }).check()
  await group(page, 'How many lame?').getByRole('textbox').fill('60')
  await group(page, 'How many sound?').getByRole('textbox').fill('8')
  await expect(page.getByText('More than fifty do not stand here.').first()).toBeVisible()
  await group(page, 'How many lame?').getByRole('textbox').fill('5')
  await expect(group(page, 'All animals')).toContainText('13')
  await expect(group(page, 'Which leg first?').getByRole('radio')).toHaveCount(1)
  await group(page, 'Which leg first?').getByRole('radio', { name: 'Leg 1' }).check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByRole('link', { name: 'See it' }).click()
  for (const said of ['Look at the lame ones', '13', 'Leg 1']) await expect(page.getByRole('main')).toContainText(said)
  await expect(page.getByText('Act now').first()).toBeVisible()

  const printing = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const pdf = new Uint8Array(readFileSync(await (await printing).path()))
  const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true })
  for (const said of ['Are all sound?', 'All animals', '13', 'Leg 1']) expect(text).toContain(said)

  await page.goto(`/forms/${id}`)
  await page.getByRole('button', { name: 'More' }).first().click()
  const exporting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as XLSForm' }).click()
  const workbook = readFileSync(await (await exporting).path())
  await page.goto('/forms')
  await page.getByRole('button', { name: 'Import XLSForm' }).click()
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'Logic by keys.xlsx', buffer: workbook },
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  await page.getByRole('link', { name: 'Open form' }).click()
  await page.waitForURL(/\/forms\/\d+$/)
  const imported = await call(page, 'GET', `/form/${page.url().split('/').at(-1)}`)
  expect(imported.draft).toEqual(built)
})
