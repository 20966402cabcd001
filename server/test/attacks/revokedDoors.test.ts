/**
 * Each right is taken away, and each door that it opened is asked in the same second, by what was made before:
 * addresses, cookies, links, sockets, uploads that are half done.
 */
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { users } from '#shared/accounts/users.ts'
import { actions } from '#shared/actions/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { documents } from '#shared/documents/contract.ts'
import { exports } from '#shared/exports/contract.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { files } from '#shared/files/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { guides } from '#shared/guides/contract.ts'
import { helpers } from '#shared/helpers/contract.ts'
import { type Endpoint, userChannel } from '#shared/lib/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { conversationChannel } from '#shared/messaging/shapes.ts'
import { notices } from '#shared/notifications/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { reports } from '#shared/reports/contract.ts'
import { search } from '#shared/search/contract.ts'
import { shares } from '#shared/shares/contract.ts'
import { sharedPages } from '#shared/shares/sharedPage.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { password, recently, signInWith, withPassword } from '../accounts.ts'
import { fetchFile } from '../files.ts'
import { goodAnswers, publishedForm } from '../forms.ts'
import { jobsDone } from '../jobsDone.ts'
import { mailsTo } from '../mails.ts'
import { admin, company, type Person, personWith, request, stranger } from '../people.ts'
import { listener } from '../sockets.ts'
import { attach, begin, photo } from '../submissions.ts'
import { sendTask } from '../tasks.ts'
import { tend } from '../tend.ts'
import { linkOf, somewhere, turnedAway, visit } from '../visitors.ts'

type Door = [name: string, open: () => Promise<number>]

/** Asks every door before and after, and says how long after the revocation each had refused. */
async function walk(doors: Door[], revoke: () => Promise<unknown>, refused = [401, 403, 404, 410]): Promise<void> {
  for (const [name, open] of doors) expect(await open(), `${name}, before`).toBeLessThan(400)
  await revoke()
  const revokedAt = performance.now()
  const opened: string[] = []
  for (const [name, open] of doors) {
    const asked = performance.now() - revokedAt
    const status = await open()
    if (!refused.includes(status)) opened.push(`${name}: ${status}, asked after ${asked.toFixed()} ms`)
  }
  expect(opened).toEqual([])
}

const call =
  (person: Person, endpoint: Endpoint, input: object | (() => object), file?: { name: string; content: Buffer }) =>
  async () =>
    (await person.send(endpoint, typeof input === 'function' ? input() : input, file && { file })).statusCode
const asNobody = (endpoint: Endpoint, input: object | (() => object)) => async () =>
  (await request(endpoint, typeof input === 'function' ? input() : input, null, { from: somewhere() })).statusCode
const withToken = (token: string, endpoint: Endpoint, input: object) => async () =>
  (await request(endpoint, input, token)).statusCode
const stored = (path: string, person: Person | null) => async () => (await fetchFile(path, person)).statusCode
/** What a program without cookie and token gets at an address. */
const followed = (url: string) => async () => {
  const { app } = await tend()
  const { pathname, search: query } = new URL(url, 'http://tend.example')
  return (await app.inject(`${pathname}${query}`)).statusCode
}

