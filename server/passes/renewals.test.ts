import { expect, test } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { passes } from '#shared/passes/contract.ts'
import { passFollowUps } from '#shared/passes/followUp.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { passRequestPages } from '#shared/passes/requests.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, lameAnswers, publishedForm } from '../test/forms.ts'
import { issue, passLinkIn } from '../test/passes.ts'
import { company, type Person } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { turnedAway, visit } from '../test/visitors.ts'

const dayMs = 24 * 3600_000
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** A farm with two findings and a good submission, of which a pass was issued. */
async function inspectedFarm() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const place = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  // Each of a barn of its own: another check of the same one would say how its finding went on.
  const check = async (answers = lameAnswers) => {
    const { id, name } = await boss.call(locations.create, { name: `Barn ${crypto.randomUUID()}`, type: 'barn' })
    const draft = await begin(hand, form, { subjects: [{ type: 'location', id, name }] as never })
    return hand.call(submissions.complete, { id: draft.id, answers })
  }
  const [lame, lamer, good] = [await check(), await check(), await check(goodAnswers)]
  const cow = await boss.call(animals.create, { name: 'Daisy', species: 'cattle', location_id: place.id })
  const weight = { type: 'weight', kilograms: 600 } as const
  const event = await hand.call(animalEvents.create, { id: cow.id, day: dayIn(0), details: weight } as never)
  const first = await issue(boss, { kinds: ['submission', 'finding', 'animal_event'], last_day: dayIn(0) })
  return { boss, hand, check, lame, lamer, good, cow, event, first }
}

const renewed = async (boss: Person, id: number, more: object = {}) => {
  const times = { starts_at: new Date().toISOString(), ends_at: new Date(Date.now() + dayMs).toISOString() }
  return passLinkIn(await boss.call(passes.renew, { id, holder_name: 'Dr Vet', ...times, ...more }))
}

type Link = Awaited<ReturnType<typeof renewed>>
const marksIn = async (link: Link, kind: 'submission' | 'finding' | 'animal_event', more: object = {}) => {
  const found: unknown = await visit(passPages.records, { ...link, kind, page: 1, per_page: 50, ...more } as never)
  return Object.fromEntries((found as { id: number; since: string | null }[]).map(({ id, since }) => [id, since]))
}

async function changedFarm() {
  const farm = await inspectedFarm()
  const { boss, good, lamer } = farm
  const found = (await boss.call(findings.list, {})).data
  const ofLamer = found.find(({ submission_id }) => submission_id === lamer.id)?.id ?? 0
  const ofLame = found.find(({ id }) => id !== ofLamer)?.id ?? 0
  await boss.call(findings.settle, { id: ofLamer, reason: 'The vet has been' })
  const { revision } = await boss.call(submissions.get, { id: good.id })
  await boss.call(corrections.correct, {
    ...{ id: good.id, revision, reason: 'Another pen' },
    answers: { ...good.answers, remark: { value: 'In the other pen' } } as never,
  })
  const later = await farm.check(goodAnswers)
  return { ...farm, ofLame, ofLamer, later }
}

test('a renewal says of each record what is new, changed, closed or open since the earlier pass', async () => {
  const { boss, first, lame, lamer, good, later, ofLame, ofLamer } = await changedFarm()
  const link = await renewed(boss, first.id)
  expect(await marksIn(link, 'submission')).toEqual({
    ...{ [lame.id]: null, [lamer.id]: null, [good.id]: 'changed', [later.id]: 'new' },
  })
  expect(await marksIn(link, 'finding')).toEqual({ [ofLame]: 'open', [ofLamer]: 'closed' })
  expect(Object.keys(await marksIn(link, 'submission', { since: 'any' }))).toHaveLength(2)
  expect(await marksIn(link, 'submission', { since: 'new' })).toEqual({ [later.id]: 'new' })
  expect(await marksIn(link, 'finding', { since: 'closed' })).toEqual({ [ofLamer]: 'closed' })
  const { renewal } = await visit(passPages.open, link)
  expect(renewal?.since).toBe(first.starts_at)
  expect(renewal?.counts).toEqual(
    expect.arrayContaining([
      { kind: 'submission', mark: 'new', count: 1 },
      { kind: 'submission', mark: 'changed', count: 1 },
      { kind: 'finding', mark: 'closed', count: 1 },
      { kind: 'finding', mark: 'open', count: 1 },
    ]),
  )
  const drawn = await visit(passPages.sample, { ...link, kind: 'submission', since: 'any', size: 10, seed: 1 })
  expect([drawn.population, drawn.records.length]).toEqual([2, 2])
  const plain = passLinkIn(await issue(boss))
  expect((await visit(passPages.open, plain)).renewal).toBeNull()
  expect(await marksIn(plain, 'submission', { since: 'any' })).toEqual({})
})

