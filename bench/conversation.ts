/**
 * A conversation of 5,000 messages on a slow phone, beside one of 50: how soon its latest message is drawn, and how
 * even the frames are while somebody scrolls up through it, page after page. Beside the frames those of a plain page
 * that is as long.
 */
import type { Browser, Page } from '@playwright/test'
import type { Client } from 'pg'
import { auth } from '#shared/accounts/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { openSlowPage, startBrowser } from './browser.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { manager, password, signIn, worker } from './rows/demo.ts'
import { median, percentile } from './statistics.ts'

const [few, many] = [50, 5_000]
const rounds = 5
/** A screen and a half of the wheel for each turn, so that older pages are fetched all the way. */
const turns = 40
const turnPixels = 300

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'conversation')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url, DEMO_PASSWORD: password }, ['--demo'])
  const [boss, hand] = await Promise.all([signIn(tend.address, manager), signIn(tend.address, worker)])
  const { id: other } = await hand.call(auth.user, {})
  const made: number[] = []
  for (const count of [few, many]) {
    const group = { type: 'group' as const, title: `Of ${count}`, user_ids: [other] }
    const { id } = await boss.call(messaging.create, group)
    await onDatabase(url, client => fill(client, id, count))
    await hand.call(messaging.read, { id })
    made.push(id)
  }
  await using held = await startBrowser()
  const { short, long } = await open(held.browser, tend.address, made as [number, number])
  const frames = await scroll(held.browser, tend.address, made[1] ?? 0)
  const plain = await scrollPlain(held.browser, tend.address)
  return [
    {
      what: `a conversation of ${many} messages until its latest is drawn, CPU slowed 4 times`,
      unit: 'ms',
      measured: median(long),
      baseline: { what: `one of ${few}`, value: median(short) },
      budget: { on: 'ratio', atMost: 1.2 },
    },
    {
      what: 'scrolling up through it: the longest frame',
      unit: 'ms',
      measured: Math.max(...frames),
      baseline: { what: 'a plain page', value: Math.max(...plain) },
      budget: { on: 'measured', atMost: 32 },
    },
    {
      what: 'the same, one frame in a hundred takes longer (p99)',
      unit: 'ms',
      measured: percentile(frames, 0.99),
      baseline: { what: 'a plain page', value: percentile(plain, 0.99) },
    },
  ]
}

/** What two said over months, as calls would have stored it. */
async function fill(client: Client, id: number, count: number): Promise<void> {
  await client.query(
    `insert into messages (company_id, conversation_id, sender_id, uuid, message_text, locale, change_id, created_at, words)
     select c.company_id, c.id, m.user_id, gen_random_uuid(), said.text, 'en', c.last_change_id + n,
       now() - ($2 - n) * interval '20 minutes', message_words(said.text, 'en', c.company_id, c.id)
     from conversations c
     cross join generate_series(1, $2::int) n
     join lateral (select user_id from conversation_members where conversation_id = c.id order by user_id offset n % 2 limit 1) m on true
     cross join lateral (select 'Pen ' || n || ' was checked. ' || repeat('All is well there. ', n % 7) as text) said
     where c.id = $1 order by n`,
    [id, count],
  )
  await client.query(
    `update conversations c set last_change_id = last_change_id + $2, last_message_at = now(),
       last_message_id = (select max(id) from messages where conversation_id = c.id) where id = $1`,
    [id, count],
  )
}

async function enter(page: Page): Promise<void> {
  await page.goto('/auth/login')
  await page.locator('input[autocomplete~="username"]').fill(worker)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/tasks')
}

/**
 * Milliseconds from the address until the latest message stands in its frame, in turn, after one visit of each to warm
 * up.
 */
async function open(browser: Browser, address: string, [short, long]: [number, number]) {
  const { page } = await openSlowPage(browser, address, { serviceWorkers: 'block' })
  await enter(page)
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => Object.assign(window, { drawnAfter: performance.now() })
    const look = () => {
      const last = [...document.querySelectorAll('[role="log"] article')].at(-1)
      const box = last?.closest('[role="log"]')?.getBoundingClientRect()
      if (last && box && last.getBoundingClientRect().bottom <= box.bottom + 1) port2.postMessage(null)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const visit = async (id: number) => {
    await page.goto(`/messaging?conversation=${id}`, { waitUntil: 'commit' })
    const drawn = await page.waitForFunction(() => (window as { drawnAfter?: number }).drawnAfter, null, {
      polling: 50,
      timeout: 60_000,
    })
    const took = (await drawn.jsonValue()) ?? Number.NaN
    // What a page does behind its messages comes to its end before the next visit.
    await page.waitForTimeout(1500)
    return took
  }
  const times = { short: [] as number[], long: [] as number[] }
  for (let round = 0; round <= rounds; round++)
    for (const [name, id] of [
      ['short', short],
      ['long', long],
    ] as const) {
      const took = await visit(id)
      if (round > 0) times[name].push(took)
    }
  await page.context().close()
  return times
}

/** The frames of a page while its wheel turns. */
async function framesOf(page: Page, place: string): Promise<number[]> {
  await page.locator(place).hover()
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    let before = performance.now()
    const frame = (now: number) => {
      frames.push(now - before)
      before = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, -turnPixels)
    await page.waitForTimeout(80)
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  return frames.slice(2)
}

async function scroll(browser: Browser, address: string, id: number): Promise<number[]> {
  const { page } = await openSlowPage(browser, address, { serviceWorkers: 'block' })
  await enter(page)
  await page.goto(`/messaging?conversation=${id}`)
  await page.getByRole('article').last().waitFor()
  await page.waitForTimeout(3000)
  const frames = await framesOf(page, '[role="log"]')
  await page.context().close()
  return frames
}

async function scrollPlain(browser: Browser, address: string): Promise<number[]> {
  const { page } = await openSlowPage(browser, address)
  await page.setContent(
    `<div role="log" style="block-size:700px;overflow:auto">${'<p>Pen was checked. All is well there.</p>'.repeat(400)}</div>`,
  )
  await page.locator('[role="log"]').evaluate(box => box.scrollTo(0, box.scrollHeight))
  const frames = await framesOf(page, '[role="log"]')
  await page.context().close()
  return frames
}
