/**
 * What surrounds talking: the support line, groups and their files, voice, quiet, drafts, what is urgent, what is
 * reported.
 */
import type { Page } from '@playwright/test'
import { userChannel } from '#shared/lib/contract.ts'
import { call, type Me, me } from '../apiCalls.ts'
import { dayIn } from '../days.ts'
import { isHearing } from '../hearing.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const manager = 'manager@greenfield.example'
const worker = 'worker@greenfield.example'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Conversation = { id: number; title: string; users: { id: number }[] }

const said = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const field = (page: Page, name = 'Write a message') => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(said(page, text)).toBeVisible()
}

const groupOf = (boss: Page, title: string, user_ids: number[]) =>
  call<Conversation>(boss, 'POST', '/messaging/conversations', { type: 'group', title, user_ids })

/** A mark that no other try of the same journey has. */
const newMark = () => `${Date.now()}`.slice(-6)

test('the support line is one thread for the manager, and an inbox that admins take over and hand back', async ({
  signIn,
}) => {
  const boss = await signIn(manager, phone)
  const helper = await signIn('admin@tend.example', { ...desktop, at: '/messaging' })
  await button(boss, 'Write to support').click()
  const mark = newMark()
  await say(boss, `The scale shows nothing ${mark}`)
  const row = helper.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: /Greenfield Farm/ })
  await expect(row).toContainText(`The scale shows nothing ${mark}`)
  await row.click()
  await expect(said(helper, `The scale shows nothing ${mark}`)).toBeVisible()
  const back = button(helper, 'Give back to everybody')
  // A try before this one may have ended while it was taken over.
  await expect(button(helper, 'Take over').or(back)).toBeVisible()
  if (await back.isVisible()) await back.click()
  await button(helper, 'Take over').click()
  await expect(back).toBeVisible()
  await say(helper, `Please start it anew ${mark}`)
  await expect(said(boss, `Please start it anew ${mark}`)).toContainText('Support')
  await back.click()
  await expect(button(helper, 'Take over')).toBeVisible()
  await expectAccessible(helper)
  const thread = boss.url()
  await boss.goto('/tasks')
  await button(boss, 'Write to support').click()
  await expect(boss).toHaveURL(thread)
})

