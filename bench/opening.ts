/**
 * Time until the first question of a form can be answered on a slow phone by its address, signed in and by its public
 * link, at the first visit and the third; the baseline is a page of React alone. A field can be answered when it is
 * drawn, takes typing, and a touch would hit it.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { openSlowPage, startBrowser } from './browser.ts'
import { startBaseline } from './processes.ts'
import { reactAlone } from './reactAlone.ts'
import type { Row } from './row.ts'
import { manager, password, signIn, startDemo, worker } from './rows/demo.ts'
import { firstText, longForm, shortForm } from './rows/sampleForm.ts'
import { median } from './statistics.ts'

const rounds = 5
/** What a page does behind its first question comes to its end before the next visit. */
const restMs = 2000

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type Visit = { name: string; address: string; state?: State; field: string; goals?: { cold: number; warm?: number } }
type Times = { cold: number[]; warm: number[] }

export async function measure(): Promise<Row[]> {
  await using tend = await startDemo()
  await using plain = await startBaseline('pages', { FOLDER: await reactAlone() })
  await using held = await startBrowser()
  const visits = await visitsOf(held.browser, tend.address)
  const alone: Visit = { name: 'React alone', address: plain.address, field: 'input[autocomplete="current-password"]' }
  const times = await timesOf(held.browser, [alone, ...visits])
  return visits.flatMap(visit => rowsOf(visit, times.get(visit), times.get(alone)))
}

/** The forms that are opened, published by this call on a demo, and whoever opens them. */
export async function visitsOf(browser: Browser, address: string): Promise<Visit[]> {
  const { call } = await signIn(address, manager)
  const publish = async (name: string, definition: Definition) => {
    const { id } = await call(forms.create, { name: { en: name }, definition })
    await call(forms.publish, { id })
    return id
  }
  const [short, long] = [await publish('Fifteen questions', shortForm), await publish('Two hundred', longForm)]
  const link = new URL((await call(publicLinks.create, { id: short })).address).pathname
  const state = await stateOf(browser, address)
  const field = `#question-${firstText} input:not([type=file])`
  const signedIn = (form: number) => ({ address: `${address}/submission/filling/new?form=${form}`, state, field })
  return [
    { name: 'form of 15 questions, signed in', ...signedIn(short), goals: { cold: 900, warm: 500 } },
    { name: 'form of 200 questions, signed in', ...signedIn(long), goals: { cold: 1100, warm: 700 } },
    { name: 'form of 15 questions, public link', address: address + link, field, goals: { cold: 900 } },
  ]
}

/** The times of each visit, in turn with the others. */
export async function timesOf(browser: Browser, visits: Visit[], count = rounds): Promise<Map<Visit, Times>> {
  const times = new Map(visits.map((visit): [Visit, Times] => [visit, { cold: [], warm: [] }]))
  for (let round = 0; round < count; round++)
    for (const [visit, { cold, warm }] of times) {
      const [first, third] = await openThreeTimes(browser, visit)
      cold.push(first)
      warm.push(third)
    }
  return times
}

const rowsOf = ({ name, goals }: Visit, ours: Times | undefined, theirs: Times | undefined): Row[] =>
  (['cold', 'warm'] as const).map(kind => ({
    what: `${name}: first question, ${kind}, CPU slowed 4 times`,
    unit: 'ms',
    measured: median(ours?.[kind] ?? []),
    baseline: { what: `React alone, ${kind}`, value: median(theirs?.[kind] ?? []) },
    ...(goals?.[kind] !== undefined && { budget: { on: 'measured', atMost: goals[kind] } }),
  }))

/** On a new device; the first and the third time. */
async function openThreeTimes(browser: Browser, visit: Visit): Promise<[number, number]> {
  const device = { serviceWorkers: 'block', ...(visit.state && { storageState: visit.state }) } as const
  const { page } = await openSlowPage(browser, visit.address, device)
  const open = async () => {
    const time = await answerableAfter(page, visit)
    await page.waitForTimeout(restMs)
    await page.goto('about:blank')
    return time
  }
  await page.addInitScript(watchFor, { field: visit.field, said })
  const first = await open()
  await open()
  const third = await open()
  await page.context().close()
  return [first, third]
}

/**
 * What the page says when it can be answered. It is not asked: that alone would take the thread a twentieth of the
 * time.
 */
const said = 'answerable after '

/** Milliseconds from the address to a first question that can be answered. */
async function answerableAfter(page: Page, { address }: Visit): Promise<number> {
  const heard = page.waitForEvent('console', { predicate: line => line.text().startsWith(said), timeout: 60_000 })
  await page.goto(address, { waitUntil: 'commit' })
  return Number((await heard).text().slice(said.length))
}

/** Runs in the page: says when the field is there and its frame drawn. */
function watchFor({ field, said }: { field: string; said: string }): void {
  const { port1, port2 } = new MessageChannel()
  // A message that is sent as a frame begins arrives when it is drawn.
  port1.onmessage = () => console.info(said + performance.now())
  const look = () => {
    const found = document.querySelector<HTMLInputElement>(field)
    if (!found || found.disabled || found.readOnly || !found.checkVisibility()) return requestAnimationFrame(look)
    const { x, y, width, height } = found.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    if (hit && found.contains(hit)) port2.postMessage(null)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** What a device keeps of somebody who has signed in. */
async function stateOf(browser: Browser, address: string): Promise<State> {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  await page.goto('/auth/login')
  await page.locator('input[autocomplete~="username"]').fill(worker)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/tasks')
  const state = await context.storageState()
  await context.close()
  return state
}
