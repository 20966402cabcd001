/** What people say to each other arrives, in order, once, and with nobody else. */
import { expect, test } from 'vitest'
import { userChannel } from '#shared/lib/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { conversationChannel, type Message } from '#shared/messaging/shapes.ts'
import { atOnce } from '../test/atOnce.ts'
import { nothingFollows } from '../test/nothingFollows.ts'
import { admin, company, type Person } from '../test/people.ts'
import { listener } from '../test/sockets.ts'

const farm = async () => {
  const made = await company()
  const [anna, bela, cili] = [await made.worker(), await made.worker(), await made.manager()]
  return { made, anna, bela, cili }
}
const privately = async (one: Person, other: Person) =>
  (await one.call(messaging.create, { type: 'private', user_ids: [other.id] })).id
const textsOf = (messages: Message[]) => messages.map(({ message_text }) => message_text)

test('two people write to each other, and both read the same', async () => {
  const { anna, bela } = await farm()
  const id = await privately(anna, bela)
  await anna.call(messaging.post, { id, message_text: '  Is the vet here?  ' })
  const said = await bela.call(messaging.post, { id, message_text: 'In ten minutes' }, { lang: 'de' })
  // The writer's language is stored with the message, for a later translation.
  expect(said.locale).toBe('de')
  const [hers, his] = [await anna.call(messaging.messages, { id }), await bela.call(messaging.messages, { id })]
  expect(textsOf(hers)).toEqual(['Is the vet here?', 'In ten minutes'])
  expect(his).toEqual(hers)
  expect(hers.map(({ locale }) => locale)).toEqual(['en', 'de'])
  expect(hers[0]?.sender).toMatchObject({ id: anna.id, name: anna.name })
  expect(await bela.call(messaging.list, {})).toMatchObject({
    data: [{ id, unread_count: 1, latest_message: { message_text: 'In ten minutes' }, member_count: 2 }],
    meta: { total: 1 },
  })
  expect(await bela.call(messaging.list, { search: anna.name })).toMatchObject({ data: [{ id }], meta: { total: 1 } })
  expect(await bela.call(messaging.list, { search: 'Nobody' })).toMatchObject({ data: [], meta: { total: 0 } })
})

test('a second private conversation of two people is the first one, begun by either', async () => {
  const { anna, bela, cili } = await farm()
  const id = await privately(anna, bela)
  expect(await privately(bela, anna)).toBe(id)
  expect(await privately(anna, cili)).not.toBe(id)
  const both = { type: 'private' as const, user_ids: [bela.id, cili.id] }
  expect(await anna.refused(messaging.create, both)).toMatchObject({ status: 409, code: 'private_takes_two' })
  const pair = await atOnce(6, index => privately(index % 2 ? bela : cili, index % 2 ? cili : bela))
  expect(new Set(pair).size).toBe(1)
})

test('a group needs a title and somebody in it, and names both where both are missing', async () => {
  const { anna, bela } = await farm()
  const group = (draft: object) => anna.refused(messaging.create, { type: 'group', user_ids: [bela.id], ...draft })
  expect(await group({})).toMatchObject({
    status: 422,
    errors: { title: ['Title is required for group conversations'] },
  })
  expect(await group({ user_ids: [] })).toMatchObject({
    status: 422,
    errors: {
      title: ['Title is required for group conversations'],
      user_ids: ['At least one user must be selected'],
    },
  })
  expect(await group({ title: 'x'.repeat(256) })).toMatchObject({ status: 422 })
  for (const title of ['B', 'x'.repeat(255)])
    expect(await anna.call(messaging.create, { type: 'group', title, user_ids: [bela.id] })).toMatchObject({ title })
  expect(await group({ title: 'Barn 2', user_ids: [] })).toMatchObject({
    status: 422,
    errors: { user_ids: ['At least one user must be selected'] },
  })
})