test('a group has a title, a picture and members; its files, words and days are found', async ({ signIn }) => {
  const [boss, hand] = [
    await signIn(manager, { ...desktop, at: noScreen }),
    await signIn(worker, { ...phone, at: noScreen }),
  ]
  const mark = newMark()
  const { id } = await groupOf(boss, `Rota ${mark}`, [(await me(hand)).id])
  const first = await call<{ id: number }>(boss, 'POST', `/messaging/conversations/${id}/messages`, {
    message_text: `Fodder came ${mark}`,
  })
  for (let at = 0; at < 60; at++)
    await call(boss, 'POST', `/messaging/conversations/${id}/messages`, { message_text: `Trough ${at}` })
  for (const page of [boss, hand]) await page.goto(`/messaging?conversation=${id}`)

  await button(boss, 'Details').click()
  const sheet = boss.getByRole('dialog')
  const title = sheet.getByRole('textbox', { name: 'Title' })
  await title.fill(' ')
  await expect(sheet.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await title.fill(`Night rota ${mark}`)
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(hand.getByRole('heading', { name: `Night rota ${mark}` })).toBeVisible()
  const changed = boss.waitForResponse(answer => answer.request().method() === 'PUT' && answer.ok())
  await sheet.locator('input[type="file"]').setInputFiles({ name: 'barn.png', mimeType: 'image/png', buffer: picture })
  await changed
  await sheet.getByRole('button', { name: 'Add people' }).click()
  await sheet.getByRole('button', { name: 'Add: Farid Haddad' }).click()
  await expect(sheet.getByRole('heading', { name: '3 members' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Remove: Farid Haddad' }).click()
  await expect(sheet.getByRole('heading', { name: '2 members' })).toBeVisible()
  await expectAccessible(boss)
  await boss.keyboard.press('Escape')
  await expect(hand.getByText('Farid Haddad left')).toBeVisible()

  await hand
    .locator('input[type="file"]')
    .setInputFiles({ name: `ewe ${mark}.png`, mimeType: 'image/png', buffer: picture })
  await say(hand, `Her eye again ${mark}`)
  await expect(said(boss, `Her eye again ${mark}`).getByRole('img', { name: /ewe/ })).toBeVisible()
  await button(boss, 'Files and pictures').click()
  await expect(sheet.getByRole('img', { name: `ewe ${mark}` })).toBeVisible()
  await boss.keyboard.press('Escape')

  await button(boss, 'Search messages').last().click()
  await sheet.getByRole('textbox', { name: 'In this conversation' }).fill(mark)
  await expect(sheet.getByRole('button', { name: `Fodder came ${mark}` })).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'With files' }).check()
  await expect(sheet.getByRole('button', { name: `Her eye again ${mark}` })).toBeVisible()
  await expect(sheet.getByRole('button', { name: `Fodder came ${mark}` })).toHaveCount(0)
  await sheet.getByRole('checkbox', { name: 'With files' }).uncheck()
  const person = sheet.getByRole('combobox', { name: 'Person' })
  await person.fill('ashby')
  await boss.getByRole('option', { name: 'Tom Ashby' }).click()
  await expect(sheet.getByRole('button', { name: `Fodder came ${mark}` })).toHaveCount(0)
  await sheet.getByLabel('Anybody').click()
  await sheet.getByRole('button', { name: `Fodder came ${mark}` }).click()
  await expect(boss).toHaveURL(new RegExp(`message=${first.id}`))
  await expect(said(boss, `Fodder came ${mark}`)).toBeInViewport()
  await button(boss, 'Jump to the latest').click()
  await expect(said(boss, `Her eye again ${mark}`)).toBeInViewport()

  // A day begins with its first word, however much was said on it.
  await button(boss, 'Details').click()
  const day = sheet.getByRole('textbox', { name: 'Jump to a date' })
  await day.fill(dayIn(0))
  await day.press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(said(boss, `Fodder came ${mark}`)).toBeInViewport()
})

test('drafts are on every device; muted and undisturbed nothing is told aloud; a voice note is heard', async ({
  signIn,
}) => {
  const [boss, hand] = [
    await signIn(manager, { ...desktop, at: noScreen }),
    await signIn(worker, { ...desktop, at: noScreen }),
  ]
  const mark = newMark()
  const { id } = await groupOf(boss, `Talk ${mark}`, [(await me(hand)).id])
  await hand.goto(`/messaging?conversation=${id}`)
  const kept = hand.waitForResponse(answer => answer.url().includes(`/conversations/${id}/own`) && answer.ok())
  await field(hand).fill(`Half a sentence ${mark}`)
  await kept
  const other = await signIn(worker, { ...phone, at: `/messaging?conversation=${id}` })
  await expect(field(other)).toHaveValue(`Half a sentence ${mark}`)
  await other.goto('/messaging')
  await expect(other.getByText(`Draft: Half a sentence ${mark}`)).toBeVisible()

  // No microphone is here: a tone takes its place.
  await other.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext()
      const [tone, out] = [context.createOscillator(), context.createMediaStreamDestination()]
      tone.connect(out)
      tone.start()
      return out.stream
    }
  })
  await other.goto(`/messaging?conversation=${id}`)
  await field(other).fill('')
  await button(other, 'Record voice message').click()
  const stop = other.getByRole('button', { name: /^Stop recording \([1-9]/ })
  await expect(stop).toBeVisible()
  await expect(other.getByRole('progressbar', { name: 'Record voice message' })).toBeVisible()
  await stop.click()
  await button(other, 'Send').click()
  await boss.goto(`/messaging?conversation=${id}`)
  await expect(boss.locator('audio')).toHaveCount(1)
  await expect(boss.getByRole('article').filter({ has: boss.locator('audio') })).toContainText(/0:0[1-9]/)

  const self = await me(hand)
  const toLocations = async () => {
    const hears = isHearing(hand, userChannel(self.id))
    await hand.goto('/locations')
    await hears
    await expect(hand.getByRole('link', { name: 'Barn 1', exact: true })).toBeVisible()
  }
  await button(hand, 'Mute').click()
  await expect(button(hand, 'Unmute')).toBeVisible()
  await toLocations()
  const counts = (page: Page) => expect(page.getByRole('link', { name: /Messages.*new message/ }).first()).toBeVisible()
  const popup = (text: string) => hand.getByRole('link', { name: new RegExp(text) })
  await call(boss, 'POST', `/messaging/conversations/${id}/messages`, { message_text: `Quietly ${mark}` })
  await counts(hand)
  await expect(popup(`Quietly ${mark}`)).toHaveCount(0)
  await call(hand, 'PUT', `/messaging/conversations/${id}/own`, { is_muted: false })
  await hand.goto('/messaging')
  await button(hand, 'Message settings').click()
  const undisturbed = hand.getByRole('switch', { name: 'Do not disturb for an hour' })
  await undisturbed.click()
  await expect(undisturbed).toBeChecked()
  await expectAccessible(hand)
  await toLocations()
  await call(boss, 'POST', `/messaging/conversations/${id}/messages`, { message_text: `Undisturbed ${mark}` })
  // What is urgent is told all the same, and so it is certain that the one before was not.
  await call(boss, 'POST', `/messaging/conversations/${id}/messages`, {
    message_text: `Fire in the straw ${mark}`,
    is_urgent: true,
  })
  await expect(popup(`Fire in the straw ${mark}`)).toBeVisible()
  await expect(popup(`Undisturbed ${mark}`)).toHaveCount(0)
  await popup(`Fire in the straw ${mark}`).click()
  await said(hand, `Fire in the straw ${mark}`).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(said(boss, `Fire in the straw ${mark}`)).toContainText('Confirmed by Tom Ashby')
  await call(hand, 'PUT', '/messaging/preferences', { do_not_disturb_until: null })
})

