/** What people change about themselves is noted too: what it is about, and not what it says. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { recently } from '../test/accounts.ts'
import { company } from '../test/people.ts'

test('the log names the settings that somebody changed, and only those that are another now', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await recently(await farm.worker())]
  await hand.call(auth.updateUser, { name: 'Anna', time_zone: 'Europe/Budapest', notifications: { plan_ends: false } })
  await hand.call(auth.updateUser, { name: 'Anna', week_start: 6 })
  await hand.call(auth.updateUser, { name: 'Anna', week_start: 6 })
  const background = 'orange'
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } }).png()
  await hand.call(me.setAvatar, {}, { file: { name: 'me.png', content: await picture.toBuffer() } })
  await hand.call(me.removeAvatar, {})
  await hand.call(auth.changeEmail, { email: 'anna.new@example.test' })

  const { data } = await boss.call(auditLog.list, { subject_id: hand.id })
  expect(data.map(({ action, details }) => [action, details])).toEqual([
    ['account.email_asked', {}],
    ['account.updated', { fields: 'avatar' }],
    ['account.updated', { fields: 'avatar' }],
    ['account.updated', { fields: 'week_starts_on' }],
    ['account.updated', { fields: 'name, time_zone, muted_topics' }],
  ])
  expect(JSON.stringify(data)).not.toContain('anna.new')
})
