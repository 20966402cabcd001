/**
 * What stands around every page: its looks and their memory, both layouts at every width, the question about a new
 * version.
 */
import type { Page } from '@playwright/test'
import { userChannel } from '#shared/lib/contract.ts'
import { me } from '../apiCalls.ts'
import { isHearing } from '../hearing.ts'
import { desktop, expect, expectAccessible, expectNotForRole, phone, test } from '../people.ts'
import { screens } from './screens.ts'

// Of the other company, so that journeys of work do not meet these.
const manager = 'manager@riverside.example'
const worker = 'worker@riverside.example'
const html = (page: Page) => page.locator('html')
const words = {
  en: {
    groups: 'Animals and locations',
    animals: 'Animals',
    open: 'Open the navigation',
    more: 'More',
    account: /^Your account/,
    display: 'Display and language',
  },
  ar: {
    groups: 'القطيع والمواقع',
    animals: 'الحيوانات',
    open: 'فتح قائمة التنقل',
    more: 'المزيد',
    account: /^حسابك/,
    display: 'العرض واللغة',
  },
}

async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Display and language' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Goes on with the Tab key, as somebody without a mouse does, until the one wanted has the focus. */
async function tabTo(page: Page, role: 'link' | 'button', name: string) {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluateAll(found => found.includes(document.activeElement as HTMLElement))) return
  }
  throw new Error(`The Tab key does not reach ${name}`)
}

async function expectNoSidewaysScrolling(page: Page, where: string) {
  const [content = 0, room = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, where).toBeLessThanOrEqual(room)
}

const setCookie = (page: Page, name: string, value: string) =>
  page.context().addCookies([{ name, value, url: page.url() }])

test('every choice about the display takes effect at once, in a cookie of 30 days, and stays after a reload', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  await openSettings(page)
  for (const name of ['System', 'Default', 'Vertical', 'Full width', 'English'])
    await expect(page.getByRole('radio', { name })).toBeChecked()
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(1)
  await expect(page.getByRole('switch', { name: 'Blurred top bar' })).toBeChecked()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'Default' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Centred' }).check()
  for (const name of ['Collapsed navigation', 'Dark navigation', 'Blurred top bar', 'Hidden top bar']) {
    await page.getByRole('switch', { name }).focus()
    await page.keyboard.press('Space')
  }
  const chosen = {
    theme: 'dark',
    skin: 'bordered',
    'content-width': 'boxed',
    'nav-collapsed': 'true',
    'semi-dark': 'true',
    'navbar-blur': 'false',
    navbar: 'hidden',
    'color-scheme': 'dark',
  }
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await expect(page.getByRole('button', { name: 'Language' })).toBeHidden()
    for (const [name, value] of Object.entries(chosen)) await expect(html(page)).toHaveAttribute(`data-${name}`, value)
    await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'dark')
  }
  const inMonth = Date.now() / 1000 + 30 * 24 * 60 * 60
  const cookies = await page.context().cookies()
  for (const [name, value] of Object.entries(chosen)) {
    const cookie = cookies.find(one => one.name === `tend-${name}`)
    expect(cookie, name).toMatchObject({ value, path: '/' })
    expect(Math.abs((cookie?.expires ?? 0) - inMonth), name).toBeLessThan(300)
  }

  // The horizontal navigation shows the hidden bar again and spreads the vertical one out, for when one goes back to
  // it.
  await openSettings(page)
  await page.getByRole('radio', { name: 'Horizontal' }).check()
  await page.getByRole('radio', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { name: 'Affichage et langue' })).toBeVisible()
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    else await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Langue' })).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('button', { name: 'Animaux et lieux' })).toBeVisible()
    await expect(html(page)).toHaveAttribute('data-navbar', 'sticky')
    await expect(html(page)).toHaveAttribute('data-nav-collapsed', 'false')
    await expect(html(page)).toHaveAttribute('lang', 'fr')
  }
})

