/** The people of the journeys, and what every page of theirs must hold: no errors in the console, nothing that axe finds. */
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { demoPassword } from './demoServer.ts'

export { expect }

type Options = BrowserContextOptions & {
  locale?: string
  language?: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  /** Complaints that belong to the journey: an answer that it provokes. */
  complaint?: RegExp
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desktop = { viewport: { width: 1440, height: 900 } } as const

type Fixtures = {
  /** Signs a demo account in, on a device of its own. */
  signIn: (email: string, options?: Options) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  signIn: async ({ browser, baseURL }, use) => {
    const opened: { page: Page; errors: string[] }[] = []
    await use(async (email, options = {}) => {
      const { language = 'en', complaint, ...context } = options
      const page = await openPage(browser, baseURL, language, context)
      opened.push({ page, errors: errorsOf(page, complaint) })
      await enter(page, email)
      return page
    })
    for (const { page, errors } of opened) {
      expect(errors, 'errors in the console').toEqual([])
      await page.context().close()
    }
  },
})

/** Signs in by the screen, whatever its language. */
export async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/auth/login')
  await page.locator('input[autocomplete="username"]').fill(email)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL('**/tasks')
}

/** A browser that nobody has used before, and that may complain: whoever opens it closes its context. */
export async function freshPage(
  browser: Browser,
  baseURL: string | undefined,
  options: BrowserContextOptions = phone,
): Promise<Page> {
  const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) })
  return context.newPage()
}

async function openPage(
  browser: Browser,
  baseURL: string | undefined,
  language: string,
  options: BrowserContextOptions,
) {
  const page = await freshPage(browser, baseURL, options)
  await page.context().addInitScript(locale => {
    if (!localStorage.getItem('locale')) localStorage.setItem('locale', locale)
  }, language)
  return page
}

/** What the page complains about; a lost network is not the page's fault. */
export function errorsOf(page: Page, expected?: RegExp): string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    const text = message.text()
    const isExpected =
      /ERR_INTERNET_DISCONNECTED|Network error|when fetching the script/.test(text) || expected?.test(text)
    if (message.type() === 'error' && !isExpected) errors.push(`${text} ${message.location().url}`)
  })
  return errors
}

const dialog = '[aria-modal="true"]'
const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Fails with what axe finds on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Even transitions that take no time end a frame later, and one that a parent starts a frame after that.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
    })
    const axe = new AxeBuilder({ page })
    // What lies dimmed behind a dialog can be neither read nor used.
    if ((await page.locator(dialog).count()) > 0) axe.include(dialog)
    // Nothing but colours changes from light to dark.
    const rules = colorScheme === 'light' ? axe.withTags(standards) : axe.withRules('color-contrast')
    const { violations } = await rules.analyze()
    expect(
      violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`),
    ).toEqual([])
  }
}
