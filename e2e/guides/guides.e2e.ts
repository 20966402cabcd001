/**
 * A guide on its way: a manager writes and publishes it, a worker reads and confirms it, and the manager sees who has.
 */
import { call, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

test('a guide is written, kept over a reload, published, read and confirmed', { tag: '@core' }, async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: '/guides/all' })
  const title = `Gates ${Date.now()}`
  // The editor opens at once, with the title to be typed over and what is often set beside it.
  await boss.getByRole('link', { name: 'Add guide' }).click()
  await expect(boss).toHaveURL(/\/guides\/edit\/\d+/)
  await expect(boss.getByLabel('Title')).toBeFocused()
  await boss.keyboard.type(title)
  await expect(boss.getByLabel('Title')).toHaveValue(title)
  await expect(boss.getByLabel('For whom')).toBeVisible()
  await expect(boss.getByLabel('Who approves it')).toBeHidden()
  const text = boss.getByRole('textbox', { name: 'Text' })
  await text.click()
  await boss.keyboard.type('Shut every gate.')
  await expect(boss.getByText(/^Saved/)).toBeVisible()
  await boss.getByRole('switch', { name: 'Required reading' }).click()
  await expect(boss.getByText(/^Saved/)).toBeVisible()
  await boss.reload()
  await expect(text).toHaveText('Shut every gate.')
  await expectAccessible(boss)
  await boss.getByRole('button', { name: 'Publish' }).click()
  await expect(boss.getByText('Published', { exact: true })).toBeVisible()

  const hand = await signIn(worker, { ...phone, at: '/guides' })
  await hand.getByRole('link', { name: title }).click()
  await expect(hand.getByText('Shut every gate.')).toBeVisible()
  await expectAccessible(hand)
  await hand.getByRole('button', { name: 'I have read this' }).click()
  await expect(hand.getByText('You have confirmed this version.')).toBeVisible()

  const id = Number.parseInt(boss.url().split('/').at(-1) ?? '', 10)
  const confirmed = await call<{ user_id: number }[]>(boss, 'GET', `/guide/${id}/readers?has_confirmed=true`)
  expect(confirmed).toHaveLength(1)
})

test('a draft is checked by its named person, who sees the changes, and only then published', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const title = `Calf pens ${Date.now()}`
  const hand = await signIn(worker, { ...phone, at: '/guides' })
  const checker_ids = [(await me(hand)).id]
  const body = { en: 'Clean them weekly.' }
  const made = { title: { en: title }, body, default_language: 'en' }
  const { id } = await call<{ id: number }>(boss, 'POST', '/guide', made)
  await call(boss, 'POST', `/guide/${id}/publish`, {})
  await call(boss, 'PUT', `/guide/${id}`, { body: { en: 'Clean them daily.' }, checker_ids })
  await boss.goto(`/guides/edit/${id}`)
  await boss.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(boss.getByText('Request sent')).toBeVisible()

  await hand.goto(`/guides/${id}`)
  await expect(hand.getByText('Clean them daily.')).toBeVisible()
  await hand.getByRole('switch', { name: 'Changes since version 1' }).click()
  await expect(hand.getByRole('deletion')).toHaveText('weekly.')
  await expect(hand.getByRole('button', { name: 'I have read this' })).toBeHidden()
  await expectAccessible(hand)
  await hand.getByRole('button', { name: 'Mark as checked' }).click()
  await expect(hand.getByRole('button', { name: 'Mark as checked' })).toBeHidden()

  await boss.reload()
  await boss.getByRole('button', { name: 'Publish' }).click()
  await expect(boss.getByText('Published', { exact: true })).toBeVisible()
})

test('a task leads to the guide that says how it is done', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const title = `Look at the troughs ${Date.now()}`
  await boss.goto('/company/tasks')
  await boss.getByRole('button', { name: 'New task' }).click()
  const sheet = boss.getByRole('dialog')
  await sheet.getByLabel('What to do').fill(title)
  await sheet.getByRole('combobox', { name: 'Who' }).fill('Tom')
  await boss.getByRole('option', { name: /^Tom/ }).first().click()
  await boss.keyboard.press('Escape')
  await sheet.getByText('More', { exact: true }).click()
  await sheet.getByRole('combobox', { name: 'Guide' }).fill('hot weather')
  await boss.getByRole('option', { name: 'Water in hot weather' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()

  const hand = await signIn(worker, { ...phone, at: '/tasks' })
  await hand.getByRole('link', { name: title }).click()
  await expectAccessible(hand)
  await hand.getByRole('link', { name: 'Water in hot weather' }).click()
  await expect(hand.getByRole('heading', { level: 1, name: 'Water in hot weather' })).toBeVisible()
  await hand.goBack()
  await expect(hand.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

/** As somebody stored them who got past everything else; what would run says so in the page. */
const attacks = [
  '<script>window.attacked = 1</script><img src=x onerror="window.attacked = 2">',
  '[link](javascript:window.attacked=3) [other](data:text/html,<script>parent.attacked=4</script>)',
  '> <svg onload="window.attacked = 5">',
  '- [ ] <iframe srcdoc="<script>parent.attacked = 6</script>"></iframe>',
  '| <img src=x onerror="window.attacked = 7"> | [x](javascript:window.attacked=8) |\n| --- | --- |\n| a | ![x](https://evil.test/x.png) |',
  '![<b onclick=alert(1)>](javascript:window.attacked=9)',
  '## <details open ontoggle="window.attacked = 10">',
]

for (const bypassCSP of [false, true])
  test(`what is stored in a guide runs nothing ${bypassCSP ? 'without' : 'with'} the content security policy`, async ({
    signIn,
  }) => {
    const boss = await signIn(manager, { ...desktop, bypassCSP, at: '/guides' })
    const title = { en: `Mind this <img src=x onerror="window.attacked = 11"> ${Date.now()}` }
    const made = { title, body: { en: attacks.join('\n\n') }, default_language: 'en' }
    const { id } = await call<{ id: number }>(boss, 'POST', '/guide', made)
    const { draft } = await call<{ draft: { body: object } }>(boss, 'GET', `/guide/${id}`)
    // Also where the server had let everything through.
    await boss.route(`**/api/guide/${id}`, async route => {
      const answer = await (await route.fetch()).json()
      const content = { ...draft, title, body: made.body }
      await route.fulfill({ json: { ...answer, data: { ...answer.data, title, draft: content } } })
    })
    for (const path of [`/guides/${id}`, `/guides/edit/${id}`]) {
      await boss.goto(path)
      await expect(boss.getByRole('heading', { level: 1, name: /^Mind this/ })).toBeVisible()
      for (const words of await boss.getByRole('article').getByRole('link').all()) await words.click()
      expect(await boss.evaluate(() => (window as { attacked?: number }).attacked)).toBeUndefined()
      expect(
        await boss.locator('main :is(script, iframe, svg[onload], [onerror], [onclick], [ontoggle])').count(),
      ).toBe(0)
    }
  })
