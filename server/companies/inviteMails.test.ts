import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { type Mailbox, openMailbox } from '../test/mailbox.ts'
import { company, request, stranger } from '../test/people.ts'
import { tend } from '../test/tend.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const linkIn = (text: string) => text.match(/\/invite\/(\d+)\/([\w.-]+)/)

test('the mail of an invitation comes in its language, and its link leads into the company', async () => {
  const farm = await company({ locale: 'hu' })
  const boss = await farm.manager()
  const { name } = await boss.call(companies.get, { id: farm.id })
  const [hungarian, arabic] = ['anna@mails.example', 'farid@mails.example']
  await boss.call(invites.create, { id: farm.id, email: hungarian, role_id: 3000 })
  await boss.call(invites.create, { id: farm.id, email: arabic, role_id: 3000, language_id: 5 })

  const mail = await mailbox.next(hungarian)
  expect(mail.subject).toBe(`${name} meghívja Önt a tendbe`)
  expect(mail.text).toContain(boss.name)
  expect(mail.html).toContain('lang="hu" dir="ltr"')
  expect((await mailbox.next(arabic)).html).toContain('lang="ar" dir="rtl"')
  const [, id, token] = linkIn(mail.text) ?? []
  expect(linkIn(mail.html)?.[2]).toBe(token)
  const newcomer = await stranger()
  expect(await newcomer.call(companies.join, { id: Number(id), token: token ?? '' })).toMatchObject({ id: farm.id })
})

test('an address is confirmed by the link that it received, not by the one shown to the inviter', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const register = async (invite_token: string) => {
    const person = { name: 'Newcomer', password: 'seven patient mules', invite_token }
    return JSON.parse((await request(auth.register, person, null, { from: '10.9.1.1' })).body).data.user
  }
  const [read, handed] = ['reads@mails.example', 'handed@mails.example']
  await boss.call(invites.create, { id: farm.id, email: read, role_id: 3000 })
  const { path } = await boss.call(invites.create, { id: farm.id, email: handed, role_id: 3000 })

  const mailed = linkIn((await mailbox.next(read)).text)?.[2] ?? ''
  const confirmed = { company_id: farm.id, email_confirmed_at: expect.any(String) }
  expect(await register(mailed)).toMatchObject({ email: read, ...confirmed })
  const shown = path?.split('/').at(-1) ?? ''
  expect(await register(shown)).toMatchObject({ email: handed, company_id: farm.id, email_confirmed_at: null })
  expect((await mailbox.next(handed, 2)).subject).toBe('Confirm your email address')
})

test('only the link that an address received says whether it has an account', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const known = await stranger()
  const describe = async (token: string | undefined) =>
    JSON.parse((await request(invites.describe, { id: farm.id, token: token ?? '' }, null)).body).data
  for (const [email, has_account] of [
    [known.email, true],
    ['unknown@mails.example', false],
  ] as const) {
    const { path } = await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
    expect(await describe(linkIn((await mailbox.next(email)).text)?.[2])).toMatchObject({ email, has_account })
    expect(await describe(path?.split('/').at(-1))).toMatchObject({ email, has_account: null })
  }
})

test('sending again mails a new link', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const email = 'again@mails.example'
  const { id: invite_id } = await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
  const first = linkIn((await mailbox.next(email)).text)?.[2]
  await boss.call(invites.resend, { id: farm.id, invite_id })
  const second = linkIn((await mailbox.next(email, 2)).text)?.[2]

  expect(second).not.toBe(first)
})

test('a mail that cannot be delivered shows on the invitation, and one sent again makes it good', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { mailer } = (await tend()).services
  const { send } = mailer
  const refused = Object.assign(new Error('refused'), { responseCode: 550, response: '550 5.1.1 no such user here' })
  mailer.send = async mail => {
    if (mail.to === 'gone@mails.example') throw refused
    return send(mail)
  }
  const invite = await boss.call(invites.create, { id: farm.id, email: 'gone@mails.example', role_id: 3000 })
  const shown = async () => (await boss.call(invites.list, { id: farm.id })).data[0]

  await expect.poll(async () => (await shown())?.state).toBe('delivery_failed')
  expect(await shown()).toMatchObject({ delivery_error: '550 5.1.1 no such user here', path: invite.path })
  expect(await boss.heard('invites.changed')).toContainEqual({ company_id: farm.id })
  mailer.send = send
  expect(await boss.call(invites.resend, { id: farm.id, invite_id: invite.id })).toMatchObject({ state: 'pending' })
  expect(linkIn((await mailbox.next('gone@mails.example')).text)).not.toBeNull()
  expect(await shown()).toMatchObject({ state: 'pending', delivery_error: null })
})
