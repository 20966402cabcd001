/** Filling in where there is no signal: nothing that was typed is lost, and everything arrives exactly once. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { demoPassword } from '../demoServer.ts'
import { expect, expectAccessible, isInstalled, phone, test } from '../people.ts'
import { answerAnimals, beginPenCheck, choose, complete, onServer, question, worker } from './penCheck.ts'

test.use({ serviceWorkers: 'allow' })
/** A phone that nobody opens without signal: it need not fetch the whole app. */
const connected = { ...phone, serviceWorkers: 'block' } as const

/** All that the browser keeps for this site, past everything that could open it. */
const rawDevice = (page: Page) =>
  page.evaluate(async () => {
    const latin = new TextDecoder('latin1')
    const found: string[] = [JSON.stringify({ ...localStorage, ...sessionStorage })]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>(resolve => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>(resolve => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        found.push(JSON.stringify(rows, (_, value) => (value instanceof ArrayBuffer ? latin.decode(value) : value)))
      }
      database.close()
    }
    return found.join('\n')
  })

test('a form that is completed without signal survives a closed tab and arrives exactly once', {
  tag: '@core',
}, async ({ signIn }) => {
  // Signal goes before the phone has the whole app: parts that did not come yet take nothing away.
  const first = await signIn(worker, connected)
  const device = first.context()
  const uuid = await beginPenCheck(first)
  await answerAnimals(first)
  await expect(first.getByText(/^Saved \d/)).toBeVisible()
  await first.close({ runBeforeUnload: false })

  const second = await device.newPage()
  await second.goto(`/submission/filling/${uuid}`)
  const lame = question(second, 'Does any animal look ill or lame?')
  await expect(lame.getByLabel('Note')).toHaveValue('Ewe 12 limps')
  await expect(lame.locator('img')).toBeVisible()
  await device.setOffline(true)
  await complete(second)
  await expect(second.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  await expectAccessible(second)
  await second.close({ runBeforeUnload: false })

  await device.setOffline(false)
  const third = await device.newPage()
  await third.goto('/outbox')
  await expect(third.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()
  await expectAccessible(third)
  expect(await onServer(third, uuid)).toMatchObject([
    { status: 'complete', answers: { ill_or_lame: { value: 'yes', note: 'Ewe 12 limps' } }, files: [{}] },
  ])
  await third.close()
})

test('an answer of the server that never arrives does not make two of one', async ({ signIn }) => {
  const page = await signIn(worker, phone)
  const uuid = await beginPenCheck(page)
  await answerAnimals(page)
  const lost = new Set<string>()
  await page.route('**/api/form/submission/**', async route => {
    const path = new URL(route.request().url()).pathname.replace(/\d+/, ':id')
    if (route.request().method() === 'GET' || lost.has(path)) return route.continue()
    lost.add(path)
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await complete(page)
  await expect(page.getByRole('heading', { name: 'Done and sent' })).toBeVisible({ timeout: 60_000 })
  expect([...lost].sort()).toContain('/api/form/submission/:id/complete')
  expect(await onServer(page, uuid)).toMatchObject([{ status: 'complete', files: [{}] }])
})

test('what someone signed out left can be read by nobody on the phone, and is sent when they are back', async ({
  signIn,
}) => {
  const page = await signIn('worker2@greenfield.example', phone)
  await isInstalled(page)
  const uuid = await beginPenCheck(page)
  await answerAnimals(page)
  const isExtractable = await page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find(one => one.name?.startsWith('tend-key-')) ?? {}
    const database = await new Promise<IDBDatabase>(resolve => {
      const request = indexedDB.open(name ?? '')
      request.onsuccess = () => resolve(request.result)
    })
    const key = await new Promise<CryptoKey>(resolve => {
      const request = database.transaction('key').objectStore('key').get('own')
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return key.extractable
  })
  expect(isExtractable).toBe(false)
  await page.context().setOffline(true)
  await complete(page)
  await expect(page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(async () => (await names()).filter(name => name?.startsWith('tend-key-'))).toEqual([])
  const unreadable = async () => {
    const raw = await rawDevice(page)
    expect(raw).toContain(uuid)
    // The name of the form, an answer, its note, and how every JPEG begins.
    for (const text of ['Daily pen check', 'ill_or_lame":', 'Ewe 12 limps', 'JFIF']) expect(raw).not.toContain(text)
  }
  await unreadable()

  await page.context().setOffline(false)
  const enter = async (email: string) => {
    // Their own language is another than the one that these words are looked for in.
    await page.getByRole('combobox').selectOption('en')
    await page.locator('input[autocomplete^="username"]').fill(email)
    await page.locator('input[autocomplete="current-password"]').fill(demoPassword)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/tasks')
  }
  await enter('manager@greenfield.example')
  await page.goto(`/submission/filling/${uuid}`)
  await expect(page.getByRole('heading', { name: 'This draft is not on this device' })).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()
  expect(await onServer(page, uuid)).toEqual([])
  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  await unreadable()

  await enter('worker2@greenfield.example')
  await page.goto(`/submission/filling/${uuid}`)
  await expect(page.getByRole('heading', { name: 'Done and sent' })).toBeVisible()
  expect(await onServer(page, uuid)).toMatchObject([
    {
      status: 'complete',
      answers: { ill_or_lame: { note: 'Ewe 12 limps' } },
      files: [{}],
      receipt: { client_id: uuid },
    },
  ])
})

test('a picture is shown although the browser lost the cookie for pictures', async ({ signIn }) => {
  const page = await signIn(worker, { ...phone, complaint: /401/ })
  await beginPenCheck(page)
  await answerAnimals(page)
  await complete(page)
  await expect(page.getByRole('heading', { name: 'Done and sent' })).toBeVisible()
  await page.context().clearCookies()
  const refused = page.waitForResponse(answer => answer.url().includes('/storage/') && answer.status() === 401)
  await page.locator('a[href^="/submission/view/"]').click()
  await refused
  const drawn = () =>
    page
      .locator('img[src*="/storage/"]')
      .first()
      .evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0)
  await expect.poll(drawn).toBe(true)
})

test('what cannot be sent can be saved as a ZIP, without signal too', async ({ signIn }) => {
  const page = await signIn(worker, phone)
  await isInstalled(page)
  const uuid = await beginPenCheck(page)
  await answerAnimals(page)
  await page.context().setOffline(true)
  await complete(page)
  await expect(page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByRole('region', { name: 'Not sent yet' }).getByText('Waiting to be sent')).toBeVisible()
  await expect(page.getByRole('link', { name: /^1 unsent/ })).toBeVisible()
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save a copy' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^tend \d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  const ours = Object.keys(files).filter(path => path.includes(uuid.slice(0, 8)))
  const [answers = '', picture = ''] = ours.sort()
  const content = JSON.parse(new TextDecoder().decode(files[answers]))
  expect(content).toMatchObject({ form: 'Daily pen check', uuid, state: expect.stringMatching(/^(waiting|sending)$/) })
  expect(content.answers).toContainEqual(
    expect.objectContaining({ question: 'Does any animal look ill or lame?', answer: 'Yes', note: 'Ewe 12 limps' }),
  )
  expect([...(files[picture] ?? [])].slice(0, 3)).toEqual([0xff, 0xd8, 0xff])
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save a copy' })).toBeHidden()
})

test('a phone without room says so, keeps what was typed, and saves it when there is room', async ({ signIn }) => {
  const page = await signIn(worker, phone)
  const uuid = await beginPenCheck(page)
  await choose(page, 'Was every animal seen?', 'Yes')
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    Object.assign(window, { freeSpace: () => (IDBObjectStore.prototype.put = put) })
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The device is full', 'QuotaExceededError')
    }
    console.error = () => undefined
  })
  await choose(page, 'Are there dead or badly injured animals?', 'No')
  const full = page.getByRole('alert').filter({ hasText: 'This phone is full' })
  await expect(full).toBeInViewport()
  // It stands after all questions: it moves none of them away under a finger.
  const isLast = (notice: Element) =>
    [...document.querySelectorAll('fieldset')].every(
      one => (one.compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    )
  expect(await full.evaluate(isLast)).toBe(true)
  await page.evaluate(() => (window as unknown as { freeSpace: () => void }).freeSpace())
  await expect(page.getByText('This phone is full')).toBeHidden()
  await page.goto(`/submission/filling/${uuid}`)
  await expect(
    question(page, 'Are there dead or badly injured animals?').getByLabel('No', { exact: true }),
  ).toBeChecked()
})

test('two tabs fill in one form, and send it once', async ({ signIn }) => {
  const one = await signIn(worker, connected)
  const uuid = await beginPenCheck(one)
  await answerAnimals(one)
  const other = await one.context().newPage()
  await other.goto(`/submission/filling/${uuid}`)
  await expect(question(other, 'Does any animal look ill or lame?').getByLabel('Note')).toHaveValue('Ewe 12 limps')
  await question(other, 'Does any animal look ill or lame?').getByLabel('Note').fill('Ewe 12 limps badly')
  await expect(question(one, 'Does any animal look ill or lame?').getByLabel('Note')).toHaveValue('Ewe 12 limps badly')
  await complete(other)
  await expect(one.getByRole('heading', { name: 'Done and sent' })).toBeVisible()
  expect(await onServer(one, uuid)).toMatchObject([
    { status: 'complete', answers: { ill_or_lame: { note: 'Ewe 12 limps badly' } } },
  ])
  await other.close()
})

test('the same question answered on two phones shows both answers, and the person decides', async ({ signIn }) => {
  const mine = await signIn(worker, { ...connected, complaint: /409 \(Conflict\)/ })
  const uuid = await beginPenCheck(mine)
  await choose(mine, 'Was every animal seen?', 'Yes')
  await expect.poll(() => onServer(mine, uuid)).toMatchObject([{ answers: { all_seen: { value: 'yes' } } }])
  const [{ id }] = await onServer(mine, uuid)

  const theirs = await signIn(worker, { ...connected, at: `/submission/filling/${id}` })
  await expect(question(theirs, 'Was every animal seen?').getByLabel('Yes', { exact: true })).toBeChecked()
  await mine.context().setOffline(true)
  await choose(theirs, 'Was every animal seen?', 'No')
  await choose(theirs, 'Are there dead or badly injured animals?', 'No')
  // Both of the other phone's answers, which may arrive one after the other.
  await expect
    .poll(() => onServer(theirs, uuid))
    .toMatchObject([{ answers: { all_seen: { value: 'no' }, dead_or_injured: { value: 'no' } } }])
  await question(mine, 'Was every animal seen?').getByRole('button', { name: 'Note' }).click()
  await question(mine, 'Was every animal seen?').getByLabel('Note').fill('All 40')
  await mine.context().setOffline(false)

  await expect(mine.getByRole('alert').filter({ hasText: 'All 40' })).toBeVisible()
  await expect(
    question(mine, 'Are there dead or badly injured animals?').getByLabel('No', { exact: true }),
  ).toBeChecked()
  await expectAccessible(mine)
  await mine.getByRole('button', { name: 'Save mine' }).click()
  await expect
    .poll(() => onServer(mine, uuid))
    .toMatchObject([{ answers: { all_seen: { value: 'yes', note: 'All 40' }, dead_or_injured: { value: 'no' } } }])
})

test('the browser goes back one section at a time, and missing answers are found from the end', async ({ signIn }) => {
  const page = await signIn(worker, connected)
  await beginPenCheck(page)
  await choose(page, 'Was every animal seen?', 'Yes')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'The pen', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'The animals', exact: true })).toBeVisible()
  await expect(question(page, 'Was every animal seen?').getByLabel('Yes', { exact: true })).toBeChecked()
  await page.goForward()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Still missing: 7' })).toBeVisible()
  await page.getByRole('link', { name: /ill or lame/ }).click()
  await expect(question(page, 'Does any animal look ill or lame?').getByLabel('Yes', { exact: true })).toBeFocused()
  await expect(question(page, 'Does any animal look ill or lame?').getByText('Please fill this in.')).toBeVisible()
})
