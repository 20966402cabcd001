/** Every type of question, filled in on a phone and read again. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, phone, test } from '../people.ts'
import { everyType } from './everyType.ts'

const manager = 'manager@greenfield.example'
const question = (page: Page, name: string): Locator => page.getByRole('group', { name })
const picture = {
  name: 'pen.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const paper = { name: 'Delivery note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a note') }
const script = { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }

/** Publishes the form as the person whom the page shows; its id. */
const publish = (page: Page): Promise<number> =>
  page.evaluate(async definition => {
    const send = async (path: string, body: object) => {
      const response = await fetch(`/api${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${localStorage.getItem('tend_token')}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()).data
    }
    const { id } = await send('/form', { name: { en: 'Everything' }, definition })
    await send(`/form/${id}/publish`, {})
    return id
  }, everyType)

async function fillFirst(page: Page): Promise<void> {
  await expect(page.getByText('Wash your hands.')).toBeVisible()
  await question(page, 'Who is with you?').getByRole('textbox').fill('Anna')
  await question(page, 'What happened?').getByRole('textbox').fill('Nothing much')
  await question(page, 'How heavy?').getByRole('textbox').fill('612,5')
  await expect(question(page, 'Twice as heavy')).toContainText('1,225 kg')
  await question(page, 'How calm?').getByRole('button', { name: 'More' }).tap()
  await question(page, 'How clean?').getByRole('radio', { name: '4' }).check()
  await expect(page.getByText('Which one?')).toBeHidden()
  await question(page, 'Is one lame?').getByLabel('Yes', { exact: true }).check()
  await question(page, 'Is one lame?').getByLabel('Note').fill('Left hind leg')
  await question(page, 'Which one?').getByRole('textbox').fill('Number 12')
  await question(page, 'How is the floor?').getByLabel('Dry').check()
  await question(page, 'What do you see?').getByLabel('Cough').check()
  await pick(page, 'Which breed?', 'Jersey')
  await question(page, 'Which shape?').getByLabel('Thin').check()
}

async function pick(page: Page, name: string, option: string | RegExp): Promise<void> {
  await question(page, name).getByRole('combobox').or(question(page, name).getByRole('textbox')).first().tap()
  await page.getByRole('option', { name: option }).first().tap()
}

async function fillSecond(page: Page): Promise<void> {
  await question(page, 'Cleaned on?').locator('input:not([type=file])').fill('2026-11-19')
  await question(page, 'Fed at?').locator('input:not([type=file])').fill('06:30')
  await question(page, 'Arrived when?').getByLabel('Date').fill('19/11/2026')
  await question(page, 'Arrived when?').getByLabel('Time').fill('08:15')
  await question(page, 'A photo of the pen').locator('input[type=file]').setInputFiles(picture)
  await expect(question(page, 'A photo of the pen').locator('img')).toBeVisible()
  const note = question(page, 'The delivery note')
  await note.locator('input[type=file]').setInputFiles([script, paper])
  await expect(note.getByRole('alert')).toContainText('“tool.exe” cannot be added')
  await expect(note.getByRole('link', { name: 'Delivery note.pdf' })).toBeVisible()
  await question(page, 'Please sign').getByLabel('Name').fill('Tom Ashby')
  await question(page, 'Please sign').getByRole('button', { name: 'Sign with the typed name' }).tap()
  await expect(question(page, 'Please sign').getByRole('img', { name: 'Signature' })).toBeVisible()
  await question(page, 'Ear tag').getByRole('textbox').fill('UK 0012')
  await question(page, 'Where is the gate?').getByRole('button', { name: 'Use my location' }).tap()
  await expect(question(page, 'Where is the gate?')).toContainText('Accurate to 12 m')
  await pick(page, 'Which group?', 'Ewes')
  await pick(page, 'Which animal?', /./)
  await pick(page, 'Which barn?', /./)
  await pick(page, 'Which lorry?', 'Stock lorry')
  await pick(page, 'Who helped?', 'Tom Ashby')
}

test('a form with every type of question is filled in on a phone and read again, animal by animal', async ({
  signIn,
}) => {
  const page = await signIn(manager, {
    ...phone,
    geolocation: { latitude: 47.5, longitude: 19.04, accuracy: 12 },
    permissions: ['geolocation'],
  })
  const form = await publish(page)
  await page.goto(`/submission/filling/new?form=${form}`)
  await fillFirst(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).tap()
  await fillSecond(page)
  await page.getByRole('button', { name: 'Next' }).tap()

  await page.getByRole('button', { name: /^List \d+ animals$/ }).tap()
  const rows = page.getByRole('region', { name: 'The animals' }).getByRole('listitem')
  const count = await rows.count()
  expect(count).toBeGreaterThan(3)
  await page
    .getByRole('button', { name: /^Change / })
    .last()
    .tap()
  await page.getByRole('menuitem', { name: 'Remove' }).tap()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(rows).toHaveCount(count)
  await rows.first().getByRole('button').first().tap()
  for (let row = 0; row < count; row++) {
    await question(page, 'How does it walk?')
      .getByLabel(row === 0 ? 'Lame' : 'Sound')
      .check()
    await page
      .getByRole('button', { name: row < count - 1 ? 'Next row' : 'All rows' })
      .last()
      .tap()
  }
  await expect(page.getByText(`(1 of ${count})`)).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).tap()
  await page.getByRole('button', { name: 'Complete', exact: true }).tap()
  await expect(page.getByRole('heading', { name: 'Done and sent' })).toBeVisible()

  await page.getByRole('link', { name: 'See it' }).tap()
  const words = page.getByRole('main')
  for (const said of [
    '612.5 kg',
    '1,225 kg',
    'Left hind leg',
    'Number 12',
    '4',
    'Jersey',
    'Cough',
    '06:30',
    'UK 0012',
    'Ewes',
    'Stock lorry',
  ])
    await expect(words).toContainText(said)
  for (const said of ['Tom Ashby', '47.5 19.04 ± 12 m', `(1 of ${count})`]) await expect(words).toContainText(said)
  await expect(words.getByRole('img', { name: /Please sign/ })).toBeVisible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    words.getByRole('link', { name: 'Delivery note.pdf' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('Delivery note.pdf')
  expect(readFileSync(await saved.path(), 'utf8')).toBe('%PDF-1.7 a note')
  await expectAccessible(page)
})