test('the navigation is narrowed by its own button, and its icons say their names', async ({ signIn }) => {
  const page = await signIn(manager, desktop)
  await page.getByRole('button', { name: 'Collapse the navigation' }).click()
  await page.reload()
  await page.getByRole('link', { name: 'Locations' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Locations' })).toBeVisible()
  await page.getByRole('button', { name: 'Expand the navigation' }).click()
  await expect(page.getByRole('heading', { name: 'Animals and locations' })).toBeVisible()
})

for (const language of ['en', 'ar'] as const) {
  const { groups, animals, open, more, account, display } = words[language]

  test(`both layouts fit every width and work without a mouse (${language})`, {
    tag: language === 'en' ? [] : '@long',
  }, async ({ signIn }) => {
    const page = await signIn(manager, { ...desktop, language })
    await setCookie(page, 'tend-semi-dark', 'true')
    for (const layout of ['vertical', 'horizontal']) {
      await setCookie(page, 'tend-layout', layout)
      for (const width of [390, 1100, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/outbox')
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        if (width < 1280) {
          await tabTo(page, 'button', width === 390 ? more : open)
          await page.keyboard.press('Enter')
          await expect(page.getByRole('dialog')).toBeVisible()
          if (layout === 'horizontal' && width === 390) await expectAccessible(page)
          await tabTo(page, 'link', animals)
        } else if (layout === 'vertical') {
          await expectAccessible(page)
          await tabTo(page, 'link', animals)
        } else {
          await tabTo(page, 'button', groups)
          await page.keyboard.press('Enter')
          const item = page.getByRole('menuitem', { name: animals })
          await expect(item).toBeVisible()
          await expectAccessible(page)
          const [button, menu] = await Promise.all([
            page.getByRole('button', { name: groups, exact: true }).boundingBox(),
            page.getByRole('menu').boundingBox(),
          ])
          expect((menu?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeCloseTo(6, 0)
          await expect(item).toBeFocused()
        }
        await page.keyboard.press('Enter')
        await page.waitForURL('**/animals')
        await expect(page.getByRole('heading', { level: 1, name: animals })).toBeAttached()
        await expect(page.getByRole('dialog')).toBeHidden()
        await expectNoSidewaysScrolling(page, `${layout} at ${width}`)
        if (width === 1440) {
          await page.setViewportSize({ width: 2560, height: 1300 })
          await expectNoSidewaysScrolling(page, `${layout} at 2560`)
        }
      }
    }
    await page.setViewportSize(desktop.viewport)
    await page.getByRole('button', { name: account }).click()
    await page.getByRole('menuitem', { name: display }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
}

test('looks stand before any script has run: no flash', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const looks = { theme: 'dark', skin: 'bordered', layout: 'horizontal', 'semi-dark': 'true' }
  await page.context().addCookies(Object.entries(looks).map(([name, value]) => ({ name: `tend-${name}`, value, url })))
  await page.addInitScript(() => localStorage.setItem('locale', 'ar'))
  await page.route('**/assets/*.js', route => route.abort())
  await page.goto('/tasks', { waitUntil: 'domcontentloaded' })
  for (const [name, value] of Object.entries(looks)) await expect(html(page)).toHaveAttribute(`data-${name}`, value)
  await expect(html(page)).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(12, 10, 9)')
  await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#0c0a09')
})

test('another version is asked about at once and every 5 minutes, and nothing that was typed is lost', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tend_version') ?? '')).toMatch(/^\d+\.\d+\.\d+$/)
  let asked = 0
  await page.route('**/api/system/version?*', route => {
    asked++
    return route.fulfill({ json: { data: { version: '9.9.9' } } })
  })
  await page.clock.install()
  await page.goto('/locations')
  await page.getByRole('button', { name: 'Add location' }).click()
  await page.getByLabel('Name').fill('The far field')
  const question = page.getByRole('region', { name: 'A new version is available! Want to update?' })
  await expect(question).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await question.getByRole('button', { name: 'Later' }).click()
  await expect(question).toBeHidden()
  // As after a nap of the device: what is due happens once, and no call is under way whose time could be over.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(300_000)
  await question.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => asked).toBe(3)
  expect(await page.evaluate(() => localStorage.getItem('tend_version'))).toBe('9.9.9')
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Add location' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('The far field')
})

test('a waiting service worker takes over before the page is loaded again', async ({ page }) => {
  await page.addInitScript(() => {
    const workers = new EventTarget()
    const waiting = {
      postMessage(message: { type: string }) {
        sessionStorage.setItem('told', message.type)
        workers.dispatchEvent(new Event('controllerchange'))
      },
    }
    const registration = { waiting, update: async () => undefined }
    Object.assign(workers, { getRegistration: async () => registration, register: async () => registration })
    Object.defineProperty(navigator, 'serviceWorker', { value: workers })
    localStorage.tend_version ??= '0.0.1'
  })
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('told'))).toBe('SKIP_WAITING')
  await expect(page.getByRole('button', { name: 'Update' })).toBeHidden()
})

test('a visitor of a public form is not asked about versions', async ({ page }) => {
  let asked = 0
  page.on('request', request => {
    if (request.url().includes('/system/version')) asked++
  })
  await page.goto('/form/1/public/a-token')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked).toBe(0)
})

test('a screen of others sends people to sign in, and people without a company to find one', async ({ signIn }) => {
  const page = await signIn(worker, { at: '/company/tasks' })
  await expect(page).toHaveURL(/\/auth\/login$/)
  const become = (changes: object) =>
    page.evaluate(
      changed => localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.user), ...changed })),
      changes,
    )
  await page.route('**/api/auth/user?*', route => route.abort('internetdisconnected'))
  await become({ hasCompany: false })
  await page.goto('/locations')
  await expect(page).toHaveURL(/\/company\/setup$/)
  await become({ role_id: 1000 })
  await page.goto('/locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeAttached()
  await expect(page).toHaveTitle('Locations · tend')
})

