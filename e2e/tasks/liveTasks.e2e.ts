/**
 * What is given reaches whoever it is for at once, whatever was under way: each journey stops the app at one step of
 * its way to the news, gives something there, and lets it go on. Nobody looks at what is new by the clock meanwhile: a
 * list is only right when it was told.
 */
import type { Page, Route, WebSocketRoute } from '@playwright/test'
import { userChannel } from '#shared/lib/contract.ts'
import { call, type Me, me } from '../apiCalls.ts'
import { isHearing } from '../hearing.ts'
import { desktop, expect, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

/** Sooner than anything that looks by itself: the count of new tasks is asked for every 30 seconds. */
const atOnce = { timeout: 12_000 }

/** Titles of this try alone: the one before left its tasks behind. */
const titled = (title: string) => `${title} ${mark}`
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: titled(title) })
const give = (page: Page, title: string, to: Me) =>
  call(page, 'POST', '/task', { title: titled(title), assignees: [{ user_id: to.id }] })
const isLive = (page: Page) => page.waitForEvent('console', message => message.text() === 'Connected to messaging')

/** Holds what passes from the first on, until it is let go. */
function gate() {
  let open = () => {}
  let arrived = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const reached = new Promise<void>(resolve => {
    arrived = resolve
  })
  const pass = async () => {
    arrived()
    await opened
  }
  return { pass, open, reached }
}

let boss: Page
let hand: Page
let tom: Me
let mark = ''

test.beforeEach(async ({ signIn }) => {
  mark = `${Date.now()}`.slice(-6)
  boss = await signIn(manager, desktop)
  hand = await signIn(worker, { ...phone, complaint: /status of 503|WebSocket/ })
  tom = await me(hand)
  // The count would bring what nobody told.
  await hand.route('**/sent/new/count*', route => route.fulfill({ json: { data: { count: 0 } } }))
})
test.use({ serviceWorkers: 'block' })

/** The lists of the screen have been read. */
const isRead = (page: Page) => expect(page.getByRole('article').first()).toBeVisible()

test('given while the socket is not open yet', async () => {
  const socket = gate()
  await hand.routeWebSocket(/\/app\//, async route => {
    await socket.pass()
    route.connectToServer()
  })
  await hand.goto('/tasks')
  await isRead(hand)
  await socket.reached
  await give(boss, 'Before the socket', tom)
  socket.open()
  await expect(card(hand, 'Before the socket')).toBeVisible(atOnce)
})

test('given between opening and being let into the channel, which fails at first', async () => {
  const grant = gate()
  let isFirst = true
  await hand.route(/\/broadcasting\/auth/, async route => {
    await grant.pass()
    if (isFirst) await route.fulfill({ status: 503, json: {} })
    else await route.continue()
    isFirst = false
  })
  await hand.goto('/tasks')
  await isRead(hand)
  await grant.reached
  await give(boss, 'While let in', tom)
  grant.open()
  await expect(card(hand, 'While let in')).toBeVisible(atOnce)
})

test('given while the list is read for the first time', async () => {
  const list = gate()
  const holdFirst = async (route: Route) => {
    const response = await route.fetch()
    await hand.unroute('**/api/task/sent?**', holdFirst)
    await list.pass()
    await route.fulfill({ response }).catch(() => {})
  }
  await hand.route('**/api/task/sent?**', holdFirst)
  await hand.evaluate(() => localStorage.removeItem('tend_tasks'))
  const hears = isHearing(hand, userChannel(tom.id))
  await hand.goto('/tasks')
  await Promise.all([list.reached, hears])
  // It was told, before the first list is there. The word about it stays for moments only: the page looks for it at
  // each frame, from before.
  const isTold = hand.getByRole('link', { name: `New task: ${titled('While reading')}` }).waitFor(atOnce)
  await Promise.all([give(boss, 'While reading', tom), isTold])
  list.open()
  await expect(card(hand, 'While reading')).toBeVisible(atOnce)
})

test('given while the connection is away, and while nobody is at its other end', async () => {
  // A slow start may give up a first connection: the latest is the one that is used.
  const routes: WebSocketRoute[] = []
  let deafUpTo = 0
  await hand.routeWebSocket(/\/app\//, route => {
    const server = route.connectToServer()
    routes.push(route)
    const own = routes.length
    server.onMessage(message => {
      if (own > deafUpTo) route.send(message)
    })
  })
  const live = isLive(hand)
  await hand.goto('/tasks')
  await Promise.all([isRead(hand), live])
  await give(boss, 'Told', tom)
  await expect(card(hand, 'Told')).toBeVisible(atOnce)

  const again = isLive(hand)
  await routes.at(-1)?.close({ code: 4200 })
  await give(boss, 'At the cut', tom)
  await expect(card(hand, 'At the cut')).toBeVisible(atOnce)
  await again

  // A phone that slept or changed its network: the socket still seems to be there.
  deafUpTo = routes.length
  await give(boss, 'Into a dead socket', tom)
  await hand.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(card(hand, 'Into a dead socket')).toBeVisible(atOnce)
})

test('a finding of a moment before the socket was open stands on the manager’s Today beside its task', async () => {
  const socket = gate()
  await boss.routeWebSocket(/\/app\//, async route => {
    await socket.pass()
    route.connectToServer()
  })
  await boss.goto('/tasks')
  await expect(boss.getByRole('heading', { name: /finding/i }).first()).toBeVisible()
  await socket.reached
  const before = await boss
    .getByRole('heading', { name: /finding/i })
    .first()
    .textContent()
  await failSomething(hand)
  socket.open()
  await expect(boss.getByRole('heading', { name: /finding/i }).first()).not.toHaveText(before ?? '', atOnce)
})

/** A check with a failed critical answer, completed by the person of this page. */
async function failSomething(page: Page) {
  const question = {
    id: 'water',
    type: 'yes_no',
    label: { en: 'Does it run?' },
    good: 'yes',
    required: true,
    critical: true,
  }
  const definition = {
    schema: 1,
    default_language: 'en',
    sections: [{ id: 'pen', title: { en: 'Pen' }, questions: [question] }],
  }
  const { id: form } = await call(boss, 'POST', '/form', {
    name: { en: 'Water' },
    description: {},
    category: 'daily',
    definition,
  })
  await call(boss, 'POST', `/form/${form}/publish`, {})
  const { id } = await call(page, 'POST', '/form/submission', { form_id: form, uuid: crypto.randomUUID() })
  await call(page, 'POST', `/form/submission/${id}/complete`, { answers: { water: { value: 'no' } } })
}
