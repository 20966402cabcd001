/** The plan of a farm by days: looked at by who does it and who plans it, moved by the keyboard, and taken back. */
import { call, me } from '../apiCalls.ts'
import { dayIn } from '../days.ts'
import { desktop, expect, expectAccessible, hasCopies, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

test('a manager moves one occurrence of a series by the keyboard alone, and takes it back', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await me(boss)
  const day = `${new Date().getFullYear() + 1}-03-10`
  await call(boss, 'POST', '/task', {
    ...{ title: 'Hoof bath', recurrence: 'FREQ=WEEKLY', starts_at: `${day}T07:00`, timezone: 'Europe/London' },
    assignees: [{ user_id: id }],
  })
  await boss.goto(`/company/calendar?date=${day}&view=month`)
  const bath = boss.locator('[class*="fc"]').getByText('Hoof bath')
  await expect(bath.first()).toBeVisible()
  await expectAccessible(boss)
  await boss.screenshot({ path: 'test-results/calendar-month.png', fullPage: true })
  await boss.goto(`/company/calendar?date=${day}&view=day`)
  await expect(boss.getByText('07:00').first()).toBeVisible()
  await boss.getByText('Hoof bath').first().locator('xpath=ancestor-or-self::*[@tabindex="0"][1]').focus()
  await boss.keyboard.press('Enter')
  const sheet = boss.getByRole('dialog')
  const time = sheet.getByLabel(/Time|time/).first()
  await time.focus()
  await time.fill('10:00')
  await sheet.getByRole('button', { name: 'Move' }).focus()
  await boss.keyboard.press('Enter')
  await expect(boss.getByText('Moved: Hoof bath')).toBeVisible()
  await expect(boss.getByText('10:00').filter({ visible: true }).first()).toBeVisible()
  await boss.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(boss.locator('[class*="time"]').getByText('07:00').first()).toBeVisible()
})

test('a task is dragged to the next day, and taken back', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await me(boss)
  const [day, next] = [`${new Date().getFullYear() + 2}-06-10`, `${new Date().getFullYear() + 2}-06-11`]
  const title = `Shear the rams ${Date.now()}`
  await call(boss, 'POST', '/task', {
    ...{ title, starts_at: `${day}T07:00`, timezone: 'Europe/London', assignees: [{ user_id: id }] },
  })
  await boss.goto(`/company/calendar?date=${day}&view=month`)
  const onDay = (date: string) => boss.locator(`[data-date="${date}"]`).filter({ hasText: title })
  await expect(onDay(day)).toBeVisible()
  await boss.getByText(title).dragTo(boss.locator(`[data-date="${next}"]`).first())
  await expect(onDay(next)).toBeVisible()
  await boss.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(onDay(day)).toBeVisible()
})

test('on a phone the own calendar is a list, in Arabic from the right', async ({ signIn }) => {
  const hand = await signIn(worker, { ...phone, at: '/tasks/calendar' })
  await expect(hand.getByRole('heading', { name: 'My calendar' })).toBeVisible()
  await expectAccessible(hand)
  await hand.evaluate(() => localStorage.setItem('language', 'ar'))
  await hand.evaluate(() => localStorage.setItem('locale', 'ar'))
  await hand.goto('/tasks/calendar?view=week')
  await expect(hand.getByRole('heading', { level: 1 })).toBeVisible()
  await hand.screenshot({ path: 'test-results/calendar-phone.png', fullPage: true })
})

test('a calendar opens at today: what comes, as a week at the desk, with what is done folded', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const { id } = await me(boss)
  const today = dayIn(0)
  const [done, open] = [`Sweep the yard ${Date.now()}`, `Check the gates ${Date.now()}`]
  for (const title of [done, open])
    await call(boss, 'POST', '/task', {
      ...{ title, starts_at: `${today}T00:00`, timezone: 'Europe/London', assignees: [{ user_id: id }] },
    })
  const sent = await call<{ id: number; title: string }[]>(boss, 'GET', '/task/sent?per_page=100&state=open')
  await call(boss, 'POST', `/task/sent/${sent.find(task => task.title === done)?.id}/complete`)

  await boss.goto('/tasks/calendar')
  await expect(boss.getByText('Week', { exact: true }).first()).toBeVisible()
  const entry = boss.locator(`[data-date="${today}"]`).getByTitle(open)
  await expect(entry).toBeVisible()
  // Two lines: the task, then when and where.
  await expect(entry.locator('> *')).toHaveCount(2)
  await expect(boss.getByTitle(done)).toHaveCount(0)
  await expectAccessible(boss)
  await boss
    .locator(`[data-date="${today}"]`)
    .getByText(/^\d+ done$/)
    .click()
  await expect(boss.getByTitle(done)).toBeVisible()

  await boss.setViewportSize({ width: 390, height: 844 })
  await boss.goto('/tasks/calendar')
  await expect(boss.getByText(open)).toBeVisible()
  const days = await boss.locator('[data-date]').evaluateAll(all => all.map(one => one.getAttribute('data-date') ?? ''))
  expect(days.length).toBeGreaterThan(0)
  expect(days.filter(day => day < today)).toEqual([])
})

test('the work sheet of a day is printed from the company’s calendar', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: '/company/calendar?view=day' })
  const downloads = boss.waitForEvent('download')
  await boss.getByRole('button', { name: 'Print work sheet' }).click()
  expect((await downloads).suggestedFilename()).toMatch(/^Work sheet \d{4}-\d\d-\d\d\.pdf$/)
})

test('on a phone the filters of the calendar stand in one sheet, and chips say what it is narrowed to', async ({
  signIn,
}) => {
  const page = await signIn('manager@greenfield.example', { ...phone, at: '/company/calendar' })
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByLabel('Kind', { exact: true }).first().click()
  await page.getByRole('option', { name: 'Corrective' }).click()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Show the list' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/kind=corrective/)
  await page.getByRole('button', { name: 'Remove filter: Corrective' }).click()
  await expect(page).not.toHaveURL(/kind=/)
})

test.describe('without signal', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the days to come are on the phone, although nobody looked at them there, with their age', async ({
    signIn,
  }) => {
    const boss = await signIn(manager, { ...desktop, serviceWorkers: 'block', at: noScreen })
    const hand = await signIn(worker, phone)
    const { id } = await me(hand)
    const title = `Wash the parlour ${Date.now()}`
    const soon = dayIn(10)
    await call(boss, 'POST', '/task', {
      ...{ title, starts_at: `${soon}T07:00`, timezone: 'Europe/London' },
      ...{ recurrence: 'FREQ=DAILY;COUNT=1', assignees: [{ user_id: id }] },
    })
    const months = new Set<string>()
    hand.on('response', response => {
      if (/\/api\/task\/calendar\?/.test(response.url())) months.add(new URL(response.url()).search)
    })
    await hand.reload()
    await hasCopies(hand)
    expect(months.size).toBe(2)
    await hand.context().setOffline(true)
    await hand.goto(`/tasks/calendar?date=${soon}`)
    await expect(hand.getByText(title).first()).toBeVisible()
    await expect(hand.getByText(/as of/i).first()).toBeVisible()
  })
})
