/**
 * The main journeys in WebKit, the engine of every iPhone, and in Firefox. They are fewer and plainer than those of
 * Chromium: `npm run test:browsers`.
 */
import { test as base, expect } from '@playwright/test'
import { call, me } from '../apiCalls.ts'
import { demoPassword, ownDemo } from '../demoServer.ts'
import { people, screens } from '../shell/screens.ts'
import { startFirefox } from './firefox.ts'
import { type Line, startLine } from './line.ts'
import { type EnginePage, keys } from './page.ts'
import { startWebKit } from './webKit.ts'

const engine = process.env.ENGINE ?? 'webkit'
const start = engine === 'firefox' ? startFirefox : startWebKit

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

type Fixtures = { line: Line; driven: EnginePage; enter: (email: string) => Promise<void> }

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern.
  line: async ({}, use) => {
    const line = await startLine(ownDemo()?.address ?? '')
    await use(line)
    await line.stop()
  },
  driven: async ({ line }, use, { title }) => {
    const { page, stop } = await start(line.address)
    try {
      await use(page)
      expect(await page.complaints(), 'complaints of the page').toEqual([])
    } finally {
      await page.screenshot(`test-results/${engine}/${title.replaceAll(/\W+/g, '-')}.png`).catch(() => undefined)
      await stop()
    }
  },
  enter: async ({ driven }, use) => {
    await use(async email => {
      await driven.open('/auth/login')
      await driven.fill('Email', email)
      await driven.fill('Password', demoPassword)
      await driven.click({ role: 'button', name: 'Sign in' })
      await driven.until('Today', () => location.pathname === '/tasks')
      await driven.isThere()
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

test('somebody signs in, sees today, and finds it again after a reload', async ({ driven, enter }) => {
  await enter(worker)
  await driven.sees('My tasks')
  await driven.reload()
  await driven.sees('My tasks')
})

test('a form is filled in without network, with a photo, survives a reload and arrives once', async ({
  driven,
  enter,
  line,
}) => {
  await enter(manager)
  const { id } = await me(driven)
  const form = await newForm(driven)
  await driven.open('/tasks')
  await isInstalled(driven)
  await driven.open(`/submission/filling/new?form=${form}`)
  await driven.click({ role: 'radio', name: 'Yes' })
  line.cut()
  await driven.fill('How cold is it?', '-12.5')
  await driven.attach('input[type=file]', `${process.cwd()}/web/public/icons/icon-192.png`)
  await driven.until('the photo', () => document.querySelector('main img') !== null)
  await driven.until('all is answered', () => document.body.innerText.includes('3/3'))
  await photoIsKept(driven, id)
  const uuid = (await driven.path()).match(/[0-9a-f-]{36}/)?.[0]
  await driven.reload()
  await driven.until('the photo after the reload', () => document.querySelector('main img') !== null)
  await driven.until('the number after the reload', () =>
    [...document.querySelectorAll('input')].some(({ value }) => value === '-12.5'),
  )
  await driven.click({ role: 'button', name: 'Finish' })
  await driven.click({ role: 'button', name: 'Complete' })
  await driven.sees('Your answers are safe')
  line.join()
  await driven.open('/outbox')
  await driven.sees('Everything was sent')
  const rows = await call<{ uuid: string; status: string }[]>(driven, 'GET', `/form/submission?form_id=${form}`)
  expect(rows.map(({ uuid, status }) => [uuid, status])).toEqual([[uuid, 'complete']])
})

test('a page that was left with an open transaction keeps nobody waiting', async ({ driven, enter }) => {
  await enter(worker)
  await driven.evaluate(async () => {
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
  await driven.open('/outbox')
  const isWritten = await driven.evaluate(async () => {
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

test('a message is written and arrives', async ({ driven, enter }) => {
  await enter(manager)
  const people = await call<{ id: number; name: string }[]>(driven, 'GET', '/messaging/users/available')
  const id = people.find(({ name }) => name === 'Tom Ashby')?.id
  const talk = await call(driven, 'POST', '/messaging/conversations', { type: 'private', user_ids: [id] })
  // WebKit cannot take back that a database is made: a page left within these moments keeps the next one waiting.
  await driven.until('the device’s database', async () => {
    const made = (await indexedDB.databases()).find(({ name }) => /^tend-\d+$/.test(name ?? ''))?.name
    if (!made) return false
    const request = indexedDB.open(made)
    await new Promise(resolve => {
      request.onsuccess = resolve
    })
    request.result.close()
    return true
  })
  await driven.open(`/messaging?conversation=${talk.id}`)
  const text = `Is the gate closed? ${Date.now()}`
  await driven.click({ role: 'textbox', name: 'Write a message' })
  await driven.press(...text, keys.Enter)
  await driven.until('the message', text => document.querySelector('main')?.innerText.includes(text) ?? false, text)
  await driven.until('an empty field', () => document.querySelector<HTMLTextAreaElement>('main textarea')?.value === '')
  const arrived = async () => {
    const path = `/messaging/conversations/${talk.id}/messages`
    const messages = await call<{ message_text: string }[]>(driven, 'GET', path)
    return messages.filter(({ message_text }) => message_text === text).length
  }
  await expect.poll(arrived).toBe(1)
})

test('both calendars show their days', async ({ driven, enter }) => {
  await enter(manager)
  for (const path of ['/company/calendar', '/tasks/calendar'])
    for (const view of ['month', 'week', 'day', 'list']) {
      await driven.open(`${path}?view=${view}`)
      await driven.isThere()
      await driven.until(`the ${view} of ${path}`, () => document.querySelector('[data-date], [class*="fc"]') !== null)
    }
})

test('an animal is found in its register and opened', async ({ driven, enter }) => {
  await enter(manager)
  await driven.open('/animals')
  await driven.isThere()
  await driven.until('rows', () => document.querySelectorAll('main a[href^="/animals/"]').length > 5)
  await driven.click({ css: 'main a[href^="/animals/"]:not([href*="groups"]):not([href*="books"])' })
  await driven.until('the animal', () => /^\/animals\/\d+$/.test(location.pathname))
  await driven.isThere()
})

test('a question is added and named in the builder by keyboard alone', async ({ driven, enter }) => {
  await enter(manager)
  const form = await newForm(driven)
  await driven.open(`/forms/${form}`)
  await driven.isThere()
  await driven.focus({ role: 'button', name: /^Add a question/ })
  await driven.press(keys.Enter)
  await driven.focus({ role: 'button', name: 'Yes or no' })
  await driven.press(keys.Enter)
  await driven.until('the field of its words', () => document.activeElement?.matches('textarea, input') ?? false)
  await driven.press(...'Is it bolted?')
  await driven.until('it is saved', () => /Saved \d\d:\d\d/.test(document.body.innerText))
  expect(JSON.stringify(await call(driven, 'GET', `/form/${form}`))).toContain('Is it bolted?')
})

for (const [who, email] of Object.entries(people))
  test(`${who} opens every screen without an error`, async ({ driven, enter }) => {
    await enter(email)
    for (const { path, address } of screens.filter(screen => screen.who === who)) {
      const where = (await address?.(driven)) ?? path
      await driven.open(where)
      await driven.isThere()
      expect((await driven.text()).includes('This page stopped working'), where).toBe(false)
      expect(await driven.complaints(), where).toEqual([])
      if (path.split('/').length < 4)
        await driven.screenshot(`test-results/${engine}/screen${path.replaceAll('/', '-')}.png`)
    }
  })
