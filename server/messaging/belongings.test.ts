/** What goes with messages: files, cards, urgent ones, searching, reports, the support line. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { roles } from '#shared/companies/roles.ts'
import { files as fileCalls } from '#shared/files/contract.ts'
import { largestFile } from '#shared/lib/fileKinds.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { filesPage } from '#shared/messaging/rules.ts'
import { type Attachment, conversationChannel } from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { fetchFile } from '../test/files.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { listener } from '../test/sockets.ts'
import { complete, photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { forgetMessages } from './jobs.ts'
import { messages } from './table.ts'
import { repeatUrgent } from './urgent.ts'

const farm = async () => {
  const made = await company()
  const [anna, bela, boss] = [await made.worker(), await made.worker(), await made.manager()]
  const { id } = await anna.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [bela.id] })
  return { made, anna, bela, boss, id }
}
const fileOf = (attachment: Attachment | undefined) => {
  if (!attachment || !('path' in attachment)) throw new Error('There is no file')
  return attachment
}

test('pictures have previews and documents their kind, for people of the conversation alone', async () => {
  const { anna, bela, boss, id } = await farm()
  const said = await anna.call(
    messaging.post,
    { id, message_text: '' },
    {
      files: [
        { name: 'ewe.jpg', content: await photo() },
        { name: 'list.csv', content: Buffer.from('a,b\n1,2') },
      ],
    },
  )
  expect(said.attachments).toMatchObject([
    { type: 'image', preview_path: expect.any(String), placeholder: expect.stringMatching(/^data:image\/webp/) },
    { type: 'document', name: 'list.csv', content_type: 'text/csv', size: 7, preview_path: null },
  ])
  const picture = fileOf(said.attachments[0])
  for (const path of [picture.path, picture.preview_path ?? '', fileOf(said.attachments[1]).path]) {
    expect((await fetchFile(path, bela)).statusCode).toBe(200)
    expect((await fetchFile(path, boss)).statusCode).toBe(404)
    expect((await fetchFile(path, null)).statusCode).toBe(401)
  }
  expect(await bela.call(messaging.files, { id })).toMatchObject([{ id: said.id }])
  await bela.call(messaging.leave, { id })
  expect((await fetchFile(picture.path, bela)).statusCode).toBe(404)
  await anna.call(messaging.removeMessage, { id: said.id })
  expect((await fetchFile(picture.path, anna)).statusCode).toBe(404)
})

test('all pictures of a conversation are found behind its documents, page by page', async () => {
  const { anna, bela, id } = await farm()
  const sent = async (person: Person, name: string, content: Buffer) =>
    (await person.call(messaging.post, { id, message_text: '' }, { files: [{ name, content }] })).id
  const pictures = [await sent(anna, 'ewe.jpg', await photo())]
  const documents: number[] = []
  for (let at = 0; at <= filesPage; at++)
    documents.unshift(await sent(at % 2 ? anna : bela, `list ${at}.csv`, Buffer.from(`a,b\n1,${at}`)))
  const listed = async (input: object) =>
    (await anna.call(messaging.files, { id, ...input })).map(message => message.id)
  expect(await listed({ kind: 'image' })).toEqual(pictures)
  expect(await listed({ kind: 'document' })).toEqual(documents.slice(0, filesPage))
  const before = documents.at(filesPage - 1)
  expect(await listed({ kind: 'document', before })).toEqual(documents.slice(filesPage))
  expect(await listed({ before })).toEqual([...documents.slice(filesPage), ...pictures])
})

test('a day of messages follows the searcher’s clock', async () => {
  const { anna, bela, id } = await farm()
  await platform(db => db.update(users).set({ timeZone: 'Pacific/Auckland' }).where(eq(users.id, anna.id)))
  const said = await anna.call(messaging.post, { id, message_text: 'Lambs' })
  await platform(db =>
    db
      .update(messages)
      .set({ createdAt: new Date('2026-03-10T12:00Z') })
      .where(eq(messages.id, said.id)),
  )
  const later = await anna.call(messaging.post, { id, message_text: 'Ewes' })
  const found = async (person: Person, day: string) =>
    (await person.call(messaging.search, { id, q: 'Lambs', from: day, to: day })).length
  // Noon in London is an hour of the next day there.
  expect([await found(anna, '2026-03-10'), await found(anna, '2026-03-11')]).toEqual([0, 1])
  expect([await found(bela, '2026-03-10'), await found(bela, '2026-03-11')]).toEqual([1, 0])
  const since = async (person: Person) =>
    (await person.call(messaging.messages, { id, from: '2026-03-11' })).map(message => message.id)
  expect(await since(anna)).toEqual([said.id, later.id])
  expect(await since(bela)).toEqual([later.id])
})

test('a message takes ten files of 10 MB and no more; their kinds are told by bytes', async () => {
  const { anna, id } = await farm()
  const text = (size: number) => ({ name: 'a.txt', content: Buffer.alloc(size, 'a') })
  const send = (files: { name: string; content: Buffer }[]) => ({ files })
  const ten = await anna.call(messaging.post, { id, message_text: '' }, send(Array.from({ length: 10 }, () => text(9))))
  expect(ten.attachments).toHaveLength(10)
  const eleven = send(Array.from({ length: 11 }, () => text(9)))
  expect(await anna.refused(messaging.post, { id, message_text: '' }, eleven)).toMatchObject({ status: 422 })
  expect(
    (await anna.call(messaging.post, { id, message_text: '' }, send([text(largestFile)]))).attachments,
  ).toHaveLength(1)
  expect(await anna.refused(messaging.post, { id, message_text: '' }, send([text(largestFile + 1)]))).toMatchObject({
    status: 413,
    message: 'File size exceeds 10MB limit',
  })
  const program = { name: 'ewe.jpg', content: Buffer.from('4d5a900003000000', 'hex') }
  expect(await anna.refused(messaging.post, { id, message_text: '' }, send([program]))).toMatchObject({
    status: 415,
    message: 'Invalid file type',
  })
})

test('a file that was sent before goes with one message, and not with that of somebody else', async () => {
  const { anna, bela, id } = await farm()
  const { uuid } = await anna.call(fileCalls.create, {}, { file: { name: 'a.txt', content: Buffer.from('hay') } })
  expect(await bela.refused(messaging.post, { id, file_uuids: [uuid] })).toMatchObject({ status: 422 })
  const said = await anna.call(messaging.post, { id, file_uuids: [uuid] })
  expect(await anna.refused(messaging.post, { id, file_uuids: [uuid] })).toMatchObject({ status: 422 })
  // Forwarded, it is the same file, and it stays when the first message goes.
  const there = await bela.call(messaging.create, { type: 'private', user_ids: [anna.id] })
  const passed = await bela.call(messaging.post, { id: there.id, forward_id: said.id })
  expect(passed).toMatchObject({ is_forwarded: true, attachments: [{ uuid }] })
  await anna.call(messaging.removeMessage, { id: said.id })
  expect((await fetchFile(fileOf(passed.attachments[0]).path, bela)).statusCode).toBe(200)
})

test('a submission goes as a card with its number, from people who may see it', async () => {
  const { anna, bela, boss, id } = await farm()
  const submission = await complete(bela, await publishedForm(boss), lameAnswers)
  const card = { form_submission_id: submission.id, conversation_id: id }
  expect(await anna.refused(messaging.sendSubmission, card)).toMatchObject({ status: 404 })
  const said = await bela.call(messaging.sendSubmission, card)
  expect(said.attachments).toEqual([{ type: 'form_submission', form_submission_id: submission.id }])
  const private_ = await bela.call(messaging.sendSubmission, { form_submission_id: submission.id, user_ids: [boss.id] })
  expect(private_.conversation_id).not.toBe(id)
})

test('words are found by stems in five languages, without accents, by beginnings and nearly right', async () => {
  const { anna, id } = await farm()
  const say = (message_text: string, lang: 'en' | 'hu' | 'de' | 'fr' | 'ar') =>
    anna.call(messaging.post, { id, message_text }, { lang })
  const [english, bill, houses, horses, cows] = [
    await say('The ewes were running in the barn', 'en'),
    await say('Megjött a számla a takarmányról', 'hu'),
    await say('Die Häuser der Hühner sind sauber', 'de'),
    await say('Les chevaux étaient à l’écurie', 'fr'),
    await say('أَبْقَارُنَا في الحظيرة', 'ar'),
  ]
  const found = async (q: string) => (await anna.call(messaging.search, { id, q })).map(({ message }) => message.id)
  for (const [q, wanted] of [
    ['run', english],
    ['ewe', english],
    ['számlák', bill],
    ['szamla', bill],
    ['takarm', bill],
    ['Haus', houses],
    ['huhner', houses],
    ['cheval', horses],
    ['ecurie', horses],
    ['ابقارنا', cows],
    ['الحظيره', cows],
    ['takarmnyról', bill],
  ] as const)
    expect(await found(q), q).toEqual([wanted.id])
  expect(await found('tractor')).toEqual([])
  expect(await found("');--")).toEqual([])
  const [hit] = await anna.call(messaging.searchAll, { q: 'running barn', user_id: anna.id, has_file: false })
  expect(hit).toMatchObject({ message: { id: english.id }, conversation: { id, title: 'Barn' } })
  expect(hit?.highlight).toContain('\u0002running\u0003')
  expect(await anna.call(messaging.searchAll, { q: 'running', to: '2000-01-01' })).toEqual([])
  await anna.call(messaging.edit, { id: english.id, message_text: 'They stand still' })
  expect(await found('running')).toEqual([])
})

test('an urgent message repeats every five minutes until acknowledged, for each person alone', async () => {
  const { anna, bela, id } = await farm()
  const said = await anna.call(messaging.post, { id, message_text: 'Fire in barn 2', is_urgent: true })
  const told = async () => (await bela.heard('NewMessageNotification')).length
  expect(await told()).toBe(1)
  const minutesLater = async (minutes: number) => {
    await platform(db =>
      db
        .update(messages)
        .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(messages.id, said.id)),
    )
    const { services } = await tend()
    const after = await platform(db => repeatUrgent.work({}, { db, services }))
    await after?.()
  }
  await minutesLater(4)
  expect(await told()).toBe(1)
  await minutesLater(6)
  await minutesLater(7)
  expect(await told()).toBe(2)
  expect(await anna.refused(messaging.acknowledge, { id: 2_000_000_000 })).toMatchObject({ status: 404 })
  expect(await bela.call(messaging.acknowledge, { id: said.id })).toMatchObject({
    acknowledgements: [{ user_id: bela.id }],
  })
  await minutesLater(11)
  expect(await told()).toBe(2)
  expect(await anna.heard('NewMessageNotification')).toEqual([])
})

test('a blocked person writes no private message and alerts nobody; managers cannot be blocked', async () => {
  const { anna, bela, boss, id } = await farm()
  const pair = await anna.call(messaging.create, { type: 'private', user_ids: [bela.id] })
  await bela.call(messaging.block, { id: anna.id })
  expect(await anna.refused(messaging.post, { id: pair.id, message_text: 'Hey' })).toMatchObject({ code: 'blocked' })
  expect(await anna.refused(messaging.create, { type: 'private', user_ids: [bela.id] })).toMatchObject({
    code: 'blocked',
  })
  await anna.call(messaging.post, { id, message_text: 'To all' })
  expect(await bela.heard('NewMessageNotification')).toEqual([])
  expect(await bela.refused(messaging.block, { id: boss.id })).toMatchObject({ code: 'cannot_block' })
  await bela.call(messaging.block, { id: anna.id, is_on: false })
  await anna.call(messaging.post, { id: pair.id, message_text: 'Hey' })
})

test('a blocked person cannot edit, react, pin or type, and their urgent message stops repeating', async () => {
  const { anna, bela, made } = await farm()
  const { id } = await anna.call(messaging.create, { type: 'private', user_ids: [bela.id] })
  const said = await anna.call(messaging.post, { id, message_text: 'Now!', is_urgent: true })
  const channel = conversationChannel(made.id, id)
  const [typing, reading] = [await listener(anna, channel), await listener(bela, channel)]
  typing.send({ event: 'client-typing', channel, data: {} })
  await reading.next('client-typing')
  const told = async () => (await bela.heard('NewMessageNotification')).length
  const before = await told()

  await bela.call(messaging.block, { id: anna.id })
  for (const [call, input] of [
    [messaging.edit, { id: said.id, message_text: 'Answer me' }],
    [messaging.react, { id: said.id, emoji: '👍' }],
    [messaging.pin, { id: said.id }],
  ] as const)
    expect(await anna.refused(call, input)).toMatchObject({ status: 403, code: 'blocked' })
  typing.send({ event: 'client-typing', channel, data: {} })
  await typing.rest()
  expect((await reading.rest()).map(({ event }) => event)).not.toContain('client-typing')
  const { services } = await tend()
  await platform(db =>
    db.update(messages).set({ createdAt: sql`now() - interval '6 minutes'` }).where(eq(messages.id, said.id)),
  )
  const after = await platform(db => repeatUrgent.work({}, { db, services }))
  await after?.()
  expect(await told()).toBe(before)
})

test('managers see a reported message with its neighbours, and nothing else', async () => {
  const { anna, bela, boss, made, id } = await farm()
  const said = [
    await anna.call(messaging.post, { id, message_text: 'One' }),
    await bela.call(messaging.post, { id, message_text: 'You fool' }),
    await anna.call(messaging.post, { id, message_text: 'Stop it' }),
  ]
  await anna.call(messaging.report, { id: said[1]?.id ?? 0, reason: 'abuse', comment: 'Again' })
  await bela.call(messaging.edit, { id: said[1]?.id ?? 0, message_text: 'Nothing' })
  expect(await anna.refused(messaging.reports, {})).toMatchObject({ status: 403 })
  expect(await boss.refused(messaging.messages, { id })).toMatchObject({ status: 404 })
  const [report] = (await boss.call(messaging.reports, { is_open: true })).data
  expect(report).toMatchObject({ message: { message_text: 'You fool' }, reason: 'abuse', comment: 'Again' })
  expect(report?.neighbours.map(one => one.message_text).sort()).toEqual(['One', 'Stop it'])
  await boss.call(messaging.handleReport, { id: report?.id ?? 0, remove_message: true })
  expect((await boss.call(messaging.reports, { is_open: true })).data).toEqual([])
  expect((await anna.call(messaging.messages, { id })).find(one => one.id === said[1]?.id)?.deleted_at).toBeTruthy()
  const other = await (await company()).manager()
  expect((await other.call(messaging.reports, {})).data).toEqual([])
  expect(made.id).toBeGreaterThan(0)
})

test('a role of the company’s own that sees to reports does what managers do about them', async () => {
  const { anna, bela, boss, made, id } = await farm()
  const warden = await made.worker()
  const role = await boss.call(roles.create, {
    ...{ name: 'Warden', standing: 'above_employee' },
    rules: [{ action: ['read', 'update'], subject: 'MessageReport' }],
  })
  await boss.call(companies.changeRole, { id: made.id, user_id: warden.id, role_id: role.id })
  await anna.call(messaging.addUser, { id, user_id: warden.id })
  const said = await bela.call(messaging.post, { id, message_text: 'You fool' })
  await anna.call(messaging.report, { id: said.id, reason: 'abuse' })
  expect((await warden.call(messaging.reports, { is_open: true })).data).toMatchObject([{ reason: 'abuse' }])
  expect(await warden.call(messaging.removeMessage, { id: said.id })).toBeNull()
  expect(await bela.refused(messaging.block, { id: warden.id })).toMatchObject({ code: 'cannot_block' })
})

test('the support line is one thread for the manager and one inbox for all admins', async () => {
  const { boss, anna } = await farm()
  const [alex, kim] = [await admin(), await admin()]
  const { id } = await boss.call(messaging.create, { type: 'support' })
  expect((await boss.call(messaging.create, { type: 'support' })).id).toBe(id)
  await boss.call(messaging.post, { id, message_text: 'How do I change the plan?' })
  const inbox = async (person: Person) =>
    (await person.call(messaging.list, { per_page: 100 })).data.find(one => one.id === id)
  expect(await inbox(alex)).toMatchObject({ type: 'support', unread_count: 1, company_name: expect.any(String) })
  expect(await alex.call(messaging.take, { id })).toMatchObject({ assigned_to: alex.id })
  await alex.call(messaging.read, { id })
  expect(await inbox(kim)).toMatchObject({ unread_count: 0, assigned_to: alex.id })
  await alex.call(messaging.post, { id, message_text: 'Under Company, Plan' })
  expect(await kim.call(messaging.take, { id, user_id: null })).toMatchObject({ assigned_to: null })
  const thread = await boss.call(messaging.messages, { id })
  expect(thread.map(one => [one.message_text, one.sender?.id ?? null])).toEqual([
    ['How do I change the plan?', boss.id],
    ['Under Company, Plan', null],
  ])
  const heard = await boss.heard('NewMessageNotification')
  expect(heard).toMatchObject([{ message_text: 'Under Company, Plan', sender: null }])
  // What is heard says no more of who answers than what is read.
  const live = (await boss.heard('message.sent')) as { sender: { id: number } | null }[]
  expect(live.map(({ sender }) => sender?.id ?? null)).toEqual([boss.id, null])
  // Admins hear the support lines of other tests too.
  const atKim = (await kim.heard('message.sent')) as { conversation_id: number }[]
  expect(atKim.filter(({ conversation_id }) => conversation_id === id).length).toBe(2)
  expect(await boss.refused(messaging.take, { id })).toMatchObject({ status: 403 })
  expect(await anna.refused(messaging.create, { type: 'support' })).toMatchObject({ status: 403, code: 'forbidden' })
})

test('an admin, who works in no company, sends a file on the support line, and both read it', async () => {
  const { boss } = await farm()
  const alex = await admin()
  const { id } = await boss.call(messaging.create, { type: 'support' })
  const said = await alex.call(
    messaging.post,
    { id, message_text: 'As here', uuid: crypto.randomUUID() },
    { files: [{ name: 'steps.txt', content: Buffer.from('First the gate') }] },
  )
  const { path } = fileOf(said.attachments[0])
  for (const person of [boss, alex]) expect((await fetchFile(path, person)).statusCode).toBe(200)
})

test('messages beyond the company’s days are deleted whole, and a later sync says so', async () => {
  const { anna, boss, id } = await farm()
  const old = await anna.call(
    messaging.post,
    { id, message_text: 'Long ago' },
    { files: [{ name: 'a.txt', content: Buffer.from('x') }] },
  )
  const { change_id } = await anna.call(messaging.get, { id })
  await anna.call(messaging.post, { id, message_text: 'Now' })
  await boss.call(messaging.setRetention, { days: 30 })
  await platform(db =>
    db.update(messages).set({ createdAt: sql`now() - interval '31 days'` }).where(eq(messages.id, old.id)),
  )
  const { services } = await tend()
  await platform(db => forgetMessages.work({}, { db, services }))
  await jobsDone()
  expect((await anna.call(messaging.messages, { id })).map(one => one.message_text)).toEqual(['Now'])
  expect(await anna.refused(messaging.messages, { id, changed_after: change_id - 1 })).toMatchObject({ status: 410 })
  expect((await fetchFile(fileOf(old.attachments[0]).path, anna)).statusCode).toBe(404)
})

test('a person removed from the company reads and hears nothing more', async () => {
  const { made, anna, bela, boss, id } = await farm()
  await boss.call(companies.removeMember, { id: made.id, user_id: bela.id })
  expect((await bela.refused(messaging.messages, { id })).status).toBeGreaterThanOrEqual(403)
  await anna.call(messaging.post, { id, message_text: 'Without you' })
  expect(JSON.stringify(await bela.heard('NewMessageNotification'))).not.toContain('Without you')
  expect(await bela.heard('message.sent')).toEqual([])
  expect((await anna.call(messaging.get, { id })).users.map(user => user.id)).toEqual([anna.id])
})

test('colleagues are offered with whether they are here, but for who hides it', async () => {
  const { made, anna, bela, boss } = await farm()
  await made.guest()
  const people = await anna.call(messaging.available, {})
  expect(people.map(person => person.id).sort()).toEqual([bela.id, boss.id].sort())
  expect(await anna.call(messaging.available, { exclude: [bela.id] })).toMatchObject([{ id: boss.id }])
  const { app } = await tend()
  const headers = { authorization: `Bearer ${anna.token}` }
  const excluding = async (query: string) => {
    const answer = await app.inject({ url: `/api/messaging/users/available?${query}`, headers })
    return [answer.statusCode, (answer.json().data ?? []).map((person: { id: number }) => person.id)]
  }
  const [one, other] = [bela.id, boss.id]
  for (const both of [
    `exclude=${one},${other}`,
    `exclude=${one}&exclude=${other}`,
    `exclude[]=${one}&exclude[]=${other}`,
    `exclude[0]=${one}&exclude[1]=${other}`,
    `exclude%5B%5D=${one},${other}`,
  ])
    expect(await excluding(both), both).toEqual([200, []])
  expect(await excluding(`exclude[]=${one}`)).toEqual([200, [other]])
  expect(await excluding('exclude=')).toMatchObject([200, { length: 2 }])
  for (const garbage of ['exclude=Bela', `exclude=${one},x`, 'exclude=-1', 'exclude[a]=1', 'exclude=1.5'])
    expect((await excluding(garbage))[0], garbage).toBe(422)
  expect(await anna.call(messaging.availableInCompany, { company_id: made.id })).toHaveLength(2)
  await bela.call(messaging.setPreferences, { hides_presence: true, quiet_from: '22:00', quiet_to: '06:00' })
  expect(await bela.call(messaging.preferences, {})).toMatchObject({ hides_presence: true, quiet_to: '06:00' })
})
