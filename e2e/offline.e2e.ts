/** A day without signal: the app opens, shows what this phone knows with its age, and takes work that arrives later, once. */
import type { Page } from '@playwright/test'
import { expect, phone, test } from './people.ts'

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
