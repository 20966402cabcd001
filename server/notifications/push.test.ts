/**
 * Up to a push service of our own on this machine: what it is asked, that it is signed, and that only the browser reads
 * it.
 */
import { createPublicKey, verify } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { notices as calls } from '#shared/notifications/contract.ts'
import { createPushSender } from '../lib/push/sender.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { company, type Person, platform } from '../test/people.ts'
import { type Asked, browser, pushService } from '../test/pushService.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import { notify } from './commands.ts'
import { testNotification } from './module.ts'
import { sendHeldPushes } from './push.ts'
import { notices, notificationPreferences, pushSubscriptions } from './table.ts'

async function farmWithBrowser() {
  const service = await pushService()
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const phone = browser()
  expect(await hand.call(calls.push, {})).toMatchObject({ is_on: false })
  expect(await hand.call(calls.subscribe, phone.subscription)).toEqual({ is_on: true })
  expect(await hand.call(calls.push, {})).toMatchObject({ is_on: true })
  return { ...service, farm, boss, hand, phone }
}

/** What was said to the browsers, once everything is delivered. */
async function said({ asked, phone }: { asked: Asked[]; phone: ReturnType<typeof browser> }) {
  await jobsDone()
  return asked.map(({ body }) => phone.read(body).text.replace(/[\u2068\u2069]/g, ''))
}

const subscriptionsOf = ({ subscription }: ReturnType<typeof browser>) =>
  platform(db => db.$count(pushSubscriptions, eq(pushSubscriptions.endpoint, subscription.endpoint)))

test('a closed browser gets one signed sentence in its person’s language, readable to it alone', async () => {
  const { asked, boss, hand, phone } = await farmWithBrowser()
  await hand.call(auth.updateUser, { language_id: 5 })
  const sent = await sendTask(boss, hand, { title: 'Count the ewes', priority: 'urgent' })
  await expect.poll(() => asked.length).toBe(1)
  const [one] = asked
  if (!one) throw new Error('Nothing was asked.')
  expect(one.path).toBe(new URL(phone.subscription.endpoint).pathname)
  expect(one.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
  expect(one.body.toString('latin1')).not.toContain('ewes')
  expect(phone.read(one.body)).toMatchObject({
    ...{ text: `مهمة جديدة من \u2068${boss.name}\u2069: \u2068Count the ewes\u2069`, lang: 'ar', is_urgent: true },
    ...{ href: `/tasks/${sent.id}`, company: expect.stringMatching(/^Farm/), id: expect.any(String) },
  })

  // By the very key that browsers subscribe with, for that push service and for hours only.
  const { public_key } = await hand.call(calls.push, {})
  const [, token = '', known] = /^vapid t=(\S+), k=(\S+)$/.exec(String(one.headers.authorization)) ?? []
  expect(known).toBe(public_key)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(public_key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as never })
  const by = { key, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), by, Buffer.from(signature, 'base64url'))).toBe(true)
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect({ aud, sub }).toEqual({ aud: 'https://push.example.com', sub: 'mailto:operator@tend.example' })
  expect(exp * 1000 - Date.now()).toBeLessThan(24 * 3600_000)
})

test('unwanted pushes are not sent, quiet hours delay them, and only urgent ones pass', async () => {
  const place = await farmWithBrowser()
  const { boss, hand } = place
  await hand.call(calls.setPreferences, { unpushed: ['task.assigned'] })
  await sendTask(boss, hand, { title: 'Not by push' })
  await hand.call(calls.setPreferences, { unpushed: [], quiet_from: '00:00', quiet_to: '23:59' })
  for (const title of ['One', 'Two']) await sendTask(boss, hand, { title })
  expect(await said(place)).toEqual([])
  await sendTask(boss, hand, { title: 'Fire', priority: 'urgent' })
  expect(await said(place)).toEqual([`${boss.name} gave you a task: Fire`])

  await platform(db => db.update(notices).set({ pushAt: new Date() }).where(eq(notices.userId, hand.id)))
  // Notifications that were read are not sent again.
  const held = await platform(db =>
    db.select({ id: notices.id, said: notices.said }).from(notices).where(eq(notices.userId, hand.id)),
  )
  const read = held.filter(({ said }) => said?.title === 'Not by push' || said?.title === 'Fire').map(({ id }) => id)
  await hand.call(calls.read, { ids: read })
  const { services } = await tend()
  await platform(db => sendHeldPushes.work({}, { db, services }))
  expect((await said(place)).at(-1)).toBe('2 new notifications')
})

