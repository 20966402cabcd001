import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { roles } from '#shared/companies/roles.ts'
import { forms } from '#shared/forms/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { users } from '../accounts/table.ts'
import { password } from '../test/accounts.ts'
import { atOnce } from '../test/atOnce.ts'
import { publishedForm } from '../test/forms.ts'
import { openMailbox } from '../test/mailbox.ts'
import { company, type Person, platform, request, stranger } from '../test/people.ts'
import { invites as rows } from './table.ts'

let made = 0
const address = () => `newcomer${++made}@invites.example`

/** The secret at the end of an invitation's link. */
const tokenOf = ({ path }: { path: string | null }) => path?.split('/').at(-1) ?? ''

const describe = async (id: number, token: string) => {
  const answer = await request(invites.describe, { id, token }, null)
  return { status: answer.statusCode, ...JSON.parse(answer.body) }
}

/** Somebody who has the address that was invited. */
async function withAddress(email: string, confirmed = true): Promise<Person> {
  const person = await stranger()
  const emailConfirmedAt = confirmed ? new Date() : null
  await platform(db => db.update(users).set({ email, emailConfirmedAt }).where(eq(users.id, person.id)))
  return { ...person, email }
}

const expire = (id: number) =>
  platform(db =>
    db
      .update(rows)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(rows.id, id)),
  )

test('an invited person sees who invites them, joins once, and finds the starter forms among their tasks', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  const email = address()
  const invite = await boss.call(invites.create, {
    id: farm.id,
    company_id: farm.id,
    email: ` ${email.toUpperCase()}`,
    role_id: 3000,
    forms: [form.id],
  })

  expect(invite).toMatchObject({
    email,
    role_id: 3000,
    forms: [form.id],
    state: 'pending',
    invited_by: { id: boss.id },
  })
  expect(Date.parse(invite.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  const token = tokenOf(invite)
  expect(await describe(farm.id, token)).toMatchObject({
    status: 200,
    data: { email, role_id: 3000, invited_by: boss.name, company: { id: farm.id } },
  })
  const newcomer = await stranger()
  expect(await newcomer.call(companies.join, { id: farm.id, token })).toMatchObject({ id: farm.id })
  expect(await newcomer.call(auth.user, {})).toMatchObject({ company_id: farm.id, role_id: 3000 })
  expect((await newcomer.call(tasks.sent, {})).data).toMatchObject([{ form_id: form.id, title: form.name.en }])
  expect((await newcomer.heard('task.assigned')).length).toBe(1)
  expect(await boss.heard('invites.changed')).toContainEqual({ company_id: farm.id })
  expect((await boss.call(invites.list, { id: farm.id })).data).toMatchObject([{ state: 'accepted', path: null }])

  const second = await stranger()
  expect(await second.refused(companies.join, { id: farm.id, token })).toMatchObject({ status: 410, code: 'link_used' })
  expect(await describe(farm.id, token)).toMatchObject({ status: 410, code: 'link_used' })
  expect(await second.call(auth.user, {})).toMatchObject({ hasCompany: false })
})

test('of people who follow one link at once, one joins', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const token = tokenOf(await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 }))
  const people = await Promise.all([1, 2, 3, 4].map(() => stranger()))
  const answers = await atOnce(people.length, async index =>
    people[index]?.send(companies.join, { id: farm.id, token }).then(({ statusCode }) => statusCode),
  )

  expect(answers.toSorted()).toEqual([200, 410, 410, 410])
  expect((await boss.call(companies.members, { id: farm.id })).meta.total).toBe(2)
})

test('a link that was never good, is foreign, old, revoked or replaced says which', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  const invite = async () => boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 })
  const [old, revoked, resent] = [await invite(), await invite(), await invite()]
  const hand = await stranger()

  for (const token of ['nonsense', '1.', `${old.id}.AAAA`, `${tokenOf(old)}x`, `9${tokenOf(old)}`]) {
    expect(await describe(farm.id, token), token).toMatchObject({ status: 404, code: 'not_found' })
    expect(await hand.refused(companies.join, { id: farm.id, token }), token).toMatchObject({ status: 404 })
  }
  expect(await describe(dairy.id, tokenOf(old))).toMatchObject({ status: 404 })
  expect(await hand.refused(companies.join, { id: dairy.id, token: tokenOf(old) })).toMatchObject({ status: 404 })
  await expire(old.id)
  await boss.call(invites.revoke, { id: farm.id, invite_id: revoked.id })
  await boss.call(invites.revoke, { id: farm.id, invite_id: revoked.id })
  const again = await boss.call(invites.resend, { id: farm.id, invite_id: resent.id })
  const expected = {
    [tokenOf(old)]: 'link_expired',
    [tokenOf(revoked)]: 'link_revoked',
    [tokenOf(resent)]: 'link_replaced',
  }
  for (const [token, code] of Object.entries(expected)) {
    expect(await describe(farm.id, token)).toMatchObject({ status: 410, code })
    expect(await hand.refused(companies.join, { id: farm.id, token })).toMatchObject({ status: 410, code })
  }
  expect(tokenOf(again)).not.toBe(tokenOf(resent))
  expect(await describe(farm.id, tokenOf(again))).toMatchObject({ status: 200 })
  expect(await boss.refused(invites.resend, { id: farm.id, invite_id: revoked.id })).toMatchObject({ status: 410 })
  expect(await boss.call(invites.resend, { id: farm.id, invite_id: old.id })).toMatchObject({ state: 'pending' })
})

