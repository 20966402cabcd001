/**
 * The main journeys in WebKit, the engine of every iPhone, and in Firefox. They are fewer and plainer than those of
 * Chromium: `npm run test:browsers`.
 */
import { test as base, expect } from '@playwright/test'
import { call, me } from '../apiCalls.ts'
import { demoPassword, ownDemo } from '../demoServer.ts'
import { people, screens } from '../shell/screens.ts'
import { startWebKit } from './browser.ts'
import { startFirefox } from './firefox.ts'
import { type Line, startLine } from './line.ts'
import { type EnginePage, keys } from './page.ts'

const engine = process.env.ENGINE ?? 'webkit'
const start = engine === 'firefox' ? startFirefox : startWebKit

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

type Fixtures = { line: Line; browser: EnginePage; enter: (email: string) => Promise<void> }

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern.
  line: async ({}, use) => {
    const line = await startLine(ownDemo()?.address ?? '')
    await use(line)
    await line.stop()
  },
  browser: async ({ line }, use, { title }) => {
    const { page, stop } = await start(line.address)
    try {
      await use(page)
      expect(await page.complaints(), 'complaints of the page').toEqual([])
    } finally {
      await page.screenshot(`test-results/${engine}/${title.replaceAll(/\W+/g, '-')}.png`).catch(() => undefined)
      await stop()
    }
  },
  enter: async ({ browser }, use) => {
    await use(async email => {
      await browser.open('/auth/login')
      await browser.fill('Email', email)
      await browser.fill('Password', demoPassword)
      await browser.click({ role: 'button', name: 'Sign in' })
      await browser.until('Today', () => location.pathname === '/tasks')
      await browser.isThere()
    })
  },
})

/** Until the device has the whole app, and opens it without signal. */
const isInstalled = (page: EnginePage) =>
  page.until('the app is installed', () => navigator.serviceWorker.controller?.state === 'activated')

/** Until the device has a photo of somebody; the words "Saved" may be those of the answer before. */
async function photoIsKept(page: EnginePage, userId: number): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async name => {
        const request = indexedDB.open(name)
        await new Promise(resolve => {
          request.onsuccess = resolve
        })
        const count = request.result.transaction('photos').objectStore('photos').count()
        await new Promise(resolve => {
          count.onsuccess = resolve
        })
        request.result.close()
        return count.result
      }, `tend-${userId}`),
    )
    .toBeGreaterThan(0)
}

const sections = [
  {
    id: 'gate',
    title: { en: 'The gate' },
    questions: [
      { id: 'closed', type: 'yes_no', label: { en: 'Is the gate closed?' }, required: true },
      { id: 'frost', type: 'number', label: { en: 'How cold is it?' } },
      { id: 'view', type: 'photo', label: { en: 'The gate in a photo' } },
    ],
  },
]

/** A form of the manager that a worker can fill in. */
async function newForm(page: EnginePage): Promise<number> {
  const definition = { schema: 1, default_language: 'en', sections }
  const { id } = await call(page, 'POST', '/form', { name: { en: `Gate ${Date.now()}` }, definition })
  await call(page, 'POST', `/form/${id}/publish`, {})
  return id
}

test('somebody signs in, sees today, and finds it again after a reload', async ({ browser, enter }) => {
  await enter(worker)
  await browser.sees('My tasks')
  await browser.reload()
  await browser.sees('My tasks')
})

test('a form is filled in without network, with a photo, survives a reload and arrives once', async ({
  browser,
  enter,
  line,
}) => {
  await enter(manager)
  const { id } = await me(browser)
  const form = await newForm(browser)
  await browser.open('/tasks')
  await isInstalled(browser)
  await browser.open(`/submission/filling/new?form=${form}`)
  await browser.click({ role: 'radio', name: 'Yes' })
  line.cut()
  await browser.fill('How cold is it?', '-12.5')
  await browser.attach('input[type=file]', `${process.cwd()}/web/public/icons/icon-192.png`)
  await browser.until('the photo', () => document.querySelector('main img') !== null)
  await browser.until('all is answered', () => document.body.innerText.includes('3/3'))
  await photoIsKept(browser, id)
  const uuid = (await browser.path()).match(/[0-9a-f-]{36}/)?.[0]
  await browser.reload()
  await browser.until('the photo after the reload', () => document.querySelector('main img') !== null)
  await browser.until('the number after the reload', () =>
    [...document.querySelectorAll('input')].some(({ value }) => value === '-12.5'),
  )
  await browser.click({ role: 'button', name: 'Finish' })
  await browser.click({ role: 'button', name: 'Complete' })
  await browser.sees('Your answers are safe')
  line.join()
  await browser.open('/outbox')
  await browser.sees('Everything was sent')
  const rows = await call<{ uuid: string; status: string }[]>(browser, 'GET', `/form/submission?form_id=${form}`)
  expect(rows.map(({ uuid, status }) => [uuid, status])).toEqual([[uuid, 'complete']])
})

