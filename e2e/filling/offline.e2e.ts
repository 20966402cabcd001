/**
 * A day without signal: the app opens, shows what this phone knows with its age, and takes work that arrives later,
 * once.
 */
import { fileURLToPath } from 'node:url'
import { call } from '../apiCalls.ts'
import { expect, expectAccessible, hasCopies, isInstalled, phone, test } from '../people.ts'
import { chooseSubject } from './penCheck.ts'

test.use({ serviceWorkers: 'allow' })

const worker = 'worker@greenfield.example'

test('the app opens without signal, on the screen that was asked for, with the tasks that this phone saw', async ({
  signIn,
}) => {
  const page = await signIn(worker, phone)
  const titles = page.getByRole('region', { name: 'My tasks' }).getByRole('heading', { level: 4 })
  await expect(titles.first()).toBeVisible()
  const before = await titles.allTextContents()
  await isInstalled(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/^You’re offline\. These are your tasks as of/)).toBeVisible()
  expect(await titles.allTextContents()).toEqual(before)
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()
})

for (const [who, email, paths] of [
  [
    'a worker',
    worker,
    ['/tasks', '/submission', '/submission/filling/new?form=1', '/guides', '/messaging', '/profile'],
  ],
  [
    'a manager',
    'manager@greenfield.example',
    [
      '/tasks',
      '/animals',
      '/forms',
      '/reports',
      '/company/users',
      '/findings',
      '/submission/filled',
      '/audit',
      '/company/calendar',
    ],
  ],
] as const)
  test(`nothing is left uncaught where ${who} opens a page again without signal`, {
    tag: who === 'a worker' ? [] : '@long',
  }, async ({ signIn }) => {
    // A face for another script is fetched when its first letter is shown.
    const page = await signIn(email, { ...phone, complaint: /Vazirmatn/ })
    const uncaught: string[] = []
    page.on('pageerror', error => uncaught.push(`${page.url()} ${error.stack ?? error}`))
    await isInstalled(page)
    await page.context().setOffline(true)
    for (const path of paths) {
      await page.goto(path)
      await page.reload()
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0)
      // What was asked for has been refused by then.
      await page.waitForLoadState('networkidle')
    }
    expect(uncaught).toEqual([])
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

test('what a worker reports without signal in three taps is a finding when the phone is back', async ({ signIn }) => {
  // The company has its form for reports, as after the first one that anybody made.
  const manager = await signIn('manager@greenfield.example', { ...phone, at: '/findings' })
  await call(manager, 'POST', '/form/quick-report', {})
  const page = await signIn(worker, phone)
  await hasCopies(page)
  await page.context().setOffline(true)
  const words = `The hinge of the gate is broken ${crypto.randomUUID()}`
  await page.getByRole('button', { name: 'Report something' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles(fileURLToPath(new URL('../../web/public/icons/icon-192.png', import.meta.url)))
  await expect(page.getByRole('img', { name: 'Photo 1', exact: true })).toBeVisible()
  await page.getByLabel('What did you see?').fill(words)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('Reported. It will be sent when you are online.')).toBeVisible()
  await page.context().setOffline(false)

  await manager.goto('/findings?sort=-found_at')
  const finding = manager.getByRole('listitem').filter({ hasText: words })
  await expect(finding).toBeVisible({ timeout: 30_000 })
  await expect(finding.getByRole('img', { name: 'Finding, photo 1' })).toBeVisible()
})

test('a form that this phone never opened is filled in without signal, and arrives once', async ({ signIn }) => {
  const page = await signIn(worker, phone)
  await hasCopies(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.goto('/submission')
  await expect(page.getByText(/^You’re offline\. These forms are as of/)).toBeVisible()
  await page.getByRole('link', { name: /Daily pen check/ }).click()
  await chooseSubject(page)
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
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'All required questions answered' })).toBeVisible()
  await expect(page.getByText('Your answers are safe on this phone')).toBeVisible()
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()
  await page.goto('/outbox')
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toBeHidden()
  await expect(page.getByText(/try again/)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Everything was sent' })).toBeVisible()
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
  await hasCopies(page)
  const copies = () =>
    page.evaluate(
      async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('tend-copies')).length,
    )
  await expect.poll(copies).toBe(1)
  await page.context().setOffline(true)
  await page.goto('/locations')
  await expect(page.getByText(/^You’re offline\. This page is as of \d/)).toBeVisible()
  await expect(page.getByText('Barn 1', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(page.getByText(/^You’re offline\. This page/)).toBeHidden()
  await page.goto('/auth/logout')
  await page.waitForURL('**/auth/login')
  await expect.poll(copies).toBe(0)
})

test('submissions are asked of the server itself, with a slash at the end or without, and never of a cache', async ({
  signIn,
}) => {
  const page = await signIn(worker, { ...phone, complaint: /422/ })
  await isInstalled(page)
  await page.reload()
  const uuid = crypto.randomUUID()
  const forms: { id: number; name: { en: string } }[] = await call(page, 'GET', '/form?per_page=100')
  const form_id = forms.find(({ name }) => name.en === 'Daily pen check')?.id
  const ask = (path: string, body?: object) =>
    page.evaluate(
      async ([address, content]) => {
        const headers = {
          Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
          ...(content && { 'Content-Type': 'application/json' }),
        }
        const method = content ? 'POST' : 'GET'
        const answer = await fetch(address, { method, headers, ...(content && { body: content }) }).catch(() => null)
        return answer && { status: answer.status, data: (await answer.json()).data }
      },
      [path, body && JSON.stringify(body)] as const,
    )
  const [plain, slashed] = ['/api/form/submission', '/api/form/submission/']
  const begun = await ask(plain, { form_id, uuid })
  expect(begun?.status).toBe(201)
  expect((await ask(slashed, { form_id, uuid }))?.data.id).toBe(begun?.data.id)
  for (const address of [plain, slashed]) expect((await ask(address))?.data.length).toBeGreaterThan(0)
  const completion = { answers: {} }
  for (const end of ['complete', 'complete/'])
    expect((await ask(`${slashed}${begun?.data.id}/${end}`, completion))?.status).toBe(422)

  await page.context().setOffline(true)
  for (const address of [plain, slashed, `${slashed}${begun?.data.id}`]) expect(await ask(address)).toBeNull()
  const kept = await page.evaluate(async () => {
    const addresses: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(url)
    return addresses
  })
  expect(kept.some(address => address.endsWith('/index.html'))).toBe(true)
  expect(kept.filter(address => address.includes('/api/'))).toEqual([])
})

test('a form begun without signal keeps its version, although a newer one was published', async ({ signIn }) => {
  const boss = await signIn('manager@greenfield.example', { serviceWorkers: 'block' })
  const call = (method: string, path: string, body?: object) =>
    boss.evaluate(
      async ([verb, address, content]) => {
        const headers = {
          Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
          ...(content && { 'Content-Type': 'application/json' }),
        }
        const answer = await fetch(`/api${address}`, { method: verb, headers, ...(content && { body: content }) })
        return (await answer.json()).data
      },
      [method, path, body && JSON.stringify(body)] as const,
    )
  const definition = (label: string) => ({
    schema: 1,
    default_language: 'en',
    sections: [{ id: 'all', title: { en: 'All' }, questions: [{ id: 'sheep', type: 'yes_no', label: { en: label } }] }],
  })
  const name = `Sheep ${Date.now()}`
  const { id } = await call('POST', '/form', { name: { en: name }, definition: definition('Are all there?') })
  await call('POST', `/form/${id}/publish`, {})

  const hand = await signIn(worker, phone)
  await isInstalled(hand)
  await hand.goto(`/submission/filling/new?form=${id}`)
  await hand.getByRole('group', { name: 'Are all there?' }).waitFor()
  await hand.context().setOffline(true)
  await hand.getByRole('group', { name: 'Are all there?' }).getByLabel('Yes', { exact: true }).check()
  const uuid = hand.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
  await hand.getByRole('button', { name: 'Finish' }).click()
  await hand.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(hand.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()

  await call('PUT', `/form/${id}`, { definition: definition('Are all there and well?') })
  expect(await call('POST', `/form/${id}/publish`, {})).toMatchObject({ version: 2 })
  await call('PUT', `/form/${id}`, { status: 'closed' })
  await hand.context().setOffline(false)
  await expect(hand.getByRole('heading', { name: 'Done and sent' })).toBeVisible()
  const list = await call('GET', `/form/submission?form_id=${id}`)
  expect(list).toMatchObject([{ uuid, version: 1, status: 'complete' }])
  await call('DELETE', `/form/${id}`)
})

test('a screen stands although the piece that keeps copies does not arrive', async ({ signIn }) => {
  const page = await signIn(worker, { ...phone, serviceWorkers: 'block', complaint: /ERR_FAILED/, at: '/health' })
  await page.route('**/assets/copies-*.js', route => route.abort())
  await page.goto('/locations')
  await expect(page.getByRole('link', { name: 'Barn 1', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
})