test('a worker reads that a screen is not for their role, finds the way back, and reads the guides at /guides/all', async ({
  signIn,
}) => {
  const page = await signIn('worker@greenfield.example', { ...phone, at: '/guides/create' })
  await expect(page.getByRole('heading', { name: 'Your role cannot open this page' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Today' }).click()
  await expect(page).toHaveURL(/\/tasks$/)
  await page.goto('/guides/all')
  await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeAttached()
  await expect(page.getByRole('link', { name: 'Water in hot weather' })).toBeVisible()
})

test('an administrator who has opened no company is asked for none that is not there', async ({ signIn }) => {
  const page = await signIn('admin@tend.example', { ...desktop, at: '/company/list' })
  const asked: string[] = []
  page.on('request', request => {
    if (/\/company\/0\/|company_id=0\b/.test(request.url())) asked.push(request.url())
  })
  for (const path of [
    ...['/company/tasks', '/company/calendar', '/tasks/calendar', '/locations/tree', '/papers', '/animals/books'],
    ...['/messaging/reports', '/company', '/company/users', '/company/roles', '/company/plans', '/company/shared'],
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'No company is open' }), path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
  }
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Companies' }).click()
  await expect(page).toHaveURL(/\/company\/list$/)
  expect(asked).toEqual([])
})

test('a manager who types the address of a screen of admins is sent to sign in, or reads that it is not for them', async ({
  signIn,
}) => {
  const page = await signIn(manager, desktop)
  const ofAdmins = screens.filter(
    ({ who, address, path }) => who === 'an admin' && !address && path !== '/company/setup',
  )
  expect(ofAdmins.length).toBeGreaterThanOrEqual(4)
  for (const { path } of ofAdmins) await expectNotForRole(page, path)
})

test('new tasks are asked about every 30 seconds', async ({ signIn }) => {
  const page = await signIn(worker)
  await page.clock.install()
  let asked = 0
  await page.route(/\/api\/task\/\d+\/sent\/new\/count/, route => {
    asked++
    return route.fulfill({ json: { data: { count: 100 + asked } } })
  })
  await page.goto('/locations')
  // The half minute begins again with each answer: it has arrived when it is shown.
  const isShown = () => expect(page.getByText(`${100 + asked} new tasks`).first()).toBeAttached()
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  // The clock of the page also goes on by itself, so there is room on both sides.
  for (let round = 0; round < 2; round++) {
    await isShown()
    const before = asked
    await page.clock.fastForward(15_000)
    expect(asked).toBe(before)
    await page.clock.fastForward(15_500)
    // A socket whose answer came late by this clock connects again, which asks too.
    await expect.poll(() => asked).toBeGreaterThan(before)
  }
})

test('what fails is logged in the words of the specification, and calls have 300000 ms', async ({ page }) => {
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout
    AbortSignal.timeout = milliseconds => {
      console.log(`timeout ${milliseconds}`)
      return timeout.call(AbortSignal, 300)
    }
  })
  await page.route('**/locales/hu.start.json', route => route.abort())
  await page.route('**/api/auth/login?*', () => undefined)
  await page.goto('/auth/login')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('hu')
  await expect.poll(() => said.join()).toContain('Failed to load locale hu')
  await expect(html(page)).toHaveAttribute('lang', 'en')

  await page.getByLabel('Email').fill(worker)
  await page.locator('input[name="password"]').fill('any')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => said.join()).toContain('Unknown error')
  expect(said).toContain('timeout 300000')
  await page.unroute('**/api/auth/login?*')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => said.join()).toContain('Network error')
})

