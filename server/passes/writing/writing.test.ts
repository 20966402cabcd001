import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { InputOf } from '#shared/lib/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { passes } from '#shared/passes/contract.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { users } from '../../accounts/table.ts'
import { fetchFile } from '../../test/files.ts'
import { goodAnswers, publishedForm } from '../../test/forms.ts'
import { issue, passLinkIn } from '../../test/passes.ts'
import { company, type Person, platform, request } from '../../test/people.ts'
import { begin, photo } from '../../test/submissions.ts'
import { tend } from '../../test/tend.ts'
import { somewhere, turnedAway, visit } from '../../test/visitors.ts'
import { passes as passTable } from '../table.ts'

type Link = ReturnType<typeof passLinkIn>
type Report = InputOf<typeof passWriting.report>

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const deviceTime = '2026-11-30T08:15:00+01:00'

const finding = (link: Link, more: Partial<Report> = {}): Report => ({
  ...{ uuid: crypto.randomUUID(), device_time: deviceTime, kind: null, record_id: null },
  ...{ text: 'The gate does not close\nThe lower hinge is broken', severity: 'critical', due_on: dayAhead(3), ...more },
  ...link,
})

/** A farm with two barns, in each of which a worker filled in a form. */
async function visitedFarm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await platform(db => db.update(users).set({ name: 'Zsuzsanna Hegedus' }).where(eq(users.id, hand.id)))
  const form = await publishedForm(boss)
  const barn = async (name: string) => {
    const place = await boss.call(locations.create, { name, type: 'barn' })
    const draft = await begin(hand, form, { subjects: [{ type: 'location', id: place.id, name }] as never })
    const { id } = await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })
    return { place, id }
  }
  return { farm, boss, hand, north: await barn('North barn'), south: await barn('South barn') }
}

/** Sends a photo by a pass, and gives its uuid. */
async function sent(link: Link, from = somewhere()): Promise<string> {
  const uuid = crypto.randomUUID()
  await visit(passWriting.photo, { ...link, uuid }, { from, file: { name: 'gate.jpg', content: await photo() } })
  return uuid
}

const given = (person: Person) => person.call(tasks.sent, {})

test('a finding becomes a corrective task with a due day, and its end is seen by the pass', async () => {
  const { boss, hand, north } = await visitedFarm()
  const pass = await issue(boss)
  const link = passLinkIn(pass)
  const about = { kind: 'submission', record_id: north.id } as const
  const uuid = await sent(link)
  const report = finding(link, { ...about, location_id: north.place.id, photo_uuids: [uuid] })
  await visit(passWriting.report, report)
  const [written] = (await boss.call(passes.written, { id: pass.id })).findings
  expect(written).toMatchObject({ ...about, severity: 'critical', location: 'North barn', state: 'open', end: null })
  const task = (await given(boss)).data.find(({ id }) => id === written?.sent_task_id)
  expect(task).toMatchObject({ title: 'The gate does not close', kind: 'corrective', priority: 'high' })
  for (const words of ['The lower hinge is broken', 'Pen check', 'North barn', 'Dr Vet · Vet office'])
    expect(task?.description).toContain(words)
  expect(task?.due_at.slice(0, 10)).toBe(dayAhead(3))
  // The card of the task shows the photo, to those who have it.
  expect(written?.photos).toEqual(task?.origin_photos.map(({ path }) => ({ address: `/storage/${path}` })))
  expect(task?.origin_photos).toHaveLength(1)
  expect((await boss.call(tasks.getSent, { id: task?.id ?? 0 })).origin_photos).toEqual(task?.origin_photos)
  const told = await boss.call(notices.list, { kind: 'pass.reported' })
  expect(told.data.map(({ href }) => href)).toEqual([`/company/passes/${pass.id}`])
  const { app } = await tend()
  const picture = await fetchFile(written?.photos[0]?.address.replace('/storage/', '') ?? '', boss)
  expect(picture.statusCode).toBe(200)

  await boss.call(tasks.completeSent, { id: written?.sent_task_id ?? 0, note: 'Zsuzsanna Hegedus put in a new hinge' })
  const now = await visit(passWriting.written, link)
  expect(now.findings).toMatchObject([
    {
      record_title: 'Pen check',
      device_time: deviceTime,
      state: 'done',
      end: { person: expect.stringMatching(/^Worker/) },
    },
  ])
  expect(now.findings[0]?.end?.note).toMatch(/^Worker [0-9A-Z]{4} put in a new hinge$/)
  const shown = await app.inject({ url: now.findings[0]?.photos[0]?.address ?? '' })
  expect(shown.statusCode).toBe(200)
  const log = (await boss.call(passes.log, { id: pass.id })).data
  expect(log.map(({ action }) => action).toReversed()).toEqual(['reported', 'checked', 'downloaded'])
  expect(log.at(-1)).toMatchObject({ kind: 'submission', record_id: north.id, found: 1 })
  expect(await hand.refused(passes.written, { id: pass.id })).toMatchObject({ status: 403 })
})