test('signing out, being removed and another’s sign-in at the same browser end it', async () => {
  const place = await farmWithBrowser()
  const { farm, boss, hand, phone } = place
  const other = await farm.worker()
  await other.call(calls.subscribe, phone.subscription)
  await sendTask(boss, hand, { title: 'For nobody’s browser' })
  expect(await said(place)).toEqual([])
  await sendTask(boss, other, { title: 'For the other' })
  expect(await said(place)).toEqual([`${boss.name} gave you a task: For the other`])

  await other.call(calls.unsubscribe, {})
  await hand.call(calls.subscribe, phone.subscription)
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  const { services } = await tend()
  await platform(db => notify({ db, services, actor: { companyId: farm.id } }, testNotification, [hand.id], {}))
  expect(await said(place)).toHaveLength(1)

  await hand.call(auth.logout, {})
  expect(await subscriptionsOf(phone)).toBe(0)
})

test('a gone browser is forgotten, a busy one tried again, and an answer never followed', async () => {
  const place = await farmWithBrowser()
  const { status, boss, hand, phone, asked } = place
  for (const now of [302, 500, 413]) {
    status.now = now
    await sendTask(boss, hand, { title: String(now) })
    await jobsDone()
    expect(await subscriptionsOf(phone)).toBe(1)
  }
  expect(asked).toHaveLength(3)
  status.now = 410
  await sendTask(boss, hand)
  await expect.poll(() => subscriptionsOf(phone)).toBe(0)
  // Nobody looks for a browser any more where there is none.
  await sendTask(boss, hand)
  const hasPush = () =>
    platform(db =>
      db
        .select({ on: notificationPreferences.hasPush })
        .from(notificationPreferences)
        .where(eq(notificationPreferences.userId, hand.id)),
    )
  await expect.poll(hasPush).toEqual([{ on: false }])
})

test('only addresses of push services out there are taken and called', async () => {
  const { hand, phone, standIn, settings } = await farmWithBrowser()
  const { keys } = phone.subscription
  const refuse = (person: Person, endpoint: string) => person.refused(calls.subscribe, { endpoint, keys })
  for (const endpoint of [
    ...['http://push.example.com/1', 'https://push.example.com:8443/1', 'https://127.0.0.1/1', 'https://[::1]/1'],
    ...['https://2130706433/1', 'https://localhost/1', 'https://printer.local/1', 'https://db.internal/1'],
    ...['https://me:secret@push.example.com/1', 'https://169.254.169.254/latest', 'ftp://push.example.com/1', 'push'],
  ])
    expect(await refuse(hand, endpoint), endpoint).toMatchObject({
      status: 422,
      errors: { endpoint: expect.anything() },
    })
  for (const wrong of [
    { ...keys, p256dh: keys.auth },
    { ...keys, auth: 'AAAA' },
    { p256dh: '', auth: '' },
  ])
    expect(await hand.refused(calls.subscribe, { ...phone.subscription, keys: wrong })).toMatchObject({ status: 422 })

  // A name that leads to this machine or its network, whenever it does.
  const wary = createPushSender({ ...settings, standIn })
  const target = { ...keys, endpoint: phone.subscription.endpoint }
  await expect(wary.send(target, { content: '{}', isUrgent: false }, new Date())).rejects.toThrow('no push service')
  wary.close()
})

test('a browser subscribes by POST as well, and one that asks often at once has one subscription', async () => {
  const farm = await company()
  const [hand, phone, next] = [await farm.worker(), browser(), browser()]
  const answer = await hand.send(calls.subscribeByPost, phone.subscription)
  expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([201, { data: { is_on: true } }])
  expect(await hand.call(calls.push, {})).toMatchObject({ is_on: true })

  const asked = [phone, next, phone, next].map(({ subscription }) => hand.send(calls.subscribe, subscription))
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect((await subscriptionsOf(phone)) + (await subscriptionsOf(next))).toBe(1)
})
