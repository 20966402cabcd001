/**
 * The browser drops what it keeps of the site while a form is open: on a full device, or because somebody clears it.
 */
import { expect, type Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { enter, expectAccessible, noScreen, phone, test } from '../people.ts'
import { beginPenCheck } from './penCheck.ts'

type Draft = { id: number; uuid: string; answers: Record<string, unknown> }

/** As the debugging protocol does it: databases go, and so do the pages' connections to them. */
async function clearDatabases(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

/** Asked while it drops databases, Chromium may never answer that very question; the next it does. */
const isListed = (page: Page) =>
  page.evaluate(async () => {
    const unanswered = new Promise<IDBDatabaseInfo[]>(resolve => setTimeout(resolve, 2_000, []))
    const listed = await Promise.race([indexedDB.databases(), unanswered])
    return listed.some(({ name }) => /^tend-\d+$/.test(name ?? ''))
  })

test('what is in sight stays on the phone and on the server when the browser drops its databases under the form', async ({
  signIn,
}) => {
  // The page notices that its connections were cut off.
  // The server refuses a draft that lost answers; then all of them are sent.
  const page = await signIn('worker@greenfield.example', { ...phone, complaint: /status of 409/ })
  const uuid = await beginPenCheck(page)
  const question = (name: string) => page.getByRole('group', { name })
  await question('Was every animal seen?').getByLabel('Yes', { exact: true }).check()
  await question('Are there dead or badly injured animals?').getByLabel('No', { exact: true }).check()
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
  await expect.poll(() => isListed(page), { timeout: 30_000 }).toBe(true)
  await page.goto(`/submission/filling/${uuid}`)
  await expect(question('Does any animal look ill or lame?').getByLabel('No', { exact: true })).toBeChecked()
  await expect(question('Was every animal seen?').getByLabel('Yes', { exact: true })).toBeChecked()
})

test('a draft that only the server still has is opened by its own address', async ({ signIn }) => {
  const page = await signIn('worker@greenfield.example', { ...phone, at: noScreen })
  const forms = await call<{ id: number; name: { en?: string } }[]>(page, 'GET', '/form?status=open&search=Daily%20pen')
  const uuid = crypto.randomUUID()
  const begun = await call<Draft>(page, 'POST', '/form/submission', { form_id: forms[0]?.id, uuid })
  expect(begun.uuid).toBe(uuid)
  await page.goto(`/submission/filling/${uuid}`)
  await expect(page.getByRole('group', { name: 'Was every animal seen?' })).toBeVisible()
})

const notLoaded = (page: Page) => page.getByText('This could not be loaded')

test('after all data of the site were cleared the first load starts again by itself', async ({ signIn }) => {
  const page = await signIn('worker@greenfield.example', phone)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
  // The open page notices and leaves for the sign-in by itself, which may interrupt this navigation.
  await page.goto('/tasks').catch((error: Error) => {
    if (!/interrupted by another navigation|ERR_ABORTED/.test(error.message)) throw error
  })
  await page.waitForURL('**/auth/login**')
  await page.evaluate(() => localStorage.setItem('locale', 'en'))
  await enter(page, 'worker@greenfield.example')
  await expect(page.getByRole('region', { name: 'My tasks' })).toBeVisible()
})

const keys = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('tend-key-') ? [name] : [])),
  )
const seenIn = (page: Page) =>
  page.getByRole('group', { name: 'Was every animal seen?' }).getByLabel('Yes', { exact: true })

/** The page is left while the draft may be on its way: the server is a revision ahead then, and says so once. */
const leftMidway = /status of 409 .Conflict./

/** A draft is kept, and then the browser drops the key alone. Gives the address of the draft. */
async function draftWithoutKey(page: Page): Promise<string> {
  await beginPenCheck(page)
  await seenIn(page).check()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  const draft = page.url()
  await expect.poll(async () => (await keys(page)).length).toBe(1)
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
  return draft
}

test('where the key went and what is sealed under it stayed, the next load fetches it again and shows everything', async ({
  signIn,
}) => {
  const page = await signIn('worker@greenfield.example', { ...phone, complaint: leftMidway })
  const draft = await draftWithoutKey(page)
  for (const path of [draft, '/outbox', '/tasks']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(notLoaded(page)).toHaveCount(0)
    if (path === draft) await expect(seenIn(page)).toBeChecked()
  }
  expect(await keys(page)).toHaveLength(1)
})

test('while the server cannot give the key, the draft and the outbox say that they wait for it, and open by themselves when it can', async ({
  signIn,
}) => {
  const complaint = new RegExp(`ERR_FAILED|The device could not be read|The outbox has to wait|${leftMidway.source}`)
  const page = await signIn('worker2@greenfield.example', { ...phone, complaint })
  const draft = await draftWithoutKey(page)
  const key = '**/api/me/device-key**'
  await page.context().route(key, route => route.abort())
  const other = await page.context().newPage()
  const waitingIn = (one: Page) => one.getByRole('heading', { name: 'Locked' })
  await page.goto(draft)
  await other.goto('/outbox')
  for (const one of [page, other]) {
    await expect(waitingIn(one)).toBeVisible()
    await expect(notLoaded(one)).toHaveCount(0)
  }
  await expectAccessible(page)
  const asked = page.waitForRequest(key)
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  await expect(waitingIn(page)).toBeVisible()

  // Nobody presses anything, and no browser knows that the server is back.
  await page.context().unroute(key)
  await expect(seenIn(page)).toBeChecked()
  await expect(other.getByRole('main').getByText('Daily pen check').first()).toBeVisible()
  for (const one of [page, other]) await expect(waitingIn(one)).toHaveCount(0)
})
