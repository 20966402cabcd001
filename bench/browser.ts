/** A browser whose pages think four times slower than this machine, as a cheap phone does. */
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserLaunch } from '../e2e/browser.ts'
import { hold } from './holding.ts'

const slowdown = 4

export async function startBrowser(): Promise<{ browser: Browser } & AsyncDisposable> {
  const browser = await chromium.launch(await browserLaunch())
  return { browser, ...hold(() => browser.close()) }
}

/** A page of a new device that has never seen the address, with the tools that slow it down. */
export async function openSlowPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; tools: CDPSession }> {
  const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' }
  const context = await browser.newContext({ baseURL: address, ...phone, ...options })
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, tools }
}