test('what is sent again, also at once, is written once', async () => {
  const { boss } = await visitedFarm()
  const pass = await issue(boss)
  const link = passLinkIn(pass)
  const uuid = await sent(link)
  await visit(passWriting.photo, { ...link, uuid }, { file: { name: 'gate.jpg', content: await photo() } })
  const report = finding(link, { photo_uuids: [uuid] })
  const answers = await Promise.all([1, 2, 3].map(() => visit(passWriting.report, report)))
  expect(answers).toEqual([{ uuid: report.uuid }, { uuid: report.uuid }, { uuid: report.uuid }])
  expect((await boss.call(passes.written, { id: pass.id })).findings).toHaveLength(1)
  expect((await boss.call(notices.list, { kind: 'pass.reported' })).data).toHaveLength(1)
  expect((await given(boss)).data.filter(({ title }) => title === 'The gate does not close')).toHaveLength(1)
})

test('a finding of the visit, by a pass of one barn, is seen to be put right', async () => {
  const { boss, north, south } = await visitedFarm()
  const reach = { location_ids: [north.place.id], animal_group_ids: [], vehicle_ids: [] }
  const pass = await issue(boss, { reach, kinds: ['submission'] })
  const link = passLinkIn(pass)
  await visit(passWriting.report, finding(link))
  const written = await visit(passWriting.written, link)
  expect(written.locations).toEqual([{ id: north.place.id, name: 'North barn' }])
  const [known] = (await boss.call(passes.written, { id: pass.id })).findings
  await boss.call(tasks.completeSent, { id: known?.sent_task_id ?? 0 })
  expect((await visit(passWriting.written, link)).findings).toMatchObject([{ state: 'done', record_title: null }])

  const missing = (more: Partial<Report>) => turnedAway(passWriting.report, finding(link, more))
  expect(await missing({ kind: 'submission', record_id: south.id })).toMatchObject({ status: 404 })
  expect(await missing({ kind: 'finding', record_id: 1 })).toMatchObject({ status: 404 })
  expect(await missing({ location_id: south.place.id })).toMatchObject({ status: 422 })
  expect(await missing({ kind: 'submission' })).toMatchObject({ status: 422 })
  expect(await missing({ due_on: dayAhead(2_000) })).toMatchObject({ status: 422 })
  expect(await missing({ photo_uuids: [crypto.randomUUID()] })).toMatchObject({ status: 422 })
  const pick = { ...link, uuid: crypto.randomUUID(), device_time: deviceTime, kind: 'submission', reason: 'Odd' }
  expect(await turnedAway(passWriting.pick, { ...pick, record_id: south.id })).toMatchObject({ status: 404 })
  expect((await boss.call(passes.written, { id: pass.id })).findings).toHaveLength(1)
})

test('records are picked with a reason, and listed with the samples', async () => {
  const { boss, north } = await visitedFarm()
  const pass = await issue(boss)
  const link = passLinkIn(pass)
  const pick = { uuid: crypto.randomUUID(), device_time: deviceTime, kind: 'submission', record_id: north.id } as const
  for (let time = 0; time < 2; time++)
    await visit(passWriting.pick, { ...link, ...pick, reason: 'Zsuzsanna Hegedus wrote it' })
  await visit(passPages.sample, { ...link, kind: 'submission', seed: 4711, size: 1 })
  const written = await visit(passWriting.written, link)
  expect(written.picks).toMatchObject([{ ...pick, record_title: 'Pen check' }])
  expect(written.picks[0]?.reason).toBe('Zsuzsanna Hegedus wrote it')
  expect(written.samples).toMatchObject([{ kind: 'submission', search: 'seed 4711 · n = 1', found: 2 }])
  const known = await boss.call(passes.written, { id: pass.id })
  expect(known.picks).toMatchObject([{ ...pick, reason: 'Zsuzsanna Hegedus wrote it' }])
  const actions = (await boss.call(passes.log, { id: pass.id })).data.map(({ action }) => action)
  expect(actions.toReversed()).toEqual(['picked', 'sampled', 'checked'])
})