test('news come with a quiet sound, top right for 3 seconds, and leave when clicked or dragged', async ({ signIn }) => {
  const boss = await signIn(manager, desktop)
  const page = await signIn(worker, { ...desktop, reducedMotion: 'no-preference' })
  const hears = isHearing(page, userChannel((await me(page)).id))
  await page.reload()
  await hears
  const played: string[] = []
  await page.exposeFunction('heard', (what: string) => played.push(what))
  await page.evaluate(() => {
    HTMLMediaElement.prototype.play = function () {
      const { heard } = window as unknown as { heard: (what: string) => void }
      heard(`${new URL(this.src).pathname} ${this.volume}`)
      return Promise.reject(new DOMException('Not before a click', 'NotAllowedError'))
    }
  })
  const workerId = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id)

  const toast = page.locator('.Toastify__toast')
  await give(boss, 'Oil the gate', workerId)
  await expect(toast).toContainText('Oil the gate')
  await expect.poll(() => played).toEqual(['/notice.wav 0.5'])
  await expect(page.locator('.Toastify__toast-container--top-right')).toBeVisible()
  const timer = toast.locator('.Toastify__progress-bar').first()
  await expect(timer).toHaveCSS('animation-duration', '3s')
  await toast.hover()
  await expect(timer).toHaveCSS('animation-play-state', 'paused')
  await toast.locator('.Toastify__toast-icon').click()
  await expect(toast).toHaveCount(0)

  await give(boss, 'Mend the fence', workerId)
  await toast.hover()
  const box = await toast.boundingBox()
  if (!box) throw new Error('The toast is not on the page')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 20 + box.width, box.y + box.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect(toast).toHaveCount(0, { timeout: 1500 })

  // Whoever wants less motion has as long to read, and to undo.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await give(boss, 'Paint the door', workerId)
  await expect(toast).toContainText('Paint the door')
  await expect(timer).toHaveCSS('animation-duration', '3s')
  await expect(toast).toBeVisible()
  await expect(toast).toHaveCount(0)
})

/** The manager of this page gives somebody a task. */
const give = (page: Page, title: string, userId: number) =>
  page.evaluate(
    async ([title, userId]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('tend_token')}`,
        'Content-Type': 'application/json',
      }
      const body = JSON.stringify({ title, assignees: [{ user_id: userId }] })
      const { ok } = await fetch('/api/task', { method: 'POST', headers, body })
      if (!ok) throw new Error('The task was not given')
    },
    [title, userId] as const,
  )