test('outsiders, managers and admins neither read, write nor learn of a conversation', async () => {
  const { made, anna, bela, cili } = await farm()
  const other = await (await company()).manager()
  const [guest, root] = [await made.guest(), await admin()]
  const id = await privately(anna, bela)
  const said = await anna.call(messaging.post, { id, message_text: 'Between us' })
  for (const outsider of [cili, other, root]) {
    for (const call of [messaging.get, messaging.messages, messaging.read, messaging.pinned, messaging.files])
      expect(await outsider.refused(call, { id })).toMatchObject({ status: 404 })
    expect(await outsider.refused(messaging.post, { id, message_text: 'Hello' })).toMatchObject({ status: 404 })
    expect(await outsider.refused(messaging.search, { id, q: 'Between' })).toMatchObject({ status: 404 })
    for (const call of [messaging.versions, messaging.reads, messaging.readMessage, messaging.removeMessage])
      expect(await outsider.refused(call, { id: said.id })).toMatchObject({ status: 404 })
    // Of the support line, which admins share, others of this run may have begun some.
    const listed = (await outsider.call(messaging.list, {})).data
    expect(listed.filter(({ type }) => type !== 'support')).toEqual([])
    const told = [
      await outsider.call(messaging.searchAll, { q: 'Between' }),
      await outsider.heard('message.sent'),
      await outsider.heard('NewMessageNotification'),
    ].flat()
    const isOfIt = (news: unknown) => new RegExp(`Between us|"conversation_id":${id}\\b`).test(JSON.stringify(news))
    expect(outsider === root ? told.filter(isOfIt) : told).toEqual([])
  }
  expect(await guest.refused(messaging.list, {})).toMatchObject({ status: 403 })
  // Colleagues hear that there is a conversation, and its number alone.
  expect(await cili.heard('conversation.created')).toEqual([{ id }])
  expect(await other.heard('conversation.created')).toEqual([])
  expect(await bela.heard('message.sent')).toMatchObject([{ message_text: 'Between us' }])
})

test('the same uuid is the same message for ever, also after it was changed', async () => {
  const { anna, bela } = await farm()
  const id = await privately(anna, bela)
  const uuid = crypto.randomUUID()
  const many = await atOnce(10, () => anna.call(messaging.post, { id, message_text: 'Once', uuid }))
  expect(new Set(many.map(message => message.id)).size).toBe(1)
  await anna.call(messaging.edit, { id: many[0]?.id ?? 0, message_text: 'Changed' })
  const again = await anna.call(messaging.post, { id, message_text: 'Once', uuid })
  expect(again).toMatchObject({ id: many[0]?.id, message_text: 'Changed' })
  // Of somebody else it is another message.
  const his = await bela.call(messaging.post, { id, message_text: 'Mine', uuid })
  expect(his.id).not.toBe(again.id)
  expect(await bela.heard('message.sent')).toHaveLength(2)
})

test('twenty write at once and ten read: all is there, in one order, and nothing twice', async () => {
  const { made, anna } = await farm()
  const [senders, readers] = [
    await Promise.all(Array.from({ length: 20 }, () => made.worker())),
    await Promise.all(Array.from({ length: 10 }, () => made.worker())),
  ]
  const people = [...senders, ...readers].map(person => person.id)
  const { id } = await anna.call(messaging.create, { type: 'group', title: 'All of us', user_ids: people })
  const each = 5
  await Promise.all(
    senders.map(async (sender, who) => {
      for (let at = 0; at < each; at++) await sender.call(messaging.post, { id, message_text: `${who}:${at}` })
    }),
  )
  const expected = senders.length * each
  const all = await everything(anna, id)
  expect(all).toHaveLength(expected)
  expect(new Set(all.map(message => message.message_text)).size).toBe(expected)
  for (let at = 1; at < all.length; at++) {
    expect(all[at]?.id).toBeGreaterThan(all[at - 1]?.id ?? 0)
    expect(Date.parse(all[at]?.created_at ?? '')).toBeGreaterThanOrEqual(Date.parse(all[at - 1]?.created_at ?? ''))
    expect(all[at]?.change_id).toBeGreaterThan(all[at - 1]?.change_id ?? 0)
  }
  for (const [who] of senders.entries()) {
    const own = all.filter(({ message_text }) => message_text.startsWith(`${who}:`))
    expect(own.map(({ message_text }) => Number(message_text.split(':')[1]))).toEqual([...Array(each).keys()])
  }
  for (const reader of readers.slice(0, 3)) {
    const heard = (await reader.heard('message.sent')) as Message[]
    expect(heard.map(message => message.id)).toEqual(all.map(message => message.id))
    expect((await everything(reader, id)).map(message => message.id)).toEqual(all.map(message => message.id))
  }
}, 180_000)

