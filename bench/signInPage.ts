/**
 * How soon somebody with a slow phone on a slow network can sign in, at the first visit: against a page of React alone.
 */
import type { Browser } from '@playwright/test'
import { openSlowPage, startBrowser } from './browser.ts'
import { startBaseline } from './processes.ts'
import { reactAlone } from './reactAlone.ts'
import type { Row } from './row.ts'
import { startDemo } from './rows/demo.ts'
import { median } from './statistics.ts'

const rounds = 7
/** Slow 4G: 1.6 Mbit/s down, half of that up, 150 ms. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 }

export async function measure(): Promise<Row[]> {
  await using tend = await startDemo()
  await using plain = await startBaseline('pages', { FOLDER: await reactAlone() })
  await using held = await startBrowser()
  const [measured, baseline]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    measured.push(await usableAfter(held.browser, `${tend.address}/auth/login`))
    baseline.push(await usableAfter(held.browser, plain.address))
  }
  return [
    {
      what: 'sign-in page usable on slow 4G, CPU slowed 4 times',
      unit: 'ms',
      measured: median(measured),
      baseline: { what: 'a form of React alone', value: median(baseline) },
      budget: { on: 'measured', atMost: 1600 },
    },
  ]
}

/** Milliseconds from the address to a drawn password field in a page that has nothing else to do just then. */
async function usableAfter(browser: Browser, address: string): Promise<number> {
  const { page, tools } = await openSlowPage(browser, address)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', network)
  await page.addInitScript(() => {
    const look = () => {
      const isThere = document.querySelector('input[autocomplete="current-password"]') !== null
      if (!isThere) return requestAnimationFrame(look)
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { usableAfter: performance.now() })))
    }
    requestAnimationFrame(look)
  })
  await page.goto(address, { waitUntil: 'commit' })
  const found = await page.waitForFunction(() => (window as { usableAfter?: number }).usableAfter)
  const milliseconds = await found.jsonValue()
  await page.context().close()
  return milliseconds ?? Number.NaN
}
