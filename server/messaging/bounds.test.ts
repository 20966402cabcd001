/** What conversations ask of the server: of a group of hundreds no more than of one of a few. */
import { expect, test } from 'vitest'
import { roles } from '#shared/lib/roles.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { maxMembers, perMinute } from '#shared/messaging/rules.ts'
import { users } from '../accounts/table.ts'
import { memberships } from '../companies/table.ts'
import { admin, company, platform, stranger } from '../test/people.ts'
import { statementsOf } from '../test/statements.ts'
import { tend } from '../test/tend.ts'
import { maySayInConversation } from './blocks.ts'

test('a group of five hundred is made with the statements of a group of two', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const names = Array.from({ length: maxMembers - 2 }, (_, at) => ({ name: `Hand ${at}`, languageId: 1 }))
  const people = await platform(async db => {
    const made = await db.insert(users).values(names).returning({ id: users.id })
    const places = made.map(({ id }) => ({ companyId: farm.id, userId: id, roleId: roles.employee }))
    await db.insert(memberships).values(places)
    return made.map(({ id }) => id)
  })
  const group = (ids: number[]) => boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: ids })
  await group([hand.id])
  const few = await statementsOf(() => group([hand.id]))
  const many = await statementsOf(async () => {
    expect((await group([hand.id, ...people])).member_count).toBe(maxMembers)
  })
  expect(many).toBe(few)
  const heard = (await hand.heard('conversation.created')) as { member_count?: number; unread_count?: number }[]
  expect(heard.filter(one => one.member_count !== undefined).at(-1)).toMatchObject({
    ...{ member_count: maxMembers, unread_count: 0, is_muted: false },
  })
})

test('editing messages, whose earlier texts are kept, counts like writing them', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'private', user_ids: [hand.id] })
  const message = await boss.call(messaging.post, { id, message_text: 'Gate' })
  const { limits } = (await tend()).services
  for (let time = 1; time < 300; time++) await limits.spend(perMinute, String(boss.id))
  expect(await boss.refused(messaging.edit, { id: message.id, message_text: 'Door' })).toMatchObject({ status: 429 })
})

test('the support line goes to the people who answer it alone', async () => {
  const farm = await company()
  const [boss, helper, other] = [await farm.manager(), await admin(), await admin()]
  const { id } = await boss.call(messaging.create, { type: 'support' })
  for (const user_id of [boss.id, (await stranger()).id, 2_000_000_000])
    expect(await helper.refused(messaging.take, { id, user_id })).toMatchObject({
      status: 422,
      errors: { user_id: expect.anything() },
    })
  expect(await helper.call(messaging.take, { id, user_id: other.id })).toMatchObject({ assigned_to: other.id })
})

test('signs of typing that come at once take one connection for each person and conversation', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(messaging.create, { type: 'private', user_ids: [hand.id] })
  const { services } = await tend()
  const channel = `private-company.${farm.id}.conversation.${id}`
  const typing = (times: number) => async () => {
    const said = await Promise.all(
      Array.from({ length: times }, () => maySayInConversation(services, channel, hand.id)),
    )
    expect(new Set(said)).toEqual(new Set([true]))
  }
  const once = await statementsOf(typing(1))
  expect(await statementsOf(typing(50))).toBeLessThan(once + 10)
  await boss.call(messaging.block, { id: hand.id, is_on: true })
  expect(await maySayInConversation(services, channel, hand.id)).toBe(false)
})