test('on a phone in Arabic: a message is reported and its writer blocked, and the manager sees it', async ({
  signIn,
}) => {
  const boss = await signIn(manager, desktop)
  const hand = await signIn('worker2@greenfield.example', { ...phone, language: 'ar', at: noScreen })
  const bully = await signIn(worker, { ...desktop, complaint: /403|Failed to send message/, at: noScreen })
  const [own, his]: [Me, Me] = [await me(hand), await me(bully)]
  // A try before this one may have ended while he was blocked.
  await call(hand, 'POST', `/messaging/users/${his.id}/block`, { is_on: false })
  const { id } = await call<Conversation>(bully, 'POST', '/messaging/conversations', {
    type: 'private',
    user_ids: [own.id],
  })
  const mark = newMark()
  await call(bully, 'POST', `/messaging/conversations/${id}/messages`, { message_text: `You sheep ${mark}` })
  await hand.goto(`/messaging?conversation=${id}`)
  await said(hand, `You sheep ${mark}`).getByRole('button', { name: 'إجراءات', exact: true }).click()
  await hand.getByRole('menuitem', { name: 'إبلاغ', exact: true }).click()
  await expectAccessible(hand)
  await hand.getByRole('dialog').getByRole('button', { name: 'إبلاغ', exact: true }).click()
  await expect(hand.getByRole('dialog')).toHaveCount(0)
  await button(hand, 'التفاصيل').click()
  await hand.getByRole('dialog').getByRole('button', { name: 'حظر', exact: true }).click()
  await expect(hand.getByRole('dialog').getByRole('button', { name: 'إلغاء الحظر', exact: true })).toBeVisible()

  await bully.goto(`/messaging?conversation=${id}`)
  await field(bully).fill(`And again ${mark}`)
  await field(bully).press('Enter')
  await expect(said(bully, `And again ${mark}`)).toContainText('Failed to send message')
  await said(bully, `And again ${mark}`).getByRole('button', { name: 'Discard', exact: true }).click()

  await boss.goto('/messaging/reports')
  const report = boss
    .getByRole('listitem')
    .filter({ hasText: `You sheep ${mark}` })
    .first()
  await expect(report).toContainText('Farid Haddad')
  await report.getByRole('button', { name: 'Delete for everybody', exact: true }).click()
  await expect(boss.getByText(`You sheep ${mark}`)).toHaveCount(0)
  await expect(said(hand, `You sheep ${mark}`)).toHaveCount(0)
  await call(hand, 'POST', `/messaging/users/${his.id}/block`, { is_on: false })
})

test('a person removed from a group while writing reads no more of it, and keeps their words', async ({ signIn }) => {
  const boss = await signIn(manager, desktop)
  const hand = await signIn(worker, { ...phone, complaint: /404/, at: noScreen })
  const mark = newMark()
  const own = (await me(hand)).id
  const { id, title } = await groupOf(boss, `Shift ${mark}`, [own])
  await call(boss, 'POST', `/messaging/conversations/${id}/messages`, { message_text: `Among us ${mark}` })
  await hand.goto(`/messaging?conversation=${id}`)
  await expect(said(hand, `Among us ${mark}`)).toBeVisible()
  await field(hand).fill(`Half a sentence ${mark}`)
  await call(boss, 'DELETE', `/messaging/conversations/${id}/users`, { user_id: own })
  const left = hand.getByRole('region', { name: 'Your message was not sent' })
  await expect(hand.getByRole('heading', { name: 'You are no longer in this conversation' })).toBeVisible()
  await expect(left).toContainText(`Half a sentence ${mark}`)
  await expect(said(hand, `Among us ${mark}`)).toHaveCount(0)
  await expectAccessible(hand)
  await hand.reload()
  await expect(left).toContainText(`Half a sentence ${mark}`)
  await expect(said(hand, `Among us ${mark}`)).toHaveCount(0)
  await button(hand, 'Back to conversations').click()
  await expect(hand.getByRole('region', { name: 'Conversations' })).toBeVisible()
  await expect(hand.getByRole('button', { name: title })).toHaveCount(0)
})