/** All messages of a conversation, page by page from the newest back. */
async function everything(person: Person, id: number): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const page = await person.call(messaging.messages, { id, before: all[0]?.id })
    all.unshift(...page)
    if (page.length < 50) return all
  }
}

test('pages go back and on from any message, and stand around one', async () => {
  const { anna, bela } = await farm()
  const id = await privately(anna, bela)
  const said: Message[] = []
  for (let at = 0; at < 12; at++) said.push(await anna.call(messaging.post, { id, message_text: `Line ${at}` }))
  const ids = (messages: Message[]) => messages.map(message => said.findIndex(one => one.id === message.id))
  const [sixth] = [said[6]?.id ?? 0]
  expect(ids(await bela.call(messaging.messages, { id, limit: 3 }))).toEqual([9, 10, 11])
  expect(ids(await bela.call(messaging.messages, { id, limit: 3, before: sixth }))).toEqual([3, 4, 5])
  expect(ids(await bela.call(messaging.messages, { id, limit: 3, after: sixth }))).toEqual([7, 8, 9])
  expect(ids(await bela.call(messaging.messages, { id, limit: 4, around: sixth }))).toEqual([5, 6, 7, 8])
  expect(ids(await bela.call(messaging.messages, { id, limit: 2, from: '2000-01-01' }))).toEqual([0, 1])
})

test('catching up brings what was written, changed, deleted and read, or says that it cannot', async () => {
  const { anna, bela } = await farm()
  const id = await privately(anna, bela)
  const [one, two, three] = [
    await anna.call(messaging.post, { id, message_text: 'One' }),
    await anna.call(messaging.post, { id, message_text: 'Two' }),
    await bela.call(messaging.post, { id, message_text: 'Three' }),
  ]
  const { change_id } = await anna.call(messaging.get, { id })
  const since = () => anna.call(messaging.messages, { id, changed_after: change_id })
  expect(await since()).toEqual([])
  await anna.call(messaging.edit, { id: one.id, message_text: 'One, mended' })
  await bela.call(messaging.removeMessage, { id: three.id })
  expect(await since()).toMatchObject([
    { id: one.id, message_text: 'One, mended' },
    { id: three.id, message_text: '', deleted_at: expect.any(String) },
  ])
  await bela.call(messaging.read, { id, message_id: two.id })
  const changed = await since()
  expect(changed.map(message => message.id)).toEqual([one.id, two.id, three.id])
  expect(changed[1]?.reads).toMatchObject([{ user_id: bela.id }])
  expect(Math.max(...changed.map(message => message.change_id))).toBe(
    (await anna.call(messaging.get, { id })).change_id,
  )
  const unknown = { id, changed_after: 1_000_000 }
  expect(await anna.refused(messaging.messages, unknown)).toMatchObject({ status: 410, code: 'history_gone' })
})

