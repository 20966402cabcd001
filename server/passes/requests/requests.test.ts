import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { papers } from '#shared/certificates/contract.ts'
import { files } from '#shared/files/contract.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { passes } from '#shared/passes/contract.ts'
import { passRequestPages as pages, passRequests as requests } from '#shared/passes/requests.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { users } from '../../accounts/table.ts'
import { goodAnswers, publishedForm } from '../../test/forms.ts'
import { issue, passLinkIn, writeInPass } from '../../test/passes.ts'
import { company, narrow, type Person, platform } from '../../test/people.ts'
import { complete, photo } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { turnedAway, visit } from '../../test/visitors.ts'
import { passes as passTable } from '../table.ts'

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

async function inspectedFarm(settings: Parameters<typeof issue>[1] = {}) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await platform(db => db.update(users).set({ name: 'Zsuzsanna Hegedus' }).where(eq(users.id, hand.id)))
  await platform(db => db.update(users).set({ name: 'Bartholomew Quirk' }).where(eq(users.id, boss.id)))
  const form = await publishedForm(boss)
  const record = await complete(hand, form, goodAnswers)
  const pass = await issue(boss, settings)
  return { farm, boss, hand, form, record, pass, link: passLinkIn(pass) }
}
type Link = ReturnType<typeof passLinkIn>

const written = () => ({ uuid: crypto.randomUUID(), device_time: wallClock(new Date()) })
const ask = (link: Link, words = 'The ramp after the repair', more: object = {}) =>
  visit(pages.ask, { ...link, ...written(), words, ...more })

async function send(person: Person, name: string, content: Buffer): Promise<string> {
  const uuid = crypto.randomUUID()
  await person.call(files.create, { uuid, has_preview: true }, { file: { name, content } })
  return uuid
}

const actionsOf = async (boss: Person, pass: { id: number }) =>
  (await boss.call(passes.log, { id: pass.id })).data.map(({ action }) => action).toReversed()

const open = (address: string | null | undefined) => tend().then(({ app }) => app.inject({ url: address ?? '' }))

