/**
 * The people of the journeys, and what every page of theirs must hold: no errors in the console, nothing that axe
 * finds.
 */
import {
  type APIRequest,
  type Browser,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { axeFinds } from './axe.ts'
import { demoPassword, ownDemo, renewDemo } from './demoServer.ts'

export { expect }

/** The screens that the specification flags for admins or managers: everybody else is sent to sign-in from there. */
const flagged = [
  '/dashboard',
  '/users',
  '/company/list',
  '/company/users',
  '/company/tasks',
  '/company/calendar',
  '/vehicles',
]

/**
 * A screen that the person's role does not open leads to sign-in where the specification flags it, and says so
 * elsewhere.
 */
export async function expectNotForRole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (flagged.includes(path)) return expect(page, path).toHaveURL(/\/auth\/login$/)
  await expect(page.getByRole('heading', { name: 'Your role cannot open this page' }), path).toBeVisible()
  expect(new URL(page.url()).pathname, path).toBe(path)
}

type Options = BrowserContextOptions & {
  locale?: string
  language?: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  /** The address that they open; their tasks without it. */
  at?: string
  /** Complaints that belong to the journey: an answer that it provokes. */
  complaint?: RegExp
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const desktop = { viewport: { width: 1440, height: 900 } } as const

/**
 * For `at`, of whoever only calls the API, or opens a screen later: an address of the app's origin without the app,
 * whose first screen takes more processor time than most of what a journey does there.
 */
export const noScreen = '/favicon.svg'

type Fixtures = {
  /** A demo account signed in, on a device of its own. How people type their way in is in entrance.e2e.ts. */
  signIn: (email: string, options?: Options) => Promise<Page>
}

type WorkerFixtures = {
  /** Puts a demo that nobody has used in the place of this process's, once. */
  renewed: () => Promise<void>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  renewed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern.
    async ({}, use) => {
      let renewal: Promise<() => Promise<void>> | undefined
      await use(async () => {
        renewal ??= renewDemo()
        await renewal
      })
      await (await renewal)?.()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ renewed }, use, { retry }) => {
    if (retry > 0) await renewed()
    await use(ownDemo()?.address)
  },
  signIn: async ({ browser, baseURL, playwright }, use) => {
    const opened: { page: Page; errors: string[] }[] = []
    await use(async (email, options = {}) => {
      const { language = 'en', at = '/tasks', complaint, ...context } = options
      const storageState = await signedIn(playwright.request, browser, baseURL ?? '', email, language)
      const page = await freshPage(browser, baseURL, { ...context, storageState })
      opened.push({ page, errors: errorsOf(page, complaint) })
      await page.goto(at)
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
  await page.locator('input[autocomplete^="username"]').fill(email)
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

/** Until the phone has the whole app, and opens it without signal. */
export async function isInstalled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 60_000 })
}

/**
 * Until the last of what is brought onto a phone for work without signal is there: the names of those who work here.
 */
export async function hasCopies(page: Page): Promise<void> {
  const last = page.waitForResponse(answer => /\/user\?offered_for=work/.test(answer.url()), { timeout: 90_000 })
  await isInstalled(page)
  await (await last).finished()
}

/** What a browser keeps of somebody who has signed in: the session is one of its own, only nobody had to type. */
async function signedIn(
  api: APIRequest,
  browser: Browser,
  baseURL: string,
  email: string,
  language: string,
): Promise<Exclude<BrowserContextOptions['storageState'], string | undefined>> {
  // Devices are listed by what they are.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/${browser.version()}`
  const context = await api.newContext({ baseURL, userAgent })
  const answer = await context.post('/api/auth/login', { data: { email, password: demoPassword } })
  if (!answer.ok()) throw new Error(`${email} was not let in: ${await answer.text()}`)
  const { token, user } = (await answer.json()).data
  const { ability_rules, ...person } = user
  const kept = {
    locale: language,
    tend_token: token,
    user: JSON.stringify(person),
    userAbilityRules: JSON.stringify(ability_rules),
  }
  const { cookies } = await context.storageState()
  await context.dispose()
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  return { cookies, origins: [{ origin: new URL(baseURL).origin, localStorage }] }
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

// The two differ in their colours alone, which are the same few tokens everywhere: dark is looked at in `npm run
// test:long`.
const colorSchemes = process.env.LONG ? (['light', 'dark'] as const) : (['light'] as const)

/** Fails with what axe finds on the page as it stands; in the long run in dark too. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Even transitions that take no time end a frame later, and one that a parent starts a frame after that.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
    })
    // What lies dimmed behind a dialog can be neither read nor used.
    const within = (await page.locator(dialog).count()) > 0 ? dialog : undefined
    // Nothing but colours changes from light to dark.
    const only: RunOptions['runOnly'] =
      colorScheme === 'light' ? { type: 'tag', values: standards } : { type: 'rule', values: ['color-contrast'] }
    expect((await axeFinds(page, only, within)).map(found => `${colorScheme} ${found}`)).toEqual([])
  }
}
