/** The browser drops what it keeps of the site while a form is open: on a full device, or because somebody clears it. */
import { expect, type Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { enter, phone, test } from '../people.ts'
import { chooseSubject } from './penCheck.ts'

type Draft = { id: number; uuid: string; answers: Record<string, unknown> }

/** As the debugging protocol does it: databases go, and so do the pages' connections to them. */
async function clearDatabases(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

test('what is in sight stays on the phone and on the server when the browser drops its databases under the form', async ({
  signIn,
}) => {
  // The page notices that its connections were cut off.
  const page = await signIn('worker@greenfield.example', phone)
  await page.goto('/submission')
  await page
    .getByRole('link', { name: /Daily pen check/ })
    .last()
    .click()
  await chooseSubject(page)
  const question = (name: string) => page.getByRole('group', { name })
  await question('Was every animal seen?').getByLabel('Yes', { exact: true }).check()
  await question('Are there dead or badly injured animals?').getByLabel('No', { exact: true }).check()
  const uuid = page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
  const onServer = async () => {
    const [row] = await call<Draft[]>(page, 'GET', `/form/submission?status=draft&uuid=${uuid}`)
    return row ? Object.keys((await call<Draft>(page, 'GET', `/form/submission/${row.id}`)).answers).length : 0
  }
  await expect.poll(onServer).toBe(2)

  await clearDatabases(page)
  await question('Does any animal look ill or lame?').getByLabel('No', { exact: true }).check()
  await expect.poll(onServer).toBe(3)
  await page.reload()
  await expect(question('Was every animal seen?').getByLabel('Yes', { exact: true })).toBeChecked()

  // Without a further word too.
  await clearDatabases(page)
  await expect
    .poll(
      () => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => /^tend-\d+$/.test(name ?? ''))),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
  await page.goto(`/submission/filling/${uuid}`)
  await expect(question('Does any animal look ill or lame?').getByLabel('No', { exact: true })).toBeChecked()
  await expect(question('Was every animal seen?').getByLabel('Yes', { exact: true })).toBeChecked()
})

test('a draft that only the server still has is opened by its own address', async ({ signIn }) => {
  const page = await signIn('worker@greenfield.example', phone)
  const forms = await call<{ id: number; name: { en?: string } }[]>(page, 'GET', '/form?status=open&search=Daily%20pen')
  const uuid = crypto.randomUUID()
  const begun = await call<Draft>(page, 'POST', '/form/submission', { form_id: forms[0]?.id, uuid })
  expect(begun.uuid).toBe(uuid)
  await page.goto(`/submission/filling/${uuid}`)
  await expect(page.getByRole('group', { name: 'Was every animal seen?' })).toBeVisible()
})

const notLoaded = (page: Page) => page.getByText('This could not be loaded')

test('after all data of the site were cleared the first load begins anew by itself', async ({ signIn }) => {
  const page = await signIn('worker@greenfield.example', phone)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
  await page.goto('/tasks')
  await page.waitForURL('**/auth/login**')
  await page.evaluate(() => localStorage.setItem('locale', 'en'))
  await enter(page, 'worker@greenfield.example')
  await expect(page.getByRole('list', { name: 'To do' })).toBeVisible()
})

test('where the key went and what is sealed under it stayed, the next load fetches it again and shows everything', async ({
  signIn,
}) => {
  const page = await signIn('worker@greenfield.example', phone)
  await page.goto('/submission')
  await page
    .getByRole('link', { name: /Daily pen check/ })
    .last()
    .click()
  await chooseSubject(page)
  const seen = page.getByRole('group', { name: 'Was every animal seen?' }).getByLabel('Yes', { exact: true })
  await seen.check()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  const draft = page.url()
  const keys = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('tend-key-') ? [name] : [])),
    )
  await expect.poll(async () => (await keys()).length).toBe(1)
  // Of no other page, which would keep it again from memory.
  await page.goto('/manifest.webmanifest')
  const isDeleted = await page.evaluate(async () => {
    const [name] = (await indexedDB.databases()).flatMap(one => (one.name?.startsWith('tend-key-') ? [one.name] : []))
    return new Promise<boolean>(resolve => {
      const request = indexedDB.deleteDatabase(name ?? '')
      request.onsuccess = () => resolve(true)
      request.onerror = () => resolve(false)
    })
  })
  expect(isDeleted).toBe(true)
  for (const path of [draft, '/outbox', '/tasks']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(notLoaded(page)).toHaveCount(0)
    if (path === draft) await expect(seen).toBeChecked()
  }
  expect(await keys()).toHaveLength(1)
})
