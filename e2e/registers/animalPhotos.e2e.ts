/** Photos of an animal: one is added on a phone, stands for it in the list, is taken away, and comes back. */
import { readFileSync } from 'node:fs'
import { call } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const picture = {
  name: 'ewe.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}

test('a photo of an animal is added on a phone, shown in the list, removed and brought back', async ({ signIn }, {
  retry,
}) => {
  const page = await signIn(manager, { ...phone, at: noScreen })
  const name = `Portrait ${Date.now()} ${retry}`
  const { id } = await call<{ id: number }>(page, 'POST', '/animal', { name, species: 'sheep' })
  await page.goto(`/animals/${id}`)
  const photos = page.getByRole('region', { name: 'Photos', exact: true })
  await photos.locator('input[type=file]').setInputFiles(picture)
  const photo = photos.getByRole('img', { name: `Photo 1: ${name}` })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)

  await page.goto(`/animals?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('table').locator('img')).toBeVisible()
  await page.getByRole('link', { name }).click()
  await photos.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(photo).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).dispatchEvent('click')
  await expect(photo).toBeVisible()
  await call(page, 'DELETE', `/animal/${id}`)
})
