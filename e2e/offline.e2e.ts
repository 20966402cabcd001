/** A day without signal: the app opens, shows what this phone knows with its age, and takes work that arrives later, once. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, phone, test } from './people.ts'

const worker = 'worker@greenfield.example'

/** Until the phone has the whole app. */
const isInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 30_000 })

test('the app opens without signal, on the screen that was asked for, with the tasks that this phone saw', async ({
  signIn,
}) => {
  const page = await signIn(worker, phone)
  const titles = page.getByRole('list', { name: 'To do' }).getByRole('heading')
  await expect(titles.first()).toBeVisible()
  const before = await titles.allTextContents()
  await isInstalled(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/^You’re offline\. These are your tasks as of/)).toBeVisible()
  expect(await titles.allTextContents()).toEqual(before)
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible()
})

test('the app can be installed: its manifest and icons are there', async ({ request }) => {
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { name, icons } = await manifest.json()
  expect(name).toBe('tend')
  for (const { src, type } of icons) expect((await request.get(src)).headers()['content-type']).toContain(type)
  const script = await request.get('/service-worker.js')
  expect(script.headers()).toMatchObject({ 'cache-control': 'no-cache' })
})

test('a form that this phone never opened is filled in without signal, and arrives once', async ({ signIn }) => {
  const page = await signIn(worker, phone)
  // The last of what is brought onto the phone.
  await page.waitForResponse(response => /\/api\/animal\?/.test(response.url()))
  await isInstalled(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.goto('/submission')
  await expect(page.getByText(/^No connection\. These forms are on this phone/)).toBeVisible()
  await page.getByRole('link', { name: /Daily pen check/ }).click()
  const answer = (question: string, choice: string) =>
    page.getByRole('group', { name: question }).getByLabel(choice, { exact: true }).check()
  await answer('Was every animal seen?', 'Yes')
  const uuid = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
  await answer('Are there dead or badly injured animals?', 'No')
  await answer('Does any animal look ill or lame?', 'No')
  await page.getByRole('button', { name: 'Next' }).click()
  await answer('Does water run at every drinker?', 'Yes')
  await answer('Is there enough feed, within reach of all?', 'Yes')
  await answer('How is the lying area?', 'Dry and clean')
  await answer('How is the air?', 'Fresh')
  await answer('Are fences and gates sound and closed?', 'Not applicable')
  await page.getByRole('button', { name: 'To the end' }).click()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Done. It is safe on this phone.' })).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Everything is sent' })).toBeVisible()
  const statuses = await page.evaluate(async wanted => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('tend_token')}` }
    const answer = await fetch('/api/form/submission?sort=-updated_at&per_page=100', { headers })
    const { data } = await answer.json()
    return data.filter((row: { uuid: string }) => row.uuid === wanted).map((row: { status: string }) => row.status)
  }, uuid)
  expect(statuses).toEqual(['complete'])
})

test('names are there without signal, with their age, until the person signs out', async ({ signIn }) => {
  const page = await signIn(worker, phone)
  await page.waitForResponse(response => /\/api\/animal\?/.test(response.url()))
  await isInstalled(page)
  const copies = () =>
    page.evaluate(
      async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('tend-copies')).length,
    )
  await expect.poll(copies).toBe(1)
  await page.context().setOffline(true)
  await page.goto('/locations')
  await expect(page.getByText(/^You’re offline\. What you see here is as of \d/)).toBeVisible()
  await expect(page.getByText('Barn 1', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(page.getByText(/^You’re offline\. What you see/)).toBeHidden()
  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  await expect.poll(copies).toBe(0)
})