test('unread counts follow from the pointer everywhere, and never go back', async () => {
  const { anna, bela } = await farm()
  const id = await privately(anna, bela)
  const said: Message[] = []
  for (let at = 0; at < 4; at++) {
    said.push(await anna.call(messaging.post, { id, message_text: `Line ${at}` }))
    await nothingFollows()
  }
  const counts = async () => {
    const [list, one, total, notices] = [
      await bela.call(messaging.list, {}),
      await bela.call(messaging.get, { id }),
      await bela.call(messaging.unreadCount, {}),
      await bela.call(messaging.unreadNotifications, {}),
    ]
    return [list.data[0]?.unread_count, one.unread_count, total.unread_count, notices[0]?.unread_count ?? 0]
  }
  expect(await counts()).toEqual([4, 4, 4, 4])
  expect(await bela.heard('NewMessageNotification')).toMatchObject([1, 2, 3, 4].map(unread_count => ({ unread_count })))
  expect(await bela.call(messaging.readMessage, { id: said[1]?.id ?? 0 })).toMatchObject({ unread_count: 2 })
  expect(await counts()).toEqual([2, 2, 2, 2])
  expect(await bela.call(messaging.readMessage, { id: said[0]?.id ?? 0 })).toMatchObject({ unread_count: 2 })
  await anna.call(messaging.removeMessage, { id: said[2]?.id ?? 0 })
  expect(await counts()).toEqual([1, 1, 1, 1])
  expect(await bela.call(messaging.markNotification, { id: said[3]?.id ?? 0 })).toMatchObject({ unread_count: 0 })
  expect(await counts()).toEqual([0, 0, 0, 0])
  const reads = await anna.call(messaging.messages, { id })
  expect(reads.map(message => message.reads.map(read => read.user_id))).toEqual(Array(4).fill([bela.id]))
  expect(await anna.call(messaging.reads, { id: said[0]?.id ?? 0 })).toMatchObject([{ user_id: bela.id }])
  expect(await anna.heard('conversation-read')).toHaveLength(2)
  expect(await anna.heard('message.read')).toHaveLength(2)
})

test('only the sender changes a message, and its earlier texts stay', async () => {
  const { anna, bela, cili } = await farm()
  const { id } = await anna.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [bela.id, cili.id] })
  const said = await anna.call(messaging.post, { id, message_text: 'Gate opne' })
  expect(await bela.refused(messaging.edit, { id: said.id, message_text: 'No' })).toMatchObject({ status: 403 })
  const mended = await anna.call(messaging.edit, { id: said.id, message_text: 'Gate open' })
  expect(mended).toMatchObject({ message_text: 'Gate open', edited_at: expect.any(String) })
  expect(await bela.call(messaging.versions, { id: said.id })).toMatchObject([{ message_text: 'Gate opne' }])
  expect(await bela.refused(messaging.removeMessage, { id: said.id })).toMatchObject({ status: 403 })
  // A manager who is in it deletes: a tombstone stays, and no word of what it said.
  expect(await cili.call(messaging.removeMessage, { id: said.id })).toBeNull()
  expect((await cili.call(messaging.messages, { id })).find(one => one.id === said.id)?.message_text).toBe('')
  expect(await bela.call(messaging.versions, { id: said.id })).toEqual([])
  expect(await anna.refused(messaging.edit, { id: said.id, message_text: 'Again' })).toMatchObject({ status: 410 })
  expect(await bela.heard('message.updated')).toHaveLength(1)
  expect(await bela.heard('message.deleted')).toHaveLength(1)
})

