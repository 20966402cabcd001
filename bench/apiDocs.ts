/**
 * How soon the calls of the API can be browsed, by somebody who opens the page for the first time: against Swagger UI
 * with nothing to show.
 */
import type { Browser } from '@playwright/test'
import { startBrowser } from './browser.ts'
import type { Row } from './row.ts'
import { startDemo } from './rows/demo.ts'
import { median } from './statistics.ts'

const rounds = 7
const nothing = { openapi: '3.1.0', info: { title: 'Nothing', version: '1' }, paths: {} }

export async function measure(): Promise<Row[]> {
  await using tend = await startDemo()
  await using held = await startBrowser()
  const [measured, baseline]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    measured.push(await shownAfter(held.browser, tend.address, '.opblock-tag'))
    baseline.push(await shownAfter(held.browser, tend.address, '.info .title', nothing))
  }
  return [
    {
      what: 'calls of the API can be browsed',
      unit: 'ms',
      measured: median(measured),
      baseline: { what: 'Swagger UI with no call', value: median(baseline) },
      budget: { on: 'measured', atMost: 1000 },
    },
  ]
}

/**
 * Milliseconds from the address until `wanted` is on the page, which may be given another description than the
 * server's.
 */
async function shownAfter(browser: Browser, address: string, wanted: string, description?: object): Promise<number> {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  if (description) await page.route('**/api/openapi.json', route => route.fulfill({ json: description }))
  await page.goto('/api/docs', { waitUntil: 'commit' })
  await page.locator(wanted).first().waitFor()
  const milliseconds = await page.evaluate(() => performance.now())
  await context.close()
  return milliseconds
}
