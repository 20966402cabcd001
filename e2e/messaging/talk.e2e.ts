/** Two people talk: at a desk and on a phone, in two languages, with and without signal. */
import type { Page } from '@playwright/test'
import { maxMessageLength } from '#shared/messaging/rules.ts'
import { call, type Me, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, isInstalled, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Conversation = { id: number; unread_count: number }

/** The one conversation of the two, as the manager begins it. */
async function pair(boss: Page, hand: Me): Promise<number> {
  const { id } = await call<Conversation>(boss, 'POST', '/messaging/conversations', {
    type: 'private',
    user_ids: [hand.id],
  })
  return id
}

const said = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const field = (page: Page, name = 'Write a message') => page.getByRole('textbox', { name })

/** The phone has messages of the conversation, for when there is no signal. */
const isKeptHere = (page: Page, conversation: number) =>
  expect
    .poll(() =>
      page.evaluate(async conversation => {
        const settled = <T>(request: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error)
          })
        const { name } = (await indexedDB.databases()).find(one => /^tend-\d+$/.test(one.name ?? '')) ?? {}
        if (!name) return false
        const database = await settled(indexedDB.open(name))
        const stores = ['keptConversations', 'keptMessages']
        try {
          if (!stores.every(one => database.objectStoreNames.contains(one))) return false
          const found = await Promise.all([
            settled(database.transaction('keptConversations').objectStore('keptConversations').count(conversation)),
            settled(
              database
                .transaction('keptMessages')
                .objectStore('keptMessages')
                .index('conversation_id')
                .count(conversation),
            ),
          ])
          return found.every(count => count > 0)
        } finally {
          database.close()
        }
      }, conversation),
    )
    .toBe(true)

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(said(page, text)).toBeVisible()
}