test('a newcomer sees what is written from then on; a leaver hears nothing more', async () => {
  const { made, anna, bela, cili } = await farm()
  const dora = await made.worker()
  const { id } = await anna.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [bela.id] })
  await anna.call(messaging.post, { id, message_text: 'Before' })
  await anna.call(messaging.addUser, { id, user_id: dora.id })
  const latest = async () => (await anna.call(messaging.list, {})).data[0]?.latest_message
  expect(await latest()).toMatchObject({ kind: 'joined', sender_id: anna.id, about: { id: dora.id, name: dora.name } })
  await anna.call(messaging.post, { id, message_text: 'After' })
  expect(await latest()).toMatchObject({ kind: 'message', about: null })
  expect(textsOf(await dora.call(messaging.messages, { id })).filter(Boolean)).toEqual(['After'])
  expect(await dora.call(messaging.search, { id, q: 'Before' })).toEqual([])
  expect(await dora.call(messaging.get, { id })).toMatchObject({ unread_count: 1, member_count: 3 })

  expect(await bela.refused(messaging.removeUser, { id, user_id: dora.id })).toMatchObject({ status: 403 })
  await bela.call(messaging.leave, { id })
  await anna.call(messaging.removeUser, { id, user_id: dora.id })
  expect(await latest()).toMatchObject({ kind: 'left', sender_id: anna.id, about: { id: dora.id } })
  await anna.call(messaging.post, { id, message_text: 'Alone' })
  for (const gone of [bela, dora]) {
    expect(await gone.refused(messaging.messages, { id })).toMatchObject({ status: 404 })
    expect(await gone.refused(messaging.post, { id, message_text: 'Let me in' })).toMatchObject({ status: 404 })
    expect((await gone.call(messaging.list, {})).data).toEqual([])
    expect(await gone.heard('user-left-conversation')).toMatchObject([{ user_id: gone.id }])
    expect(JSON.stringify(await gone.heard('NewMessageNotification'))).not.toContain('Alone')
  }
  expect(await anna.heard('user.joined')).toMatchObject([{ user_id: dora.id }])
  expect((await anna.heard('user.left')).length).toBe(2)
  const pair = await privately(anna, cili)
  expect(await anna.refused(messaging.leave, { id: pair })).toMatchObject({ status: 409, code: 'only_groups' })
})

test('quotes, edits and reactions show newcomers nothing from before, by call, search or socket', async () => {
  const { made, anna, bela } = await farm()
  const dora = await made.worker()
  const { id } = await anna.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [bela.id] })
  const before = await anna.call(messaging.post, { id, message_text: 'Secret of the ewes' })
  await anna.call(messaging.addUser, { id, user_id: dora.id })
  const channel = conversationChannel(made.id, id)
  const [hers, his] = [await listener(dora, channel, userChannel(dora.id)), await listener(bela, userChannel(bela.id))]
  const reply = await anna.call(messaging.post, { id, message_text: 'As I wrote', reply_to_id: before.id })
  expect(reply.reply_to).toMatchObject({ message_text: 'Secret of the ewes' })
  await anna.call(messaging.edit, { id: before.id, message_text: 'Secret of the sheep' })
  await bela.call(messaging.react, { id: before.id, emoji: '👍' })
  await anna.call(messaging.pin, { id: reply.id })

  const heardByHer = JSON.stringify(await hers.rest())
  expect(heardByHer).toContain('As I wrote')
  expect(heardByHer).not.toContain('Secret')
  expect(JSON.stringify(await his.rest())).toContain('Secret of the sheep')
  const answers = [
    await dora.call(messaging.messages, { id }),
    await dora.call(messaging.messages, { id, changed_after: 1 }),
    await dora.call(messaging.messages, { id, around: reply.id }),
    await dora.call(messaging.pinned, { id }),
    await dora.call(messaging.search, { id, q: 'wrote' }),
    await dora.call(messaging.searchAll, { q: 'wrote' }),
  ]
  for (const answer of answers) {
    expect(JSON.stringify(answer)).toContain('As I wrote')
    expect(JSON.stringify(answer)).not.toContain('Secret')
  }
  expect(JSON.stringify(await bela.call(messaging.messages, { id }))).toContain('"message_text":"Secret of the sheep"')
})

test('unread messages of a hidden conversation count once something new is written', async () => {
  const { anna, bela } = await farm()
  const id = await privately(anna, bela)
  await anna.call(messaging.post, { id, message_text: 'Unread' })
  const seen = async () => ({
    listed: (await bela.call(messaging.list, {})).data.length,
    count: (await bela.call(messaging.unreadCount, {})).unread_count,
    notices: (await bela.call(messaging.unreadNotifications, {})).length,
  })
  expect(await seen()).toEqual({ listed: 1, count: 1, notices: 1 })
  await bela.call(messaging.remove, { id })
  expect(await seen()).toEqual({ listed: 0, count: 0, notices: 0 })
  await anna.call(messaging.post, { id, message_text: 'Again' })
  expect(await seen()).toMatchObject({ listed: 1, notices: 1 })
})

