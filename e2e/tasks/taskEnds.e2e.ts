/** What a worker ended and the server does not know yet, when the person or the company of the device changes. */
import { expect, type Page } from '@playwright/test'
import { call, me } from '../apiCalls.ts'
import { desktop, enter, noScreen, phone, test } from '../people.ts'

const worker = 'worker@greenfield.example'

/** The device has the person's key, and seals what it keeps. */
const hasKey = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { name } = (await indexedDB.databases()).find(one => /^tend-key-\d+$/.test(one.name ?? '')) ?? {}
        if (!name) return 0
        const settled = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error)
          })
        const database = await settled(indexedDB.open(name))
        const count = await settled(database.transaction('key').objectStore('key').count())
        database.close()
        return count
      }),
    )
    .toBe(1)

/** All that the device holds of the outbox, past everything that could open it, and how much of it is on its way. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find(one => /^tend-\d+$/.test(one.name ?? '')) ?? {}
    if (!name) return { text: '', waiting: 0 }
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await settled(indexedDB.open(name))
    const rows: { state: string }[] = await settled(database.transaction('entries').objectStore('entries').getAll())
    database.close()
    const decoder = new TextDecoder('latin1')
    const text = JSON.stringify(rows, (_, value) => (value instanceof ArrayBuffer ? decoder.decode(value) : value))
    return { text, waiting: rows.filter(({ state }) => state === 'waiting').length }
  })

test('a task that was skipped without signal is read by nobody after signing out, and arrives after signing in', async ({
  signIn,
}) => {
  const boss = await signIn('manager@greenfield.example', { ...desktop, at: noScreen })
  const hand = await signIn(worker, { ...phone, complaint: /no signal|network_error/, at: noScreen })
  const tom = await me(hand)
  // Of this try alone: the one before left its tasks behind.
  const mark = `${Date.now()}`.slice(-6)
  const [worm, shut] = [`Worm the gimmers ${mark}`, `Shut the sluice ${mark}`]
  for (const title of [worm, shut]) await call(boss, 'POST', '/task', { title, assignees: [{ user_id: tom.id }] })
  const stateOf = async (title: string) => {
    const [sent] = await call(boss, 'GET', `/company/${tom.company_id}/tasks?search=${encodeURIComponent(title)}`)
    return sent
  }
  await hand.goto('/tasks')
  const card = (title: string) => hand.getByRole('article').filter({ hasText: title })
  await card(worm).waitFor()
  // It comes behind the first screen; without it nothing could be sealed.
  await hasKey(hand)

  // The server is out of reach. A browser that is told to be offline still sends what a page sends while it goes away.
  await hand.addInitScript(() => {
    const { fetch } = window
    window.fetch = (...call) =>
      localStorage.getItem('no_signal') && String(call[0]).startsWith('/api/')
        ? Promise.reject(new TypeError('no signal'))
        : fetch(...call)
  })
  await hand.reload()
  await hand.evaluate(() => localStorage.setItem('no_signal', 'yes'))
  await card(worm).getByRole('button', { name: 'Skip' }).click()
  await hand.getByLabel('In your own words').fill('Bruised, called Dr Vidal')
  await hand.getByRole('dialog').getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(hand.getByText(`Skipped: ${worm}`)).toBeVisible()
  const isHidden = async () => {
    await expect.poll(async () => (await kept(hand)).waiting).toBe(1)
    await expect.poll(async () => (await kept(hand)).text, { timeout: 5_000 }).not.toMatch(/gimmers|Vidal/)
  }
  await isHidden()
  await hand.reload()
  await expect(card(shut)).toBeVisible()
  await expect(card(worm)).toHaveCount(0)
  await hand.goto('/auth/logout')
  await hand.waitForURL('**/auth/login')
  await isHidden()
  expect((await stateOf(worm)).is_skipped).toBe(false)

  await hand.evaluate(() => localStorage.removeItem('no_signal'))
  await enter(hand, worker)
  const arrives = (title: string) => expect.poll(() => stateOf(title), { timeout: 20_000 })
  await arrives(worm).toMatchObject({ is_skipped: true, skipped_reason: 'Bruised, called Dr Vidal' })
  await expect.poll(async () => (await kept(hand)).waiting).toBe(0)

  // Signing out at once does not keep it from the others until the person is back.
  await card(shut).getByRole('button', { name: 'Done' }).click()
  await hand.goto('/auth/logout')
  await arrives(shut).toMatchObject({ is_completed: true })
})

test('what was kept before there was a key is sealed by itself, in the same page, as soon as the server gives one', async ({
  signIn,
}) => {
  const boss = await signIn('manager@greenfield.example', { ...desktop, at: noScreen })
  const hand = await signIn(worker, { ...phone, complaint: /ERR_FAILED|status of 503/ })
  const tom = await me(hand)
  const title = `Turn the hay ${Date.now()}`
  await call(boss, 'POST', '/task', { title, assignees: [{ user_id: tom.id }] })
  await hasKey(hand)
  // The browser dropped it, and the server cannot say it just now.
  await hand.route('**/api/me/device-key*', route => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
  await hand.route('**/api/task/sent/*/skip*', route => route.abort())
  // From a page without tend, which could put it back.
  await hand.goto('/favicon.svg')
  await hand.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name?.startsWith('tend-')) indexedDB.deleteDatabase(name)
  })
  await hand.goto('/tasks')
  const card = hand.getByRole('article').filter({ hasText: title })
  await card.getByRole('button', { name: 'Skip' }).click()
  await hand.getByLabel('In your own words').fill('Bruised, called Dr Vidal')
  await hand.getByRole('dialog').getByRole('button', { name: 'Skip', exact: true }).click()
  await expect.poll(async () => (await kept(hand)).text).toMatch(/Vidal/)
  await hand.unroute('**/api/me/device-key*')
  await expect.poll(async () => (await kept(hand)).text, { timeout: 60_000 }).not.toMatch(/Vidal|hay/)
  expect((await kept(hand)).waiting).toBe(1)
})
