/** Photos that were taken and not drawn yet when the page was left. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { noScreen, phone, test } from '../people.ts'

const definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    { id: 'all', title: { en: 'All' }, questions: [{ id: 'gate', type: 'photo', label: { en: 'The gate' } }] },
  ],
}
const picture = {
  name: 'gate.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}

/** From now on this page's drawings do not come to an end. */
const stopDrawing = (page: Page) =>
  page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = () => undefined
  })

test('a photo that was being drawn when the page was left is there afterwards, and arrives drawn', async ({
  signIn,
}) => {
  const boss = await signIn('manager@greenfield.example', { at: noScreen })
  const form = await call(boss, 'POST', '/form', { name: { en: `Gates ${Date.now()}` }, definition })
  await call(boss, 'POST', `/form/${form.id}/publish`, {})
  const hand = await signIn('worker@greenfield.example', { ...phone, at: `/submission/filling/new?form=${form.id}` })
  const question = hand.getByRole('group', { name: 'The gate' })
  await stopDrawing(hand)
  await question.locator('input[type=file]').setInputFiles(picture)
  await expect(question.locator('img')).toBeVisible()
  await expect(hand.getByText(/^Saved/)).toBeVisible()
  await hand.reload()
  await expect(question.locator('img')).toBeVisible()
  await hand.getByRole('button', { name: 'Finish' }).click()
  await hand.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(hand.getByRole('heading', { name: 'Done and sent' })).toBeVisible()
  const [{ id }] = await call(boss, 'GET', `/form/submission?form_id=${form.id}`)
  const { files } = await call(boss, 'GET', `/form/submission/${id}`)
  expect(files).toMatchObject([{ name: 'gate.jpg', content_type: 'image/jpeg' }])
  await call(boss, 'DELETE', `/form/${form.id}`)
})