test('bad input is a clear error, and stores nothing', async () => {
  const { anna, bela } = await farm()
  const id = await privately(anna, bela)
  const bad = (draft: object) => anna.refused(messaging.post, { id, ...draft })
  expect(await bad({ message_text: '   ' })).toMatchObject({
    status: 422,
    errors: { message_text: ['Please fill this in.'] },
  })
  expect(await bad({ message_text: 'x'.repeat(100_000) })).toMatchObject({ status: 422 })
  expect(await bad({ message_text: 'Hi', mentions: Array.from({ length: 1000 }, (_, at) => at + 1) })).toMatchObject({
    status: 422,
  })
  expect(await bad({ message_text: 'Hi', reply_to_id: 2_000_000_000 })).toMatchObject({ status: 422 })
  expect(await bad({ message_text: 'Hi', file_uuids: [crypto.randomUUID()] })).toMatchObject({ status: 422 })
  expect(await bad({ message_text: 'a\u0000b' })).toMatchObject({
    status: 400,
    errors: { message_text: [expect.any(String)] },
  })
  expect(await anna.call(messaging.messages, { id })).toEqual([])
  // Marks of direction are letters like others; mentions of people who are not here are left out.
  const marks = await anna.call(messaging.post, { id, message_text: 'a\u202Eb\u200Fc', mentions: [bela.id, 999_999] })
  expect(marks).toMatchObject({ message_text: 'a\u202Eb\u200Fc', mentions: [bela.id] })
})

test('admins see how realtime is set up and try it, and learn nothing of a conversation by it', async () => {
  const { anna, bela, cili } = await farm()
  const root = await admin()
  const id = await privately(anna, bela)
  expect(await root.call(messaging.debugConfig, {})).toMatchObject({ key: expect.any(String), cluster: 'eu' })
  const tried = await root.call(messaging.testBroadcast, { id })
  expect(tried).toEqual({ channel: expect.stringContaining(`conversation.${id}`), event: 'test-broadcast' })
  expect(await anna.heard('test-broadcast')).toEqual([{ conversation_id: id, at: expect.any(String) }])
  expect(await anna.call(messaging.messages, { id })).toEqual([])
  expect(await root.refused(messaging.testBroadcast, { id: 2_000_000_000 })).toMatchObject({ status: 404 })
  for (const call of [messaging.testBroadcast, messaging.debugConfig])
    expect(await cili.refused(call, { id } as never)).toMatchObject({ status: 403 })
})

test('who is named is worked out again when a message is edited', async () => {
  const { anna, bela, cili } = await farm()
  const { id } = await anna.call(messaging.create, { type: 'group', title: 'Yard', user_ids: [bela.id, cili.id] })
  const said = await anna.call(messaging.post, { id, message_text: `@${bela.name} come`, mentions: [bela.id] })
  const edit = (message_text: string) => anna.call(messaging.edit, { id: said.id, message_text })
  expect(await edit(`@${cili.name}, come`)).toMatchObject({ mentions: [cili.id] })
  expect(await bela.call(messaging.unreadNotifications, {})).toMatchObject([{ id: said.id, is_mention: false }])
  expect(await cili.call(messaging.unreadNotifications, {})).toMatchObject([{ id: said.id, is_mention: true }])
  expect(await edit(`@${bela.name.toUpperCase()} and @${cili.name}`)).toMatchObject({ mentions: [bela.id, cili.id] })
  expect(await edit('Nobody')).toMatchObject({ mentions: [] })
  await cili.call(messaging.removeUser, { id, user_id: cili.id })
  expect(await edit(`@${bela.name} and @${cili.name}`)).toMatchObject({ mentions: [bela.id] })
})
