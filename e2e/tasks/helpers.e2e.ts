/**
 * Somebody outside the company does a task: asked by a manager, by the link of a mail, on a phone and without an
 * account.
 */
import { newAddress } from '../accountSteps.ts'
import { call, me } from '../apiCalls.ts'
import { linkOfMail } from '../mails.ts'
import { desktop, expect, expectAccessible, freshPage, noScreen, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('a vet is asked by mail, leaves a photo and words, and marks the task as done', async ({
  signIn,
  browser,
  baseURL,
}, { retry }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await me(boss)
  const title = `Look at the ewe ${retry}`
  await call(boss, 'POST', '/task', { title, assignees: [{ user_id: id }] })
  const sent = await call<{ id: number; title: string }[]>(boss, 'GET', '/task/sent?per_page=100&sort=-due_at')
  const own = sent.find(one => one.title === title)
  await boss.goto(`/tasks/${own?.id}`)
  await boss.getByRole('button', { name: 'Ask an outside helper' }).click()
  const sheet = boss.getByRole('dialog')
  const vet = newAddress('vet')
  await sheet.getByRole('textbox', { name: 'Email' }).fill(vet)
  await sheet.getByLabel('Message').fill('She stands in the left pen.')
  await expectAccessible(boss)
  await sheet.getByRole('button', { name: 'Send link' }).click()
  await expect(sheet).toBeHidden()
  await expect(boss.getByText(vet, { exact: true })).toBeVisible()

  const page = await freshPage(browser, baseURL)
  await page.goto(await linkOfMail(vet, `Maya Fletcher asks for your help: ${title}`))
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('She stands in the left pen.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Message').fill('Treated, keep her inside.')
  const photo = { name: 'ewe.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.locator('input[type="file"]').setInputFiles(photo)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Treated, keep her inside. · ewe.png')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByText('Done. Greenfield Farm was notified. Thank you.')).toBeVisible()
  await page.context().close()

  await boss.reload()
  await expect(boss.getByText('Treated, keep her inside.').first()).toBeVisible()
  const picture = boss.getByRole('img', { name: 'ewe.png' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})