test('a renewal of a later period shows of the earlier one what has changed, and nothing else', async () => {
  const { boss, hand, first, lame, good, later, event, ofLame, ofLamer } = await changedFarm()
  const link = await renewed(boss, first.id, { first_day: dayIn(1) })
  expect(await marksIn(link, 'submission')).toEqual({ [good.id]: 'changed' })
  expect(await marksIn(link, 'finding')).toEqual({ [ofLame]: 'open', [ofLamer]: 'closed' })
  expect(await marksIn(link, 'animal_event')).toEqual({})
  const missing = async (input: object) =>
    expect(await turnedAway(passPages.record, { ...link, ...input })).toMatchObject({ status: 404 })
  await missing({ kind: 'submission', record_id: lame.id })
  await missing({ kind: 'submission', record_id: later.id })
  const corrected = await visit(passPages.record, { ...link, kind: 'submission', record_id: good.id })
  expect(corrected.versions.map(({ number }) => number)).toEqual([2, 1])
  const weight = { type: 'weight', kilograms: 610 } as const
  await hand.call(animalEvents.update, { id: event.id, details: weight } as never)
  expect(await marksIn(await renewed(boss, first.id, { first_day: dayIn(1) }), 'animal_event')).toEqual({
    [event.id]: 'changed',
  })
})

test('a renewal shows what the inspector wrote before, as far as it has come, and names nobody', async () => {
  const { boss, first, lame } = await inspectedFarm()
  const link = passLinkIn(first)
  const written = { ...link, device_time: new Date().toISOString(), due_on: dayIn(7) }
  const report = (text: string, about: object) =>
    visit(passWriting.report, {
      ...{ ...written, uuid: crypto.randomUUID(), text, severity: 'critical', ...about },
    } as never)
  await report('The gate is broken', { kind: null, record_id: null })
  await report('The leg needs a vet', { kind: 'submission', record_id: lame.id })
  const asked = { ...written, uuid: crypto.randomUUID(), words: 'The papers of the ramp' }
  await visit(passRequestPages.ask, asked as never)
  const found = (await boss.call(passes.written, { id: first.id })).findings
  const gate = found.find(({ text }) => text.startsWith('The gate'))
  await boss.call(tasks.completeSent, { id: gate?.sent_task_id ?? 0 } as never)
  const next = await renewed(boss, first.id)
  const followUp = await visit(passFollowUps.read, next)
  expect(followUp?.findings).toMatchObject([
    { text: 'The leg needs a vet', kind: 'submission', record_id: lame.id, state: 'open', done_at: null },
    { text: 'The gate is broken', kind: null, state: 'done', done_at: expect.any(String) },
  ])
  expect(followUp?.requests).toMatchObject([{ number: 1, text: 'The papers of the ramp', state: 'open' }])
  expect(JSON.stringify(followUp)).not.toMatch(/Worker [0-9A-Z]{4}/)
  expect((await boss.call(passes.log, { id: next.id })).data.map(({ action }) => action)).toEqual(['checked'])
  // The record is outside of the period of this one.
  const later = await visit(passFollowUps.read, await renewed(boss, first.id, { first_day: dayIn(1) }))
  expect(later?.findings[0]).toMatchObject({ text: 'The leg needs a vet', kind: null, record_id: null })
  expect(await visit(passFollowUps.read, link)).toBeNull()
  expect(await turnedAway(passFollowUps.read, { ...next, token: link.token })).toMatchObject({ status: 404 })
  await boss.call(passes.revoke, { id: next.id })
  expect(await turnedAway(passFollowUps.read, next)).toMatchObject({ code: 'share_taken_back' })
})
