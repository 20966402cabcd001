/**
 * A form with every type of question, from the first key to its copy: built by keyboard alone, filled in, printed,
 * carried out and in again.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { allElements } from '#shared/forms/elements.ts'
import { elementKinds } from '#web/forms/questionTypes.ts'
import filling from '../../web/locales/en/filling.json' with { type: 'json' }
import editor from '../../web/locales/en/formEditor.json' with { type: 'json' }
import english from '../../web/locales/en/forms.json' with { type: 'json' }
import { call } from '../apiCalls.ts'
import { desktop, expect, test } from '../people.ts'

type Kind = keyof typeof english.types
const kinds: Kind[] = Object.values(elementKinds).flat()
const nameOf = (kind: Kind) => `The ${english.types[kind].toLowerCase()}`
const question = (page: Page, kind: Kind) => page.getByRole('group', { name: nameOf(kind), exact: true })

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Adds an element at one of the places for it, and writes what it is called. */
async function add(page: Page, kind: Kind, place = 'Add a question'): Promise<void> {
  await page.getByRole('button', { name: place, exact: true }).focus()
  await press(page, 'Enter')
  // The menu takes the keyboard a moment after it shows itself.
  await expect(page.getByRole('menu').or(page.getByRole('menuitem')).and(page.locator(':focus'))).toHaveCount(1)
  await press(page, 'Home', ...Array.from({ length: kinds.indexOf(kind) }, () => 'ArrowDown'))
  await expect(page.getByRole('menuitem', { name: english.types[kind], exact: true })).toBeFocused()
  await press(page, 'Enter')
  const properties = page.getByRole('region', { name: 'Properties' })
  await expect(properties.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type(nameOf(kind))
  if (kind === 'single_choice' || kind === 'multiple_choice')
    for (const number of [1, 2]) {
      await properties.getByRole('textbox', { name: `Choice ${number}`, exact: true }).focus()
      await page.keyboard.type(`Way ${number}`)
    }
  await expect(page.getByText(/^Saved \d\d:\d\d$/).first()).toBeVisible()
}

async function build(page: Page): Promise<number> {
  await page.goto('/forms')
  await page.getByRole('link', { name: 'New form' }).focus()
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Start with an empty form' }).focus()
  await press(page, 'Enter')
  await page.waitForURL(/\/forms\/\d+$/)
  await page.getByLabel('Name').focus()
  await press(page, 'Control+a')
  await page.keyboard.type('By keyboard alone')
  for (const kind of kinds) {
    await add(page, kind)
    // What holds others needs one: the first kind, which is asked there too.
    if (kind === 'group') await add(page, 'text', editor.addToGroup)
    if (kind === 'repeat') await add(page, 'text', editor.addToRepeat)
  }
  return Number(page.url().split('/').at(-1))
}

test('a form with every type of question goes the whole way', { tag: '@long' }, async ({ signIn }) => {
  test.setTimeout(900_000)
  const page = await signIn('manager@greenfield.example', {
    ...desktop,
    geolocation: { latitude: 47.5, longitude: 19.04, accuracy: 12 },
    permissions: ['geolocation'],
  })
  const id = await build(page)
  await page.getByRole('button', { name: 'Publish' }).focus()
  await press(page, 'Enter')
  await expect(page.getByText('Version 1 is being filled in.')).toBeVisible()
  const built = (await call(page, 'GET', `/form/${id}`)).published.definition
  const types = new Set(allElements(built.sections[0].questions).map(({ type }) => type))
  expect([...types].sort()).toEqual([...kinds].sort())

  await fill(page, id)
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('img', { name: /100/ })).toBeVisible()
  await page.getByRole('link', { name: 'See it' }).click()
  await page.waitForURL(/\/submission\/view\//)
  // Without bands there is no ring there, but the points and what they are of all.
  for (const said of ['1 / 1', '100%', 'Way 1', 'Way 2', '12', '47.5 19.04', 'HU 1', 'Ewes', 'Stock lorry'])
    await expect(page.getByRole('main')).toContainText(said)

  const printing = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(readFileSync(await (await printing).path()))),
    { mergePages: true },
  )
  for (const said of [nameOf('slider'), 'Way 1', 'HU 1', '100%']) expect(text.replace(/\s+/g, ' ')).toContain(said)

  await page.goto(`/forms/${id}`)
  await page.getByRole('button', { name: 'More' }).first().click()
  const exporting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as XLSForm' }).click()
  const workbook = await (await exporting).path()
  await page.goto('/forms')
  await page.getByRole('button', { name: 'Import XLSForm' }).click()
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'By keyboard alone.xlsx', buffer: readFileSync(workbook) },
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  await page.getByRole('link', { name: 'Open form' }).click()
  await page.waitForURL(/\/forms\/\d+$/)
  const imported = await call(page, 'GET', `/form/${page.url().split('/').at(-1)}`)
  expect(imported.draft).toEqual(built)
})

/** Answers what must be answered, as fits its type. */
async function fill(page: Page, id: number): Promise<void> {
  await page.goto(`/submission/filling/new?form=${id}`)
  const choose = async (kind: Kind, name: string) => question(page, kind).getByRole('radio', { name }).check()
  await choose('yes_no', 'Yes')
  await choose('single_choice', 'Way 1')
  await question(page, 'multiple_choice').getByRole('checkbox', { name: 'Way 2' }).check()
  await choose('rating', '5')
  await question(page, 'slider').getByRole('button', { name: 'More' }).click()
  await question(page, 'number').getByRole('textbox').fill('12')
  await question(page, 'barcode').getByRole('textbox').fill('HU 1')
  const moments = [
    ['date', '2026-11-19'],
    ['time', '06:30'],
  ] as const
  for (const [kind, moment] of moments) await question(page, kind).locator('input:not([type=file])').fill(moment)
  await question(page, 'date_time').getByLabel('Date').fill('2026-11-19')
  await question(page, 'date_time').getByLabel('Time').fill('08:15')
  await question(page, 'place').getByRole('button', { name: 'Use my location' }).click()
  await expect(question(page, 'place')).toContainText('47.5')
  const shape = question(page, 'shape')
  for (const latitude of [47.51, 47.52]) {
    await page.context().setGeolocation({ latitude, longitude: 19.04, accuracy: 5 })
    await shape.getByRole('button', { name: filling.shape.here }).click()
    await expect(shape.getByRole('button', { name: filling.shape.undo })).toBeVisible()
  }
  await question(page, 'signature').getByLabel('Name').fill('Anna')
  await question(page, 'signature').getByRole('button', { name: 'Sign with the typed name' }).click()
  for (const [kind, option] of [
    ['animal', /./],
    ['animal_group', 'Ewes'],
    ['location', /./],
    ['vehicle', 'Stock lorry · YX19 KDN'],
    ['user', 'Tom Ashby'],
  ] as const) {
    await question(page, kind).getByRole('combobox').or(question(page, kind).getByRole('textbox')).first().click()
    await page.getByRole('option', { name: option }).first().click()
  }
  await page.getByRole('button', { name: 'Finish' }).click()
}
