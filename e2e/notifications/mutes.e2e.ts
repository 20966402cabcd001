/** What a person wants to hear nothing of for a while, and when they want to be left in peace. */
import { call, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

test('a thing and a person are muted at the bell, and heard again from the settings; quiet hours are own or none', async ({
  signIn,
}, { retry }) => {
  const boss = await signIn('manager@greenfield.example', { ...desktop, at: noScreen })
  const hand = await signIn('worker@greenfield.example', { ...phone, at: noScreen })
  const tom = await me(hand)
  const { name } = await call(boss, 'GET', '/auth/user')
  const title = `Oil the gate ${retry}`
  await call(boss, 'POST', '/task', { title, assignees: [{ user_id: tom.id }] })

  await hand.goto('/notifications')
  const group = hand.getByRole('listitem').filter({ has: hand.getByRole('button', { name: 'Mute' }), hasText: title })
  await group.getByRole('button', { name: 'Mute' }).click()
  await hand.getByRole('menuitem', { name: 'For a day' }).first().click()
  await expect(hand.getByText('Muted. You can undo this')).toBeVisible()
  await group.getByRole('button', { name: 'Mute' }).click()
  await hand.getByRole('menuitem', { name: 'For ever' }).last().click()

  await hand.getByRole('button', { name: 'Notification settings' }).click()
  const sheet = hand.getByRole('dialog', { name: 'Notification settings' })
  const again = (what: string) => sheet.getByRole('button', { name: `Unmute: ${what}` })
  await expect(again(name)).toBeVisible()
  await sheet.getByRole('radio', { name: 'My own hours' }).check()
  await expect(sheet.getByLabel('From', { exact: true })).toHaveValue('20:00')
  await expectAccessible(hand)
  for (const what of [title, name]) {
    await again(what).click()
    await expect(again(what)).toBeHidden()
  }
  await sheet.getByRole('radio', { name: 'Same as the company: none' }).check()
  await expect
    .poll(() => call(hand, 'GET', '/notification/preferences'))
    .toMatchObject({
      ...{ quiet_from: null, is_never_quiet: false, muted: [] },
    })
})