test('the closing note is final: reading goes on, and nothing more is written', async () => {
  const { boss, north } = await visitedFarm()
  const pass = await issue(boss)
  const link = passLinkIn(pass)
  const first = finding(link)
  await visit(passWriting.report, first)
  const closing = {
    ...{ ...link, uuid: crypto.randomUUID(), device_time: deviceTime, text: 'All in order but the gate' },
    ...{ signed_by: 'Dr Vet', signature_uuid: await sent(link) },
  }
  await visit(passWriting.close, closing)
  await visit(passWriting.close, closing)
  const written = await visit(passWriting.written, link)
  expect(written.closing).toMatchObject({ text: 'All in order but the gate', signed_by: 'Dr Vet' })
  expect((await boss.call(passes.written, { id: pass.id })).closing).toMatchObject({ signed_by: 'Dr Vet' })
  expect((await boss.call(notices.list, { kind: 'pass.closed' })).data).toHaveLength(1)
  // What was sent before and is sent again, because its answer was lost, is well.
  await visit(passWriting.report, first)
  const pick = { uuid: crypto.randomUUID(), device_time: deviceTime, kind: 'submission', record_id: north.id }
  for (const [call, input] of [
    [passWriting.report, finding(link)],
    [passWriting.pick, { ...link, ...pick, reason: 'Odd' }],
    [passWriting.close, { ...closing, uuid: crypto.randomUUID() }],
  ] as const)
    expect(await turnedAway(call, input)).toMatchObject({ status: 409, code: 'pass_closed' })
  expect((await visit(passPages.open, link)).holder_name).toBe('Dr Vet')
})

test('a preview, a revoked and an ended pass write nothing', async () => {
  const { boss } = await visitedFarm()
  const pass = await issue(boss)
  const link = passLinkIn(pass)
  const preview = passLinkIn(await boss.call(passes.preview, { id: pass.id }))
  expect((await visit(passWriting.written, preview)).findings).toEqual([])
  expect(await turnedAway(passWriting.report, finding(preview))).toMatchObject({ status: 403, code: 'forbidden' })
  const file = { name: 'gate.jpg', content: await photo() }
  const upload = (to: Link) =>
    request(passWriting.photo, { ...to, uuid: crypto.randomUUID() }, null, { from: somewhere(), file })
  expect((await upload(preview)).statusCode).toBe(403)
  expect((await boss.call(passes.log, { id: pass.id })).data).toEqual([])
  await platform(db =>
    db
      .update(passTable)
      .set({ startsAt: new Date(Date.now() - 60_000), endsAt: new Date(Date.now() - 1) })
      .where(eq(passTable.id, pass.id)),
  )
  expect(await turnedAway(passWriting.report, finding(link))).toMatchObject({ code: 'public_link_expired' })
  const other = await issue(boss)
  const revoked = passLinkIn(other)
  await boss.call(passes.revoke, { id: other.id })
  for (const call of [passWriting.report, passWriting.written])
    expect(await turnedAway(call, finding(revoked))).toMatchObject({ code: 'share_taken_back' })
  expect((await upload(revoked)).statusCode).toBe(410)
  expect((await boss.call(notices.list, { kind: 'pass.reported' })).data).toEqual([])
})

test('two companies write nothing into each other', async () => {
  const [one, other] = [await visitedFarm(), await visitedFarm()]
  const link = passLinkIn(await issue(one.boss))
  const foreign = { kind: 'submission', record_id: other.north.id } as const
  expect(await turnedAway(passWriting.report, finding(link, foreign))).toMatchObject({ status: 404 })
  expect(await turnedAway(passWriting.report, finding(link, { location_id: other.north.place.id }))).toMatchObject({
    status: 422,
  })
  const theirs = await sent(passLinkIn(await issue(other.boss)))
  expect(await turnedAway(passWriting.report, finding(link, { photo_uuids: [theirs] }))).toMatchObject({ status: 422 })
  const pass = await issue(one.boss)
  expect(await other.boss.refused(passes.written, { id: pass.id })).toMatchObject({ status: 404 })
})