test('a request becomes a task of the managers, who answer with words, a photo and papers', async () => {
  const { boss, hand, record, pass, link } = await inspectedFarm()
  const asked = await ask(link, 'The ramp after the repair', { kind: 'submission', record_id: record.id })
  expect(asked).toMatchObject({ number: 1, state: 'open', kind: 'submission', record_id: record.id })
  // By default by the last day of the pass.
  expect(new Date(asked.due_on).getTime()).toBeGreaterThan(Date.now() - 24 * 3600_000)
  const [task] = (await boss.call(tasks.sent, {})).data
  expect(task).toMatchObject({ kind: 'information', title: 'Evidence for Dr Vet: The ramp after the repair' })
  expect(task?.due_at.slice(0, 10)).toBe(asked.due_on)
  expect((await hand.call(tasks.sent, {})).data).toEqual([])
  const found = await boss.call(requests.ofTask, { task_id: task?.task_id ?? 0 })
  expect(found).toMatchObject({ id: asked.id, pass_id: pass.id, holder_name: 'Dr Vet' })

  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry', plate: 'AB 12' })
  const scanned = await send(boss, 'quirk-policy.pdf', pdf)
  await boss.call(papers.create, { kind: 'insurance', vehicle_id: lorry.id, file_uuids: [scanned] })
  const answer = {
    ...{ id: asked.id, uuid: crypto.randomUUID(), words: 'Zsuzsanna Hegedus repaired it on Monday' },
    file_uuids: [await send(boss, 'hegedus.jpg', await photo()), await send(boss, 'hegedus-report.pdf', pdf)],
    copied_uuids: [scanned],
  }
  const answered = await boss.call(requests.answer, answer)
  expect(answered).toMatchObject({ state: 'answered', entries: [{ action: 'asked' }, { person: 'Bartholomew Quirk' }] })
  expect(answered.entries[1]?.files.map(({ name }) => name)).toEqual([
    ...['hegedus.jpg', 'hegedus-report.pdf', 'quirk-policy.pdf'],
  ])
  // Sent again, it is the same answer.
  expect((await boss.call(requests.answer, answer)).entries).toHaveLength(2)
  expect((await boss.call(tasks.getSent, { id: task?.id ?? 0 })).is_completed).toBe(true)

  const [shown] = await visit(pages.list, link)
  const text = JSON.stringify(shown)
  expect(text).not.toMatch(/zsuzsanna|hegedus|quirk/i)
  expect(text).toMatch(/Worker [0-9A-Z]{4} repaired it on Monday/)
  const entry = shown?.entries[1]
  expect(entry?.files.map(({ name }) => name)).toEqual(['Photo 1', 'Document 1', 'Document 2'])
  for (const { address, is_picture } of entry?.files ?? []) {
    const file = await open(address)
    expect([file.statusCode, JSON.stringify(file.headers).match(/hegedus|quirk/i)]).toEqual([200, null])
    expect(file.headers['content-type']).toMatch(is_picture ? /^image\// : /^application\/pdf/)
  }
  await visit(pages.list, link)
  expect(await actionsOf(boss, pass)).toEqual([
    ...['asked', 'answered', 'viewed', 'downloaded', 'downloaded', 'downloaded'],
  ])
  const log = (await boss.call(passes.log, { id: pass.id })).data
  expect(log.map(({ request_number, search }) => [request_number, search])).toEqual([
    ...[
      [1, 'document'],
      [1, 'document'],
      [1, ''],
      [1, ''],
      [1, ''],
    ],
    [1, 'The ramp after the repair'],
  ])
  expect((await boss.call(requests.list, { id: pass.id }))[0]?.entries[1]?.seen_at).not.toBeNull()
})

test('a task completed with a note and a photo is the answer, and an undone one is not read any more', async () => {
  const { boss, pass, link } = await inspectedFarm({ shows_names: true })
  await ask(link)
  const [task] = (await boss.call(tasks.sent, {})).data
  const id = task?.id ?? 0
  expect(await boss.refused(tasks.completeSent, { id })).toMatchObject({ code: 'proof_required' })
  const uuid = await send(boss, 'ramp.jpg', await photo())
  await boss.call(tasks.completeSent, { id, note: 'Repaired', file_uuids: [uuid] })
  const [answered] = await visit(pages.list, link)
  expect(answered).toMatchObject({
    state: 'answered',
    entries: [{ action: 'asked' }, { words: 'Repaired', person: 'Bartholomew Quirk', files: [{ name: 'ramp.jpg' }] }],
  })
  const address = answered?.entries[1]?.files[0]?.address
  expect((await open(address)).statusCode).toBe(200)

  await boss.call(tasks.reopenSent, { id })
  const [reopened] = await visit(pages.list, link)
  expect(reopened).toMatchObject({ state: 'open', entries: [{}, { words: '', files: [] }, { action: 'reopened' }] })
  expect((await open(address)).statusCode).toBe(404)
  expect((await boss.call(requests.list, { id: pass.id }))[0]?.entries[1]).toMatchObject({ is_undone: true })
})

test('an answer that is not enough opens the task again, and a withdrawn request ends it', async () => {
  const { boss, pass, link } = await inspectedFarm()
  const { id } = await ask(link)
  await boss.call(requests.answer, { id, uuid: crypto.randomUUID(), words: 'It is fine' })
  const again = { ...link, ...written(), request_id: id, words: 'Please show the invoice' }
  expect(await visit(pages.askAgain, again)).toMatchObject({ state: 'open', entries: [{}, {}, { words: again.words }] })
  expect((await visit(pages.askAgain, again)).entries).toHaveLength(3)
  expect((await boss.call(tasks.sent, { state: 'open' })).data).toHaveLength(1)

  const other = await ask(link, 'The medicine book')
  await visit(pages.withdraw, { ...link, ...written(), request_id: other.id })
  expect((await visit(pages.withdraw, { ...link, ...written(), request_id: other.id })).state).toBe('withdrawn')
  expect((await boss.call(tasks.sent, { state: 'open' })).data).toHaveLength(1)
  const late = { id: other.id, uuid: crypto.randomUUID(), words: 'Here' }
  expect(await boss.refused(requests.answer, late)).toMatchObject({ code: 'pass_request_closed' })
  const more = { ...link, ...written(), request_id: other.id, words: 'More' }
  expect(await turnedAway(pages.askAgain, more)).toMatchObject({ code: 'pass_request_closed' })
  expect(await actionsOf(boss, pass)).toEqual(['asked', 'answered', 'asked_again', 'asked', 'withdrew'])
})

test('the words of the inspector are not replaced, so that nobody learns the number of a name', async () => {
  const { link } = await inspectedFarm()
  const asked = await ask(link, 'What did Zsuzsanna Hegedus do?')
  const text = JSON.stringify([asked, await visit(pages.list, link)])
  expect(text).toContain('What did Zsuzsanna Hegedus do?')
  expect(text).not.toMatch(/Worker [0-9A-Z]{4}/)
})

test('the same request is one, two at once have two numbers, and a preview asks nothing', async () => {
  const { boss, pass, link } = await inspectedFarm()
  const once = { ...link, ...written(), words: 'The ramp' }
  const same = await Promise.all([visit(pages.ask, once), visit(pages.ask, once)])
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
  const two = await Promise.all([ask(link, 'One'), ask(link, 'Two')])
  expect(two.map(({ number }) => number).toSorted()).toEqual([2, 3])
  const preview = passLinkIn(await boss.call(passes.preview, { id: pass.id }))
  expect(await turnedAway(pages.ask, { ...preview, ...written(), words: 'The ramp' })).toMatchObject({ status: 403 })
  expect(await visit(pages.list, preview)).toHaveLength(3)
  expect((await boss.call(tasks.sent, {})).data).toHaveLength(3)
})

test('an inspector of a part of the company asks too, and never about what is outside of the pass', async () => {
  const { boss, record, link } = await inspectedFarm({ kinds: ['submission'], last_day: '2020-01-01' })
  const outside = { ...link, ...written(), words: 'This one', record_id: record.id }
  for (const kind of ['submission', 'finding'])
    expect(await turnedAway(pages.ask, { ...outside, kind })).toMatchObject({ status: 404 })
  const past = { ...link, ...written(), words: 'This one', due_on: '2020-01-01' }
  expect(await turnedAway(pages.ask, past)).toMatchObject({ status: 422 })
  const reach = { location_ids: [], animal_group_ids: [], vehicle_ids: [] }
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  const part = passLinkIn(await issue(boss, { reach: { ...reach, vehicle_ids: [lorry.id] } }))
  const { id } = await ask(part)
  const [task] = (await boss.call(tasks.sent, {})).data
  await boss.call(tasks.completeSent, { id: task?.id ?? 0, note: 'It is in the lorry' })
  const [answered] = await visit(pages.list, part)
  expect(answered).toMatchObject({ id, number: 1, state: 'answered', entries: [{}, { words: 'It is in the lorry' }] })
  expect((await visit(pages.list, part))[0]?.entries[1]?.seen_at).not.toBeNull()
})

test('a revoked or ended pass asks nothing', async () => {
  const { boss, pass, link } = await inspectedFarm()
  const ended = { endsAt: new Date(Date.now() - 1), startsAt: new Date(Date.now() - 60_000) }
  await platform(db => db.update(passTable).set(ended).where(eq(passTable.id, pass.id)))
  const words = { ...link, ...written(), words: 'The ramp' }
  expect(await turnedAway(pages.ask, words)).toMatchObject({ code: 'public_link_expired' })
  await boss.call(passes.revoke, { id: pass.id })
  for (const call of [pages.ask, pages.list])
    expect(await turnedAway(call, words)).toMatchObject({ code: 'share_taken_back' })
})

test('after the closing note nothing is asked, and what was asked is still answered', async () => {
  const { boss, record, link } = await inspectedFarm()
  const once = { ...link, ...written(), words: 'The ramp' }
  const { id } = await visit(pages.ask, once)
  await writeInPass(link, record.id)
  // What was sent before may arrive again.
  expect((await visit(pages.ask, once)).id).toBe(id)
  const more = { ...link, ...written(), words: 'More' }
  for (const [call, input] of [
    [pages.ask, more],
    [pages.askAgain, { ...more, request_id: id }],
    [pages.withdraw, { ...more, request_id: id }],
  ] as const)
    expect(await turnedAway(call, input)).toMatchObject({ status: 409, code: 'pass_closed' })
  await boss.call(requests.answer, { id, uuid: crypto.randomUUID(), words: 'Here it is' })
  expect((await visit(pages.list, link))[0]).toMatchObject({ state: 'answered' })
})

test('requests are of one pass and one company, and managers of the whole company answer them', async () => {
  const { farm, boss, hand, link } = await inspectedFarm()
  const { id } = await ask(link)
  const other = await inspectedFarm()
  const answer = { id, uuid: crypto.randomUUID(), words: 'Mine' }
  expect(await other.boss.refused(requests.answer, answer)).toMatchObject({ status: 404 })
  const foreign = { ...other.link, ...written(), request_id: id, words: 'Mine' }
  for (const call of [pages.askAgain, pages.withdraw])
    expect(await turnedAway(call, foreign)).toMatchObject({ status: 404 })
  expect(await hand.refused(requests.answer, answer)).toMatchObject({ status: 403 })
  const part = await farm.manager()
  const lorry = await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  await narrow(part, farm.id, { vehicles: [lorry.id] })
  expect(await part.refused(requests.answer, answer)).toMatchObject({ status: 403 })
  const unknown = { ...answer, copied_uuids: [await send(other.boss, 'foreign.pdf', pdf)] }
  expect(await boss.refused(requests.answer, unknown)).toMatchObject({ status: 404 })
  expect(await boss.refused(requests.answer, { ...answer, words: '' })).toMatchObject({ status: 422 })
})
