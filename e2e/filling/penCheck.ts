/** The daily pen check of the demo, filled in: what the journeys about filling in share. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '../people.ts'

export const worker = 'worker@greenfield.example'
export const question = (page: Page, name: string): Locator => page.getByRole('group', { name })
export const choose = (page: Page, name: string, answer: string) =>
  question(page, name).getByLabel(answer, { exact: true }).check()
export const photo = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
})

/** Says what it is about: the first thing that is offered. */
export async function chooseSubject(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'What is it about?' })).toBeVisible()
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
}

/**
 * Begins a new one, whatever drafts there are of it; gives its uuid. `address` is the demo's, for a browser that does
 * not know it.
 */
export async function beginPenCheck(page: Page, address = ''): Promise<string> {
  await page.goto(`${address}/submission`)
  await page
    .getByRole('region', { name: 'Start a form' })
    .getByRole('link', { name: /Daily pen check/ })
    .click()
  await chooseSubject(page)
  await expect(question(page, 'Was every animal seen?')).toBeVisible()
  return page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
}

export async function answerAnimals(page: Page): Promise<void> {
  await choose(page, 'Was every animal seen?', 'Yes')
  await choose(page, 'Are there dead or badly injured animals?', 'No')
  await choose(page, 'Does any animal look ill or lame?', 'Yes')
  await question(page, 'Does any animal look ill or lame?').getByLabel('Note').fill('Ewe 12 limps')
  await question(page, 'Does any animal look ill or lame?').locator('input[type=file]').setInputFiles(photo('ewe.png'))
  await expect(question(page, 'Does any animal look ill or lame?').locator('img')).toBeVisible()
}

export async function answerPen(page: Page): Promise<void> {
  await choose(page, 'Does water run at every drinker?', 'Yes')
  await choose(page, 'Is there enough feed, within reach of all?', 'Yes')
  await choose(page, 'How is the lying area?', 'Dry and clean')
  await choose(page, 'How is the air?', 'Fresh')
  await choose(page, 'Are fences and gates sound and closed?', 'Not applicable')
}

export async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
  await answerPen(page)
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
}

/** What the server has under a uuid, asked as the person who is signed in on the page. */
export const onServer = (page: Page, uuid: string) =>
  page.evaluate(async wanted => {
    const ask = async (path: string) =>
      (
        await fetch(`/api${path}`, { headers: { Authorization: `Bearer ${localStorage.getItem('tend_token')}` } })
      ).json()
    const { data } = await ask('/form/submission?sort=-updated_at&per_page=100')
    const found = data.filter((row: { uuid: string }) => row.uuid === wanted)
    const details = await Promise.all(found.map((row: { id: number }) => ask(`/form/submission/${row.id}`)))
    return details.map(detail => detail.data)
  }, uuid)
