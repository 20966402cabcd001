/**
 * A farm's plan: somebody makes a series by the keyboard alone, reads it in plain language, and it comes to whoever it
 * is for.
 */
import type { Locator } from '@playwright/test'
import { call, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'

test('a manager makes a series by the keyboard alone, and sees its next ten dates in plain language', async ({
  signIn,
}) => {
  const boss = await signIn(manager, { ...desktop, at: '/company/tasks/assignments' })
  await boss.getByRole('button', { name: 'New task' }).focus()
  await boss.keyboard.press('Enter')
  const sheet = boss.getByRole('dialog')
  await sheet.getByLabel('What to do').focus()
  await boss.keyboard.type('Wash the milking parlour')
  await sheet.getByRole('combobox', { name: 'Who' }).focus()
  await boss.keyboard.type('Tom')
  await expect(boss.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await boss.keyboard.press('ArrowDown')
  await boss.keyboard.press('Enter')
  await boss.keyboard.press('Escape')
  await sheet.getByRole('combobox', { name: 'Repeats' }).focus()
  await boss.keyboard.press('Enter')
  const weekly = boss.getByRole('option', { name: 'Custom…' })
  await expect(weekly).toBeVisible()
  // However many choices stand before it.
  await expect(async () => {
    await boss.keyboard.press('ArrowDown')
    await expect(weekly).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 })
  }).toPass()
  await boss.keyboard.press('Enter')
  await expect(sheet.getByRole('combobox', { name: 'Repeat every' })).toHaveValue('Weeks')
  await expect(sheet.getByText(/^Every week on \w+, at \d\d:\d\d$/)).toBeVisible()
  await expect(sheet.getByRole('region', { name: 'Next ten dates' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(boss)
  await sheet.getByRole('button', { name: 'Save' }).focus()
  await boss.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await boss.getByRole('link', { name: 'Wash the milking parlour' }).click()
  await expect(boss.getByText(/^Every week on \w+, at/)).toBeVisible()
  await boss.getByRole('button', { name: 'Pause' }).click()
  await expect(boss.getByText('Paused. No new tasks')).toBeVisible()
})

test('a repeated task takes eight taps at most, and its word leads to it', async ({ signIn }) => {
  const boss = await signIn(manager, { ...phone, at: '/company/tasks/assignments' })
  let taps = 0
  const tap = (there: Locator) => {
    taps++
    return there.tap()
  }
  await tap(boss.getByRole('button', { name: 'New task' }))
  const sheet = boss.getByRole('dialog')
  await tap(sheet.getByLabel('What to do'))
  await boss.keyboard.type('Check the water troughs')
  await tap(sheet.getByRole('combobox', { name: 'Who' }))
  await tap(boss.getByRole('option', { name: 'Tom Ashby' }))
  await boss.keyboard.press('Escape')
  await tap(sheet.getByRole('combobox', { name: 'Repeats' }))
  await tap(boss.getByRole('option', { name: 'Every day' }))
  await expect(sheet.getByText('More', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('combobox', { name: 'Priority' })).toBeHidden()
  await expectAccessible(boss)
  await tap(sheet.getByRole('button', { name: 'Save' }))
  await tap(boss.getByRole('alert').getByRole('link', { name: 'See it' }))
  await expect(boss.getByRole('heading', { name: 'Check the water troughs' })).toBeVisible()
  await expect(boss.getByText(/^Every day, at/)).toBeVisible()
  expect(taps).toBeLessThanOrEqual(8)
})

test('the bell says what one was given, and each chooses how to hear of it', async ({ signIn }) => {
  const boss = await signIn(manager, { ...desktop, at: noScreen })
  const hand = await signIn('worker@greenfield.example', { ...phone, at: noScreen })
  const { id } = await me(hand)
  await hand.goto('/notifications')
  await expect(hand.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  // Of this try alone: the one before left its task behind.
  const title = `Sweep the yard ${`${Date.now()}`.slice(-6)}`
  await call(boss, 'POST', '/task', { title, assignees: [{ user_id: id }] })
  const notice = hand.getByRole('link', { name: new RegExp(`gave you a task: .*${title}`) })
  await expect(notice).toBeVisible()
  await expect(hand.getByRole('link', { name: /unread notification/ })).toBeVisible()
  await expectAccessible(hand)
  await hand.screenshot({ path: 'test-results/notices-phone.png', fullPage: true })
  await hand.getByRole('button', { name: 'Notification settings' }).click()
  await expect(hand.getByRole('radio', { name: 'Everything' })).toBeChecked()
  await hand.getByText('Advanced', { exact: true }).click()
  // Overdue work of others reaches managers alone.
  await expect(hand.getByText('A task is overdue')).toHaveCount(0)
  await hand.getByRole('checkbox', { name: 'I get a task: By email' }).check()
  await expectAccessible(hand)
  await hand.keyboard.press('Escape')
  await notice.click()
  await expect(hand.getByRole('heading', { name: title })).toBeVisible()
  await hand.goto('/notifications?unread=true')
  await expect(hand.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(notice).toBeHidden()
})