test('without the link, somebody joins by an invitation to their own confirmed address', async () => {
  const [farm, dairy] = [await company(), await company()]
  const boss = await farm.manager()
  const invite = await boss.call(invites.create, { id: farm.id, email: address(), role_id: 4000 })
  const unconfirmed = await withAddress(address(), false)
  await boss.call(invites.create, { id: farm.id, email: unconfirmed.email, role_id: 3000 })
  const invited = await withAddress(invite.email)

  expect(await invited.call(invites.mine, {})).toMatchObject([{ company_id: farm.id, role_id: 4000 }])
  expect(await unconfirmed.call(invites.mine, {})).toEqual([])
  expect(await unconfirmed.refused(companies.join, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await invited.refused(companies.join, { id: dairy.id })).toMatchObject({ status: 404 })
  await invited.call(companies.join, { id: farm.id })
  expect(await invited.call(auth.user, {})).toMatchObject({ company_id: farm.id, role_id: 4000 })
  expect(await invited.call(invites.mine, {})).toEqual([])
})

test('joining with another address than the invited one is reported to the inviter alone', async () => {
  const mailbox = await openMailbox()
  try {
    const farm = await company()
    const [boss, other] = [await farm.manager(), await farm.manager()]
    const invite = await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 })
    const newcomer = await stranger()
    await newcomer.call(companies.join, { id: farm.id, token: tokenOf(invite) })

    const mail = await mailbox.next(boss.email)
    expect(mail.subject).toContain(`${newcomer.name} (${newcomer.email}) joined`)
    expect(mail.text).toContain(`You invited ${invite.email} to`)
    const { data } = await boss.call(invites.list, { id: farm.id })
    expect(data).toMatchObject([{ email: invite.email, accepted_by: { id: newcomer.id, name: newcomer.name } }])

    // Who was meant joins without a word; had there been one, it would have come before the next.
    const meant = await withAddress(address())
    const own = await boss.call(invites.create, { id: farm.id, email: meant.email.toUpperCase(), role_id: 3000 })
    await meant.call(companies.join, { id: farm.id, token: tokenOf(own) })
    const third = await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 })
    await (await stranger()).call(companies.join, { id: farm.id, token: tokenOf(third) })
    await mailbox.next(boss.email, 2)
    expect(
      mailbox
        .to(boss.email)
        .map(({ text }) => text)
        .join(),
    ).not.toContain(meant.email)
    expect(mailbox.to(other.email)).toEqual([])
  } finally {
    await mailbox.close()
  }
})

test('somebody who left joins again with the role of the new invitation; who works there keeps theirs', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  const invite = await boss.call(invites.create, { id: farm.id, email: hand.email, role_id: 2000 })
  const other = await boss.call(invites.create, { id: farm.id, email: address(), role_id: 4000 })

  await hand.call(companies.join, { id: farm.id, token: tokenOf(invite) })
  expect(await hand.call(auth.user, {})).toMatchObject({ role_id: 2000 })
  await hand.call(companies.join, { id: farm.id, token: tokenOf(other) })
  expect(await hand.call(auth.user, {})).toMatchObject({ role_id: 2000 })
})

test('nobody is invited twice, as a member, to a role above the inviter, or with a form that is not open', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const email = address()
  await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
  const draft = await boss.call(forms.create, { template_key: 'daily-pen-check' })
  const foreign = await publishedForm(await dairy.manager())
  const invite = (changes: object) =>
    boss.refused(invites.create, { id: farm.id, email: address(), role_id: 3000, ...changes })

  expect(await invite({ email })).toMatchObject({ status: 422, errors: { email: [expect.any(String)] } })
  expect(await invite({ email: hand.email })).toMatchObject({ status: 422, errors: { email: [expect.any(String)] } })
  expect(await invite({ email: 'nobody' })).toMatchObject({ status: 422 })
  for (const role_id of [1000, 2500, 999]) expect(await invite({ role_id })).toMatchObject({ status: 422 })
  for (const id of [draft.id, foreign.id])
    expect(await invite({ forms: [id] })).toMatchObject({ status: 422, errors: { 'forms.0': [expect.any(String)] } })
  expect(await invite({ company_id: dairy.id })).toMatchObject({ status: 422 })
  expect((await boss.call(invites.list, { id: farm.id })).meta.total).toBe(1)
})