async function choose(page: Page, text: string, action: string): Promise<void> {
  await said(page, text).hover()
  await said(page, text).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('two talk: reply, change, delete, react, a picture, typing, and both see who has read', async ({ signIn }) => {
  const [boss, hand] = [
    await signIn(manager, { ...desktop, at: noScreen }),
    await signIn(worker, { ...phone, at: noScreen }),
  ]
  const id = await pair(boss, await me(hand))
  for (let at = 1; at <= 8; at++)
    await call(boss, 'POST', `/messaging/conversations/${id}/messages`, { message_text: `Long ago\n${at}. `.repeat(6) })
  for (const page of [boss, hand]) await page.goto(`/messaging?conversation=${id}`)
  // One begins at the latest, however high the rows turn out to be.
  for (const page of [boss, hand]) {
    await expect(page.getByRole('article').last()).toBeInViewport()
    const below = () => page.getByRole('log').evaluate(log => log.scrollHeight - log.scrollTop - log.clientHeight)
    await expect.poll(below).toBeLessThan(2)
  }
  const mark = `${Date.now()}`.slice(-5)

  await say(boss, `Is the vet here ${mark}?`)
  await expect(said(hand, `Is the vet here ${mark}?`)).toBeVisible()
  await expect(boss.getByText('Read', { exact: true })).toBeVisible()

  // In the list too, of a conversation that is not open.
  await boss.goto('/messaging')
  const list = boss.getByRole('region', { name: 'Conversations' })
  await expect(async () => {
    await field(hand).pressSequentially('I am ', { delay: 20 })
    await expect(list.getByText('Tom Ashby is typing', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await field(hand).fill('')
  await list
    .getByRole('button', { name: /Tom Ashby/ })
    .first()
    .click()
  const open = boss.getByRole('region', { name: 'Tom Ashby', exact: true })
  await expect(said(boss, `Is the vet here ${mark}?`)).toBeVisible()

  // Whoever does not listen yet misses a word of it, and hears the next.
  await expect(async () => {
    await field(hand).pressSequentially('In ten ', { delay: 60 })
    await expect(open.getByText('Tom Ashby is typing', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await field(hand).fill('')

  await choose(hand, `Is the vet here ${mark}?`, 'Reply')
  await say(hand, `In ten minuets ${mark}`)
  await expect(said(boss, `In ten minuets ${mark}`)).toContainText(`Is the vet here ${mark}?`)
  await choose(hand, `In ten minuets ${mark}`, 'Edit')
  await field(hand).fill(`In ten minutes ${mark}`)
  await field(hand).press('Enter')
  await expect(said(boss, `In ten minutes ${mark}`)).toContainText('edited')
  await expect(hand.getByText('Message edited', { exact: true })).toBeVisible()

  await choose(boss, `In ten minutes ${mark}`, 'React with 👍')
  await expect(said(hand, `In ten minutes ${mark}`).getByRole('button', { name: /React with 👍/ })).toBeVisible()

  // Whoever sends before the picture is read means it too.
  await field(boss).fill(`Look at her eye ${mark}`)
  await boss.locator('input[type="file"]').setInputFiles({ name: 'ewe.png', mimeType: 'image/png', buffer: picture })
  await field(boss).press('Enter')
  await expect(said(hand, `Look at her eye ${mark}`).getByRole('img', { name: /ewe/ })).toBeVisible()

  const [submission] = await call<{ id: number }[]>(hand, 'GET', '/form/submission?status=complete&per_page=5')
  const card = { form_submission_id: submission?.id, conversation_id: id, message_text: `My check ${mark}` }
  await call(hand, 'POST', '/messaging/conversations/form-submission', card)
  for (const page of [boss, hand]) await expect(said(page, `My check ${mark}`)).toContainText('Submitted on')

  // What cannot be sent says so, and stays as it was typed.
  const long = 'x'.repeat(maxMessageLength + 1)
  await field(hand).fill(long)
  await field(hand).press('Enter')
  await expect(hand.getByRole('alert').filter({ hasText: /^At most 10.?000 letters/ })).toBeVisible()
  await expect(field(hand)).toHaveValue(long)
  await field(hand).fill('')
  await hand
    .locator('input[type="file"]')
    .setInputFiles({ name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await expect(hand.getByText('Invalid file type', { exact: true })).toBeVisible()

  await say(boss, `A mistake ${mark}`)
  await choose(boss, `A mistake ${mark}`, 'Delete for everybody')
  await expect(boss.getByText('Message deleted', { exact: true })).toBeVisible()
  await expect(said(hand, `A mistake ${mark}`)).toHaveCount(0)
  await expect(hand.getByText('This message was deleted').last()).toBeVisible()
  await expectAccessible(boss)
  await expectAccessible(hand)
})

test('what is written without signal waits, survives a reload, and arrives once and in order', {
  tag: '@core',
}, async ({ signIn }) => {
  const [boss, hand] = [
    await signIn(manager, { ...desktop, at: noScreen }),
    await signIn(worker, { ...phone, serviceWorkers: 'allow', at: noScreen }),
  ]
  const id = await pair(boss, await me(hand))
  await hand.goto(`/messaging?conversation=${id}`)
  await say(hand, 'Going into the barn')
  await isInstalled(hand)
  await isKeptHere(hand, id)
  const mark = `${Date.now()}`.slice(-5)
  await hand.context().setOffline(true)
  for (let at = 1; at <= 3; at++) await say(hand, `Pen ${at} counted ${mark}`)
  await expect(hand.getByText('Waiting to be sent').first()).toBeVisible()
  await hand.reload()
  await expect(said(hand, `Pen 3 counted ${mark}`)).toBeVisible()
  await expect(said(hand, 'Going into the barn').first()).toBeVisible()
  await hand.context().setOffline(false)
  await boss.goto(`/messaging?conversation=${id}`)
  for (let at = 1; at <= 3; at++) await expect(said(boss, `Pen ${at} counted ${mark}`)).toHaveCount(1)
  const order = await boss.getByRole('article').allInnerTexts()
  const counted = order.filter(text => text.includes(mark))
  expect(counted.map(text => /Pen (\d)/.exec(text)?.[1])).toEqual(['1', '2', '3'])
  await expect(hand.getByText('Waiting to be sent')).toHaveCount(0)
})

test('a message is told elsewhere in a popup that leads to it, and counted in one number everywhere', async ({
  signIn,
}) => {
  const [boss, hand] = [await signIn(manager, desktop), await signIn(worker, { ...desktop, at: noScreen })]
  const id = await pair(boss, await me(hand))
  // What the demo has left unread would be counted too.
  for (const { id } of await call<Conversation[]>(hand, 'GET', '/messaging/conversations?per_page=100'))
    await call(hand, 'POST', `/messaging/conversations/${id}/read`, {})
  await hand.goto('/locations')
  await expect(hand.getByRole('link', { name: 'Barn 1', exact: true })).toBeVisible()
  await hand.waitForLoadState('networkidle')
  const mark = `Gate open ${Date.now()}`
  await call(boss, 'POST', `/messaging/conversations/${id}/messages`, { message_text: mark })
  const popup = hand.getByRole('link', { name: new RegExp(mark) })
  await expect(popup).toContainText('1 new message')
  await expect(hand).toHaveTitle(/^\(1\) /)
  await expect(hand.getByRole('link', { name: /Messages.*1 new message/ }).first()).toBeVisible()
  await popup.click()
  await expect(said(hand, mark)).toBeVisible()
  await expect(hand).not.toHaveTitle(/^\(\d+\) /)
  expect(await call<{ unread_count: number }>(hand, 'GET', '/messaging/messages/unread-count')).toEqual({
    unread_count: 0,
  })
})

test('what is urgent and comes while the connection is cut is told when it is back, and counted', async ({
  signIn,
}) => {
  const [boss, hand] = [await signIn(manager, { ...desktop, at: noScreen }), await signIn(worker, desktop)]
  const mark = `${Date.now()}`.slice(-6)
  const draft = { type: 'group', title: `Cut off ${mark}`, user_ids: [(await me(hand)).id] }
  const { id } = await call<Conversation>(boss, 'POST', '/messaging/conversations', draft)
  const count = () => call<{ unread_count: number }>(hand, 'GET', '/messaging/messages/unread-count')
  const before = (await count()).unread_count
  const sockets: { close(): Promise<void> }[] = []
  let isCut = false
  await hand.routeWebSocket(/\/app\//, socket => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  const isBack = hand.waitForEvent('console', message => message.text() === 'Connected to messaging')
  await hand.goto('/locations')
  await isBack
  isCut = true
  for (const socket of sockets) await socket.close()
  await hand.waitForEvent('console', message => message.text().startsWith('Connection lost'))
  await call(boss, 'POST', `/messaging/conversations/${id}/messages`, {
    message_text: `The barn burns ${mark}`,
    is_urgent: true,
  })
  await call(boss, 'POST', `/messaging/conversations/${id}/messages`, { message_text: `Bring water ${mark}` })
  isCut = false
  const popup = hand.getByRole('link', { name: new RegExp(`The barn burns ${mark}`) })
  await expect(popup).toContainText('Urgent')
  await expect(popup).toContainText('2 new messages')
  await expect(hand).toHaveTitle(new RegExp(`^\\(${before + 2}\\) `))
  await popup.click()
  await expect(said(hand, `Bring water ${mark}`)).toBeVisible()
})

test('in Arabic, by the keyboard alone: a group is begun, written in and left', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, language: 'ar', at: '/messaging' })
  await boss.getByRole('button', { name: 'محادثة جديدة' }).focus()
  await boss.keyboard.press('Enter')
  await boss.getByText('مجموعة', { exact: true }).click()
  await boss.getByRole('button', { name: 'بدء', exact: true }).focus()
  await boss.keyboard.press('Enter')
  // Both are missing, and both are named.
  const missing = ['العنوان مطلوب للمحادثات الجماعية', 'يجب اختيار شخص واحد على الأقل']
  await expect(boss.getByRole('alert')).toHaveText(missing)
  await boss.getByLabel('العنوان').focus()
  await boss.keyboard.type('حظيرة ٢')
  await boss.getByRole('button', { name: 'بدء', exact: true }).focus()
  await boss.keyboard.press('Enter')
  await expect(boss.getByRole('alert')).toHaveText(missing.slice(1))
  await boss.getByRole('checkbox', { name: 'Tom Ashby' }).focus()
  await boss.keyboard.press('Space')
  await boss.getByRole('button', { name: 'بدء', exact: true }).focus()
  await boss.keyboard.press('Enter')
  const write = field(boss, 'كتابة رسالة')
  await write.focus()
  await boss.keyboard.type('صباح الخير')
  await boss.keyboard.press('Enter')
  await expect(said(boss, 'صباح الخير')).toBeVisible()
  // An own message comes back by the arrow, and Escape leaves it as it was.
  await expect(boss.getByText('أُرسلت', { exact: true })).toBeVisible()
  await write.focus()
  await boss.keyboard.press('ArrowUp')
  await expect(boss.getByText('تعديل رسالتك')).toBeVisible()
  await boss.keyboard.press('Escape')
  await expect(boss.getByText('تعديل رسالتك')).toHaveCount(0)
  await expectAccessible(boss)
})