const note = { name: 'Note.pdf', content: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n', 'latin1') }
const half = () => ({ uuid: crypto.randomUUID(), offset: 0 })
const piece = { name: 'piece', content: note.content }

/** A company in which the person has made what one can make, and the doors at which it is used. */
async function farmWithEverything() {
  const farm = await company()
  const [owner, boss, hand, colleague] = [
    await farm.manager(),
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
  ]
  const form = await publishedForm(boss)
  const draft = await begin(hand, form)
  const picture = await attach(hand, draft)
  const filled = await begin(hand, form)
  const seen = await attach(hand, filled)
  const answers = { ...goodAnswers, picture: { value: [{ uuid: seen.uuid }] } }
  const done = await hand.call(submissions.complete, { id: filled.id, answers })
  return { farm, owner, boss, hand, colleague, form, draft, picture, seen, done }
}

/** A link that strangers neither send nor bring files by, though they do the work that is asked of them. */
async function expectClosed(link: { id: number; token: string }): Promise<void> {
  const sent = { ...link, uuid: crypto.randomUUID(), answers: goodAnswers, locale: 'en' }
  expect([404, 410]).toContain((await turnedAway(publicForms.submit, sent)).status)
  const brought = { ...link, uuid: crypto.randomUUID(), submission_uuid: sent.uuid, question_id: 'picture' }
  const file = { name: 'pen.jpg', content: await photo() }
  expect([404, 410]).toContain((await turnedAway(publicForms.attach, brought, { file })).status)
}

async function ready(person: Person, get: Endpoint, id: number) {
  await jobsDone()
  await expect.poll(async () => JSON.parse((await person.send(get, { id })).body).data.state).toBe('ready')
}

test('the role of a manager: documents, exports, files and their links, previews, lists and searches', async () => {
  const { farm, owner, boss, form, seen: picture, done } = await farmWithEverything()
  const report = await boss.call(reports.create, { name: 'Lame cows' })
  const made = await boss.call(documents.begin, { kind: 'report', record_id: report.id })
  const exported = await boss.call(exports.begin, { format: 'xlsx', values: 'labels', with_files: true, filters: {} })
  await ready(boss, documents.get, made.id)
  await ready(boss, exports.get, exported.id)
  const { url } = await boss.call(files.link, { id: picture.id })
  const link = await boss.call(publicLinks.create, { id: form.id })
  const doors: Door[] = [
    ['document', call(boss, documents.get, { id: made.id })],
    ['document as file', call(boss, documents.fetch, { id: made.id })],
    ['export', call(boss, exports.get, { id: exported.id })],
    ['export as file', call(boss, exports.fetch, { id: exported.id })],
    ['report', call(boss, reports.get, { id: report.id })],
    ['report in figures', call(boss, reports.data, { id: report.id })],
    ['report as table', call(boss, reports.export, { id: report.id, format: 'csv' })],
    ['report as PDF', call(boss, reports.pdf, { id: report.id })],
    ["another's submission", call(boss, submissions.get, { id: done.id })],
    ["another's submission as PDF", call(boss, submissions.pdf, { id: done.id })],
    ['file by the cookie', stored(picture.path, boss)],
    ['file by a link', followed(url)],
    ['new link to a file', call(boss, files.link, { id: picture.id })],
    ['links of a form', call(boss, publicLinks.list, { id: form.id })],
    ['label of a link', call(boss, publicLinks.labels, { id: form.id, public_link_id: link.id })],
    ['shares', call(boss, shares.list, {})],
    ['tasks', call(boss, tasks.list, {})],
    ['sheet of a day', call(boss, tasks.sheet, { company_id: farm.id, date: '2026-11-23' })],
    ['invitations', call(boss, invites.list, { id: farm.id })],
  ]
  const ref = { id: farm.id, user_id: boss.id }
  await walk(doors, () => owner.call(companies.changeRole, { ...ref, role_id: 3000 }))
  expect(await boss.call(search.find, { q: 'Lame cows' })).toEqual([])
})

test('a membership that ends or pauses: rows, pieces of files, words, subscriptions, feeds', async () => {
  for (const end of [companies.removeMember, companies.freeze]) {
    const { farm, owner, hand, colleague, form, draft, picture, done } = await farmWithEverything()
    const { id } = await hand.call(messaging.create, { type: 'private', user_ids: [colleague.id] })
    const message = await hand.call(messaging.post, { id, message_text: 'Hello' })
    const sent = await sendTask(owner, hand)
    const own = await hand.call(files.create, {}, { file: note })
    const { url } = await hand.call(files.link, { id: own.id })
    const photoLink = await hand.call(files.link, { id: picture.id })
    const begun = half()
    const feed = (await hand.call(feeds.create, {})).address
    const paper = await hand.call(documents.begin, { kind: 'submission', record_id: done.id })
    await ready(hand, documents.get, paper.id)
    const channels = [`presence-company.${farm.id}`, conversationChannel(farm.id, id)]
    const socket = await listener(hand, ...channels)
    const doors: Door[] = [
      ['own submission', call(hand, submissions.get, { id: done.id })],
      ['own draft', call(hand, submissions.update, { id: draft.id, answers: {} })],
      [
        'photo for a draft',
        () =>
          attach(hand, draft).then(
            () => 201,
            () => 403,
          ),
      ],
      ['new draft', call(hand, submissions.create, () => ({ form_id: form.id, uuid: crypto.randomUUID() }))],
      ['document as file', call(hand, documents.fetch, { id: paper.id })],
      ['file by the cookie', stored(picture.path, hand)],
      ['own file by the cookie', stored(own.path, hand)],
      ['own file by a link', followed(url)],
      ['photo by a link', followed(photoLink.url)],
      ['piece of a file', call(hand, files.sendPiece, begun, piece)],
      ['what came of a file in pieces', call(hand, files.received, { uuid: begun.uuid })],
      ['calendar', followed(feed)],
      ['own tasks', call(hand, tasks.sent, {})],
      ['own task', call(hand, tasks.getSent, { id: sent.id })],
      ['conversation', call(hand, messaging.messages, { id })],
      ['message', call(hand, messaging.post, () => ({ id, message_text: 'Again', uuid: crypto.randomUUID() }))],
      ['change of a message', call(hand, messaging.edit, { id: message.id, message_text: 'Hello!' })],
      ['reaction', call(hand, messaging.react, { id: message.id, emoji: '👍' })],
      ['pin', call(hand, messaging.pin, { id: message.id })],
      ['notifications', call(hand, notices.list, {})],
      ['registers', call(hand, animals.list, {})],
    ]
    await walk(doors, () => owner.call(end, { id: farm.id, user_id: hand.id }))
    await socket.next('pusher:subscription_error')
    socket.disconnect()
    const later = await listener(colleague, ...channels)
    later.disconnect()
    await expect(listener(hand, channels[0] ?? '')).rejects.toThrow('403')
    await expect(listener(hand, channels[1] ?? '')).rejects.toThrow('403')
  }
})

test('being blocked: nothing is written, changed, sent as a card, reacted to or pinned in private', async () => {
  const { owner, hand, colleague, done } = await farmWithEverything()
  const { id } = await hand.call(messaging.create, { type: 'private', user_ids: [colleague.id] })
  const message = await hand.call(messaging.post, { id, message_text: 'Hello' })
  const sent = await sendTask(owner, hand)
  const doors: Door[] = [
    ['message', call(hand, messaging.post, () => ({ id, message_text: 'Again', uuid: crypto.randomUUID() }))],
    ['message with a file', call(hand, messaging.post, { id, message_text: '' }, note)],
    ['urgent message', call(hand, messaging.post, { id, message_text: 'Now', is_urgent: true })],
    ['answer', call(hand, messaging.post, { id, message_text: 'No', reply_to_id: message.id })],
    ['submission', call(hand, messaging.sendSubmission, { form_submission_id: done.id, conversation_id: id })],
    [
      'submission to a person',
      call(hand, messaging.sendSubmission, { form_submission_id: done.id, user_ids: [colleague.id] }),
    ],
    ['task', call(hand, messaging.sendTask, { task_sent_id: sent.id, conversation_id: id })],
    ['change of a message', call(hand, messaging.edit, () => ({ id: message.id, message_text: crypto.randomUUID() }))],
    ['reaction', call(hand, messaging.react, { id: message.id, emoji: '👍' })],
    ['pin', call(hand, messaging.pin, { id: message.id })],
  ]
  await walk(doors, () => colleague.call(messaging.block, { id: hand.id }))
})

test('a share: the page, its PDF and its files', async () => {
  const { boss, hand, form } = await farmWithEverything()
  const draft = await begin(hand, form)
  const { uuid } = await attach(hand, draft)
  const answers = { ...goodAnswers, picture: { value: [{ uuid }] } }
  const { id: subject_id } = await hand.call(submissions.complete, { id: draft.id, answers })
  const expires_at = new Date(Date.now() + 24 * 3600_000).toISOString()
  const made = await boss.call(shares.create, { kind: 'submission', subject_id, expires_at })
  const [, id = '', token = ''] = /\/shared\/(\d+)\/([\w-]{43})$/.exec(made.address) ?? []
  const link = { id: Number(id), token }
  const opened = JSON.parse((await request(sharedPages.open, link, null, { from: somewhere() })).body)
  const addresses = [...JSON.stringify(opened).matchAll(/\/storage\/[^"]+/g)].map(([address]) => address)
  expect(addresses.length).toBeGreaterThan(0)
  const doors: Door[] = [
    ['page', asNobody(sharedPages.open, link)],
    ['PDF', asNobody(sharedPages.pdf, link)],
    ...addresses.map((address): Door => ['file', followed(address)]),
  ]
  await walk(doors, () => boss.call(shares.remove, { kind: 'submission', id: link.id }))
})

test('a session that ends by sign-out or new password: token, cookie, links, sockets, codes', async () => {
  for (const end of ['logout', 'password', 'others'] as const) {
    const farm = await company()
    const hand = await withPassword(await farm.worker())
    const { data } = await signInWith(hand.email, password)
    const away = personWith(data.token, hand)
    const own = await away.call(files.create, {}, { file: note })
    const { url } = await away.call(files.link, { id: own.id })
    const socket = await listener(away, userChannel(hand.id))
    const doors: Door[] = [
      ['account', withToken(data.token, auth.user, {})],
      ['tasks', withToken(data.token, tasks.sent, {})],
      ['file by the cookie', stored(own.path, away)],
      ['file by a link', followed(url)],
      ['piece of a file', call(away, files.sendPiece, half, piece)],
    ]
    await walk(doors, () =>
      end === 'logout'
        ? away.call(auth.logout, {})
        : end === 'others'
          ? hand.call(me.endOtherSessions, {})
          : hand.call(auth.changePassword, { current_password: password, password: 'nine patient donkeys' }),
    )
    expect(await socket.closed).toBe(4009)
    expect(await withToken(data.token, auth.refresh, {})()).toBe(401)
  }
})

test('a form: its link, strangers’ answers and files, and work begun by it', async () => {
  const { boss, hand, form } = await farmWithEverything()
  const link = await linkOf(boss, form)
  const doors: Door[] = [
    ['link', asNobody(publicForms.get, link)],
    ['new draft', call(hand, submissions.create, () => ({ form_id: form.id, uuid: crypto.randomUUID() }))],
  ]
  await walk(doors, () => boss.call(forms.remove, { id: form.id }), [404, 409, 410])
  await expectClosed(link)
})

test('a public link that is stopped: reading, sending, bringing files, and its labels', async () => {
  const { boss, form } = await farmWithEverything()
  const link = await linkOf(boss, form)
  const [made] = (await boss.call(publicLinks.list, { id: form.id })).data
  const ref = { id: form.id, public_link_id: made?.id ?? 0 }
  const doors: Door[] = [
    ['link', asNobody(publicForms.get, link)],
    ['label', call(boss, publicLinks.labels, ref)],
  ]
  await walk(doors, () => boss.call(publicLinks.remove, ref))
  await expectClosed(link)
})

test('a guide: its text, PDF, pictures and links to them, its share, and that it was read', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const picture = await boss.call(files.create, {}, { file: { name: 'cow.jpg', content: await photo(200, 100) } })
  const { id } = await boss.call(guides.create, {
    ...{ title: { en: 'Milking' }, default_language: 'en' },
    body: { en: `# Before\n\n![A cow](/storage/${picture.path})` },
  })
  await boss.call(guides.publish, { id })
  const { url } = await hand.call(files.link, { id: picture.id })
  const expires_at = new Date(Date.now() + 24 * 3600_000).toISOString()
  const made = await boss.call(shares.create, { kind: 'guide', subject_id: id, expires_at })
  const [, shareId = '', token = ''] = /\/shared\/(\d+)\/([\w-]{43})$/.exec(made.address) ?? []
  const link = { id: Number(shareId), token }
  const { content } = await visit(sharedPages.open, link)
  const address = content.kind === 'guide' ? (content.files[picture.path] ?? '') : ''
  const doors: Door[] = [
    ['guide', call(hand, guides.get, { id })],
    ['PDF', call(hand, guides.pdf, { id })],
    ['that it was read', call(hand, guides.read, { id, version: 1 })],
    ['picture by the cookie', stored(picture.path, hand)],
    ['picture by a link', followed(url)],
    ['shared page', asNobody(sharedPages.open, link)],
    ['picture of the shared page', followed(address)],
  ]
  await walk(doors, () => boss.call(guides.remove, { id }))
})

test('an invitation that is withdrawn: its link, joining, registering, and the list of one’s own', async () => {
  const farm = await company()
  const [boss, newcomer] = [await farm.manager(), await stranger()]
  const invite = await boss.call(invites.create, { id: farm.id, email: newcomer.email, role_id: 3000, forms: [] })
  await expect.poll(async () => (await mailsTo(newcomer.email)).length).toBe(1)
  const [mail] = await mailsTo(newcomer.email)
  const tokens = [mail?.body, invite.path].map(text => text?.match(/\/invite\/\d+\/([\w.-]+)/)?.[1] ?? '')
  await walk(
    tokens.map((token): Door => ['link', asNobody(invites.describe, { id: farm.id, token })]),
    () => boss.call(invites.revoke, { id: farm.id, invite_id: invite.id }),
  )
  for (const token of tokens) {
    expect(await call(newcomer, companies.join, { id: farm.id, token })()).toBe(410)
    const registering = { name: 'N', password: 'nine patient donkeys', language_id: 1, invite_token: token }
    expect(await asNobody(auth.register, registering)()).toBe(410)
  }
  expect(await call(newcomer, companies.join, { id: farm.id })()).toBe(404)
  expect(await newcomer.call(invites.mine, {})).toEqual([])
})

test('a locked account: sessions, files, calendar, links of mails, and a pending second factor', async () => {
  const farm = await company()
  const [owner, person] = [await farm.manager(), await withPassword(await farm.worker())]
  const { data } = await signInWith(person.email, password)
  const hand = personWith(data.token, person)
  const own = await hand.call(files.create, {}, { file: note })
  const { url } = await hand.call(files.link, { id: own.id })
  const feed = (await hand.call(feeds.create, {})).address
  await request(auth.forgotPassword, { email: person.email }, null, { from: somewhere() })
  await expect
    .poll(async () => (await mailsTo(person.email)).map(({ body }) => body).join())
    .toContain('reset-password')
  const reset =
    (await mailsTo(person.email))
      .map(({ body }) => body)
      .join()
      .match(/reset-password\/([\w-]+)\//)?.[1] ?? ''
  const socket = await listener(hand, userChannel(person.id))
  const signIn = async () => (await signInWith(person.email, password, { from: somewhere() })).status
  const doors: Door[] = [
    ['account', call(hand, auth.user, {})],
    ['file by the cookie', stored(own.path, hand)],
    ['file by a link', followed(url)],
    ['calendar', followed(feed)],
    ['signing in', signIn],
  ]
  const boss = await recently(await admin())
  await walk(doors, () => boss.call(users.remove, { id: person.id }), [401, 403, 404, 410, 422])
  expect(await socket.closed).toBe(4009)
  expect(await withToken(data.token, auth.refresh, {})()).toBe(401)
  const resetting = { email: person.email, token: reset, password: 'nine patient donkeys' }
  expect([404, 410]).toContain(await asNobody(auth.resetPassword, resetting)())
  expect(await call(owner, tasks.list, {})()).toBe(200)
})

test('a helper with a revoked link: looking, saying, doing', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const sent = await sendTask(boss, hand)
  const email = `vet${farm.id}@example.test`
  const helper = await boss.call(helpers.create, { id: sent.id, email })
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const token = (await mailsTo(email))[0]?.body.match(/\/action\/user\/([\w.-]+)/)?.[1] ?? ''
  const doors: Door[] = [
    ['looking', asNobody(actions.describe, { token })],
    ['saying', asNobody(actions.perform, { token, comment: 'On my way' })],
  ]
  await walk(doors, () => boss.call(helpers.remove, { id: sent.id, helper_id: helper.id }))
  expect([404, 410]).toContain(await asNobody(actions.perform, { token, complete: true })())
})

test('a plan that ends: nothing new is written, by people, by links or in pieces', async () => {
  const { farm, boss, hand, colleague, form } = await farmWithEverything()
  const { id } = await hand.call(messaging.create, { type: 'private', user_ids: [colleague.id] })
  const message = await hand.call(messaging.post, { id, message_text: 'Hello' })
  const link = await linkOf(boss, form)
  const uuid = () => crypto.randomUUID()
  const doors: Door[] = [
    ['message', call(hand, messaging.post, () => ({ id, message_text: 'Again', uuid: uuid() }))],
    ['message with a file', call(hand, messaging.post, () => ({ id, message_text: '', uuid: uuid() }), note)],
    ['change of a message', call(hand, messaging.edit, () => ({ id: message.id, message_text: uuid() }))],
    ['reaction', call(hand, messaging.react, { id: message.id, emoji: '👍' })],
    ['new draft', call(hand, submissions.create, () => ({ form_id: form.id, uuid: uuid() }))],
    ['file', call(hand, files.create, () => ({ uuid: uuid() }), note)],
    ['piece of a file', call(hand, files.sendPiece, half, piece)],
    ['task', call(boss, tasks.create, { title: 'Late', assignees: [{ user_id: hand.id }] })],
    ['guide', call(boss, guides.create, { title: { en: 'Late' }, default_language: 'en', body: { en: 'Late' } })],
    ['public link', call(boss, publicLinks.create, { id: form.id })],
    ['invitation', call(boss, invites.create, () => ({ id: farm.id, email: `${uuid()}@plan.example`, role_id: 3000 }))],
    ['link of strangers', asNobody(publicForms.get, link)],
  ]
  const dayFromNow = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
  const [platformAdmin, [offer]] = [await admin(), await boss.call(plans.offers, {})]
  const row = await platformAdmin.call(plans.open, {
    ...{ id: farm.id, plan_id: offer?.id ?? 0, start_date: dayFromNow(-30), end_date: dayFromNow(2) },
  })
  await walk(doors, () =>
    platformAdmin.call(plans.update, { id: farm.id, company_plan_id: row.id, end_date: dayFromNow(-2) }),
  )
})