test('a page that was left with an open transaction keeps nobody waiting', async ({ browser, enter }) => {
  await enter(worker)
  await browser.evaluate(async () => {
    const request = indexedDB.open('left-open')
    request.onupgradeneeded = () => request.result.createObjectStore('rows')
    await new Promise(resolve => {
      request.onsuccess = resolve
    })
    const rows = request.result.transaction('rows', 'readwrite').objectStore('rows')
    const goOn = () => {
      rows.get('none').onsuccess = goOn
    }
    goOn()
  })
  await browser.open('/outbox')
  const isWritten = await browser.evaluate(async () => {
    const request = indexedDB.open('left-open')
    await new Promise(resolve => {
      request.onsuccess = resolve
    })
    const transaction = request.result.transaction('rows', 'readwrite')
    transaction.objectStore('rows').put('row', 'key')
    return Promise.race([
      new Promise(resolve => {
        transaction.oncomplete = () => resolve(true)
      }),
      new Promise(resolve => setTimeout(() => resolve(false), 10_000)),
    ])
  })
  expect(isWritten).toBe(true)
})

test('a message is written and arrives', async ({ browser, enter }) => {
  await enter(manager)
  const people = await call<{ id: number; name: string }[]>(browser, 'GET', '/messaging/users/available')
  const id = people.find(({ name }) => name === 'Tom Ashby')?.id
  const talk = await call(browser, 'POST', '/messaging/conversations', { type: 'private', user_ids: [id] })
  // WebKit cannot take back that a database is made: a page left within these milliseconds keeps the next one waiting.
  await browser.until('the device’s database', async () =>
    (await indexedDB.databases()).some(({ name }) => /^tend-\d+$/.test(name ?? '')),
  )
  await browser.open(`/messaging?conversation=${talk.id}`)
  const text = `Is the gate closed? ${Date.now()}`
  await browser.click({ role: 'textbox', name: 'Write a message' })
  await browser.press(...text, keys.Enter)
  await browser.until('the message', text => document.querySelector('main')?.innerText.includes(text) ?? false, text)
  const arrived = async () => {
    const path = `/messaging/conversations/${talk.id}/messages`
    const messages = await call<{ message_text: string }[]>(browser, 'GET', path)
    return messages.filter(({ message_text }) => message_text === text).length
  }
  await expect.poll(arrived).toBe(1)
})

test('both calendars show their days', async ({ browser, enter }) => {
  await enter(manager)
  for (const path of ['/company/calendar', '/tasks/calendar'])
    for (const view of ['month', 'week', 'day', 'list']) {
      await browser.open(`${path}?view=${view}`)
      await browser.isThere()
      await browser.until(`the ${view} of ${path}`, () => document.querySelector('[data-date], [class*="fc"]') !== null)
    }
})

test('an animal is found in its register and opened', async ({ browser, enter }) => {
  await enter(manager)
  await browser.open('/animals')
  await browser.isThere()
  await browser.until('rows', () => document.querySelectorAll('main a[href^="/animals/"]').length > 5)
  await browser.click({ css: 'main a[href^="/animals/"]:not([href*="groups"]):not([href*="books"])' })
  await browser.until('the animal', () => /^\/animals\/\d+$/.test(location.pathname))
  await browser.isThere()
})

test('a question is added and named in the builder by keyboard alone', async ({ browser, enter }) => {
  await enter(manager)
  const form = await newForm(browser)
  await browser.open(`/forms/${form}`)
  await browser.isThere()
  await browser.focus({ role: 'button', name: /^Add a question/ })
  await browser.press(keys.Enter)
  await browser.focus({ role: 'button', name: 'Yes or no' })
  await browser.press(keys.Enter)
  await browser.until('the field of its words', () => document.activeElement?.matches('textarea, input') ?? false)
  await browser.press(...'Is it bolted?')
  await browser.until('it is saved', () => /Saved \d\d:\d\d/.test(document.body.innerText))
  expect(JSON.stringify(await call(browser, 'GET', `/form/${form}`))).toContain('Is it bolted?')
})

for (const [who, email] of Object.entries(people))
  test(`${who} opens every screen without an error`, async ({ browser, enter }) => {
    await enter(email)
    for (const { path, address } of screens.filter(screen => screen.who === who)) {
      const where = (await address?.(browser)) ?? path
      await browser.open(where)
      await browser.isThere()
      expect((await browser.text()).includes('This page stopped working'), where).toBe(false)
      expect(await browser.complaints(), where).toEqual([])
      if (path.split('/').length < 4)
        await browser.screenshot(`test-results/${engine}/screen${path.replaceAll('/', '-')}.png`)
    }
  })