test('an expired invitation makes way for a new one to the same address', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const first = await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 })
  await expire(first.id)
  await boss.call(invites.create, { id: farm.id, email: first.email, role_id: 3000 })

  const { data } = await boss.call(invites.list, { id: farm.id, sort: 'created_at' })
  expect(data.map(({ state }) => state)).toEqual(['revoked', 'pending'])
})

test('a person without a confirmed address invites nobody', async () => {
  const farm = await company()
  const boss = await farm.manager()
  await platform(db => db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, boss.id)))

  expect(await boss.refused(invites.create, { id: farm.id, email: address(), role_id: 3000 })).toMatchObject({
    status: 403,
    code: 'email_not_confirmed',
  })
})

test('workers, guests and other companies neither see, make nor touch invitations', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const invite = await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 })
  const ref = { id: farm.id, invite_id: invite.id }
  for (const person of [await farm.worker(), await farm.guest()]) {
    expect(await person.refused(invites.list, { id: farm.id })).toMatchObject({ status: 403 })
    expect(await person.refused(invites.create, { id: farm.id, email: address(), role_id: 3000 })).toMatchObject({
      status: 403,
    })
    expect(await person.refused(invites.revoke, ref)).toMatchObject({ status: 403 })
  }
  const dairy = await company()
  const other = await dairy.manager()
  expect(await other.refused(invites.list, { id: farm.id })).toMatchObject({ status: 404 })
  expect(await other.refused(invites.create, { id: farm.id, email: address(), role_id: 3000 })).toMatchObject({
    status: 404,
  })
  for (const id of [farm.id, dairy.id]) {
    expect(await other.refused(invites.resend, { ...ref, id })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await other.refused(invites.revoke, { ...ref, id })).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('readers of invitations get no link to a role above their own', async () => {
  const farm = await company()
  const [boss, clerk] = [await farm.manager(), await farm.worker()]
  const rules = [{ action: ['read'], subject: 'Invite' }]
  const { id: role_id } = await boss.call(roles.create, { name: 'Clerk', standing: 'below_employee', rules })
  await boss.call(companies.changeRole, { id: farm.id, user_id: clerk.id, role_id })
  for (const invited of [2000, 3000, role_id])
    await boss.call(invites.create, { id: farm.id, email: address(), role_id: invited })
  const pathsFor = async (person: Person) =>
    (await person.call(invites.list, { id: farm.id, sort: 'created_at' })).data.map(({ path }) => path)

  expect(await pathsFor(boss)).toEqual([expect.any(String), expect.any(String), expect.any(String)])
  expect(await pathsFor(clerk)).toEqual([null, null, expect.any(String)])
})

test('the list filters by state and address, with the states of the links', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const [open, old, failed] = [
    await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 }),
    await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 }),
    await boss.call(invites.create, { id: farm.id, email: address(), role_id: 3000 }),
  ]
  const unsent = and(eq(rows.companyId, farm.id), isNull(rows.deliveredAt))
  await expect.poll(() => platform(db => db.select().from(rows).where(unsent))).toEqual([])
  await expire(old.id)
  await platform(db => db.update(rows).set({ deliveryError: '550 no such user' }).where(eq(rows.id, failed.id)))
  const found = async (state: 'pending' | 'expired' | 'delivery_failed' | 'accepted' | 'revoked') =>
    (await boss.call(invites.list, { id: farm.id, state })).data

  expect(await found('pending')).toMatchObject([{ id: open.id }])
  expect(await found('expired')).toMatchObject([{ id: old.id, state: 'expired', path: null }])
  expect(await found('delivery_failed')).toMatchObject([{ id: failed.id, delivery_error: '550 no such user' }])
  expect(await found('accepted')).toEqual([])
  expect(await found('revoked')).toEqual([])
  expect((await boss.call(invites.list, { id: farm.id, search: open.email })).data).toMatchObject([{ id: open.id }])
})

test('a whole team registers by its invitations from one place: none of them is a failed try', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const from = '203.0.113.77'
  for (let one = 0; one < 8; one++) {
    const email = address()
    const invite = await boss.call(invites.create, { id: farm.id, email, role_id: 3000 })
    const person = { name: `Hand ${one}`, password, invite_token: tokenOf(invite) }
    const answer = await request(auth.register, person, null, { from })
    expect([answer.statusCode, JSON.parse(answer.body).data?.user?.company_id]).toEqual([201, farm.id])
  }
  // What opens nothing is a try, and a sixth is not heard.
  const nonsense = { name: 'X', password, invite_token: `${farm.id}.nonsense` }
  const tried = []
  for (let one = 0; one < 6; one++) tried.push((await request(auth.register, nonsense, null, { from })).statusCode)
  expect(tried).toEqual([404, 404, 404, 404, 404, 429])
})
