import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { atOnce } from '../test/atOnce.ts'
import { goodAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { attach, begin, complete } from '../test/submissions.ts'
import { submissions as table } from './table.ts'

const newUuid = () => crypto.randomUUID()

test('a worker begins a form, and gets the version that is published now', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const uuid = newUuid()
  const draft = await hand.call(submissions.create, { form_id: form.id, uuid })

  expect(draft).toMatchObject({
    company_id: farm.id,
    uuid,
    form_id: form.id,
    form_name: form.name,
    version: 1,
    user_id: hand.id,
    user_name: hand.name,
    task_sent_id: null,
    subjects: [],
    status: 'draft',
    answers: {},
    score: null,
    completed_at: null,
    revision: 1,
    definition: penCheck,
    files: [],
    tasks: [],
  })
  await boss.call(forms.update, { id: form.id, definition: { ...penCheck, scoring: undefined } })
  await boss.call(forms.publish, { id: form.id })
  expect(await hand.call(submissions.get, { id: draft.id })).toEqual(draft)
  expect(await begin(hand, form)).toMatchObject({ version: 2, form_id: form.id })
})

test('a phone that was offline completes an older version, also after the form was closed', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const started_at = new Date().toISOString()
  await boss.call(forms.update, { id: form.id, definition: { ...penCheck, scoring: undefined } })
  await boss.call(forms.publish, { id: form.id })

  const late = await begin(hand, form, { version: 1, started_at })
  expect(late).toMatchObject({ version: 1, started_at, definition: penCheck })
  const done = await hand.call(submissions.complete, { id: late.id, answers: goodAnswers })
  expect(done).toMatchObject({ status: 'complete', version: 1, score: { percent: expect.any(Number) } })

  await boss.call(forms.update, { id: form.id, status: 'closed' })
  expect(await begin(hand, form, { version: 1, started_at })).toMatchObject({ version: 1 })
  await boss.call(forms.remove, { id: form.id })
  expect(await begin(hand, form, { version: 2, started_at })).toMatchObject({ version: 2 })
  const afterwards = new Date(Date.now() + 3_600_000).toISOString()
  for (const beginning of [{ version: 1 }, { version: 1, started_at: afterwards }, { started_at }])
    expect(await hand.refused(submissions.create, { form_id: form.id, uuid: newUuid(), ...beginning })).toMatchObject({
      status: 409,
      code: 'form_not_published',
    })
})

test('a version that the form never had is refused, and a clock that runs ahead is set to now', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  for (const version of [2, 99])
    expect(await hand.refused(submissions.create, { form_id: form.id, uuid: newUuid(), version })).toMatchObject({
      status: 422,
      errors: { version: [expect.any(String)] },
    })
  const { started_at } = await begin(hand, form, { version: 1, started_at: '2999-01-01T00:00:00.000Z' })
  expect(Date.parse(started_at)).toBeLessThanOrEqual(Date.now())
})

test('the same uuid again, also at once, is the same submission; a colleague cannot use it', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const [form, another] = [await publishedForm(boss), await publishedForm(boss)]
  const uuid = newUuid()
  const drafts = await atOnce(20, () => begin(hand, form, { uuid }))

  expect(new Set(drafts.map(({ id }) => id)).size).toBe(1)
  const stored = await platform(db =>
    db
      .select()
      .from(table)
      .where(and(eq(table.companyId, farm.id), eq(table.uuid, uuid))),
  )
  expect(stored).toHaveLength(1)
  await boss.call(forms.update, { id: form.id, status: 'closed' })
  expect((await begin(hand, form, { uuid })).id).toBe(drafts[0]?.id)
  for (const [person, form_id] of [
    [other, form.id],
    [hand, another.id],
  ] as const)
    expect(await person.refused(submissions.create, { form_id, uuid })).toMatchObject({
      status: 409,
      code: 'submission_uuid_taken',
    })
})

test('another company may use the same uuid, and neither sees the other', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const uuid = newUuid()
  const mine = await begin(boss, await publishedForm(boss), { uuid })
  const theirs = await begin(stranger, await publishedForm(stranger), { uuid })

  expect(theirs.id).not.toBe(mine.id)
  expect((await stranger.call(submissions.list, {})).data.map(({ id }) => id)).toEqual([theirs.id])
  const missing = await stranger.send(submissions.get, { id: 2_000_000 })
  const input = { id: mine.id, answers: goodAnswers }
  for (const call of [submissions.get, submissions.update, submissions.complete, submissions.remove, submissions.pdf]) {
    const answer = await stranger.send(
      call,
      call.method === 'GET' || call.method === 'DELETE' ? { id: mine.id } : input,
    )
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
  }
})

test('only an open form can be begun, and only one of the company', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await dairy.manager()]
  const [closed, archived, foreign] = [
    await publishedForm(boss),
    await publishedForm(boss),
    await publishedForm(stranger),
  ]
  const draft = await boss.call(forms.create, { name: { en: 'New' }, definition: penCheck })
  await boss.call(forms.update, { id: closed.id, status: 'closed' })
  await boss.call(forms.remove, { id: archived.id })

  for (const { id } of [closed, archived])
    expect(await hand.refused(submissions.create, { form_id: id, uuid: newUuid() })).toMatchObject({
      status: 409,
      code: 'form_not_published',
    })
  expect(await boss.refused(submissions.create, { form_id: draft.id, uuid: newUuid() })).toMatchObject({ status: 409 })
  for (const { id } of [draft, foreign])
    expect(await hand.refused(submissions.create, { form_id: id, uuid: newUuid() })).toMatchObject({
      status: 422,
      errors: { form_id: [expect.any(String)] },
    })
  const guest = await farm.guest()
  expect(await guest.refused(submissions.create, { form_id: closed.id, uuid: newUuid() })).toMatchObject({
    status: 422,
  })
  expect(await hand.refused(submissions.create, { form_id: closed.id, uuid: 'x' })).toMatchObject({ status: 422 })
})

test('a form begun from a task is about the task’s subject', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const [form, another] = [await publishedForm(boss), await publishedForm(boss)]
  const barn = await boss.call(locations.create, { name: 'Barn 2', type: 'barn' })
  const pen = await boss.call(locations.create, { name: 'Pen 7', type: 'pen' })
  await boss.call(tasks.create, {
    title: 'Check the barn',
    form_id: form.id,
    assignees: [{ user_id: hand.id }],
    subjects: [{ type: 'location', id: barn.id }],
  })
  const [sent] = (await hand.call(tasks.sent, {})).data
  const task_sent_id = sent?.id ?? 0

  expect(await begin(hand, form, { task_sent_id })).toMatchObject({
    task_sent_id,
    subjects: [{ type: 'location', id: barn.id, name: 'Barn 2' }],
  })
  const subjects = [{ type: 'location' as const, id: pen.id, name: '' }]
  expect((await begin(hand, form, { task_sent_id, subjects })).subjects).toMatchObject([{ name: 'Pen 7' }])
  for (const [person, form_id] of [
    [other, form.id],
    [hand, another.id],
  ] as const)
    expect(await person.refused(submissions.create, { form_id, uuid: newUuid(), task_sent_id })).toMatchObject({
      status: 422,
      errors: { task_sent_id: [expect.any(String)] },
    })
  await hand.call(tasks.skipSent, { id: task_sent_id })
  expect(await hand.refused(submissions.create, { form_id: form.id, uuid: newUuid(), task_sent_id })).toMatchObject({
    status: 409,
    code: 'task_already_skipped',
  })
})

test('a draft keeps unfinished answers, but nothing that no screen could have made', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await begin(hand, await publishedForm(boss))
  const saved = await hand.call(submissions.update, { id, answers: { calm: { value: 'yes' }, number: { value: 900 } } })

  expect(saved).toMatchObject({ id, status: 'draft', revision: 2 })
  expect(saved).not.toHaveProperty('definition')
  const refusal = await hand.refused(submissions.update, {
    id,
    answers: { calm: { value: 'maybe' }, bedding: { value: 'mud' }, cleaned: { value: '2026-02-30' }, ghost: {} },
  })
  expect(refusal).toMatchObject({ status: 422, code: 'invalid' })
  expect(Object.keys(refusal.errors ?? {}).sort()).toEqual([
    'answers.bedding',
    'answers.calm',
    'answers.cleaned',
    'answers.ghost',
  ])
  expect(Object.values(refusal.errors ?? {}).flat()).not.toContainEqual(expect.stringContaining('problem.'))
  expect(await hand.refused(submissions.update, { id, answers: { calm: { mood: 'good' } } })).toMatchObject({
    status: 422,
  })
  expect(await hand.refused(submissions.update, { id, answers: { constructor: { value: 'x' } } })).toMatchObject({
    status: 422,
    errors: { 'answers.constructor': [expect.any(String)] },
  })
  expect((await hand.call(submissions.get, { id })).answers).toEqual({ calm: { value: 'yes' }, number: { value: 900 } })
})

test('a draft is about places and animals of the company, which can be changed', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, stranger] = [await farm.manager(), await farm.worker(), await dairy.manager()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const foreign = await stranger.call(locations.create, { name: 'Theirs', type: 'barn' })
  const { id } = await begin(hand, await publishedForm(boss))
  const about = (subjects: { type: 'location'; id: number }[]) => ({ id, subjects })

  const place = { type: 'location' as const, id: barn.id }
  const twice = await hand.call(submissions.update, about([place, place]))
  expect(twice.subjects).toEqual([{ ...place, name: 'Barn', status: null }])
  expect(await hand.refused(submissions.update, about([{ type: 'location', id: foreign.id }]))).toMatchObject({
    status: 422,
    errors: { 'subjects.0.id': [expect.any(String)] },
  })
  expect((await hand.call(submissions.update, about([]))).subjects).toEqual([])
})

test('two devices of one person do not overwrite each other', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id, revision } = await begin(hand, await publishedForm(boss))
  await hand.call(submissions.update, { id, revision, answers: { calm: { value: 'yes' } } })

  for (const call of [submissions.update, submissions.complete])
    expect(await hand.refused(call, { id, revision, answers: goodAnswers })).toMatchObject({
      status: 409,
      code: 'stale_revision',
      data: { id, revision: 2, answers: { calm: { value: 'yes' } } },
    })
})

test('a draft is its person’s alone: neither a colleague nor a manager sees it', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const { id } = await begin(hand, await publishedForm(boss))

  for (const person of [boss, other]) {
    expect((await person.call(submissions.list, {})).data).toEqual([])
    expect(await person.refused(submissions.get, { id })).toMatchObject({ status: 404 })
    expect(await person.refused(submissions.update, { id, answers: {} })).toMatchObject({ status: 404 })
    expect(await person.refused(submissions.complete, { id, answers: goodAnswers })).toMatchObject({ status: 404 })
    expect(await person.refused(submissions.remove, { id })).toMatchObject({ status: 404 })
  }
})

test('a draft is archived and restored by its person; a complete one by a manager only', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const draft = await begin(hand, form)
  await attach(hand, draft)
  const kept = await hand.call(submissions.update, { id: draft.id, answers: goodAnswers })
  const done = await complete(hand, form)
  await hand.call(submissions.remove, { id: draft.id })
  const archived = await hand.call(submissions.get, { id: draft.id })
  await hand.call(submissions.remove, { id: draft.id })

  // Twice is once: its days are counted from the first.
  expect(await hand.call(submissions.get, { id: draft.id })).toMatchObject({
    archived_at: archived.archived_at,
    revision: kept.revision + 1,
  })
  expect((await hand.call(submissions.list, { status: 'draft' })).data).toEqual([])
  expect((await hand.call(submissions.list, { archived: true })).data).toMatchObject([{ id: draft.id }])
  expect((await boss.call(submissions.list, { archived: true })).data).toEqual([])
  expect(await boss.refused(submissions.restore, { id: draft.id })).toMatchObject({ status: 404 })
  for (const call of [submissions.update, submissions.complete])
    expect(await hand.refused(call, { id: draft.id, answers: goodAnswers })).toMatchObject({ status: 404 })
  expect(await hand.call(submissions.restore, { id: draft.id })).toMatchObject({
    ...{ archived_at: null, status: 'draft', answers: goodAnswers },
    files: [expect.anything()],
  })
  expect((await hand.call(submissions.list, { status: 'draft' })).data).toMatchObject([{ id: draft.id }])

  expect(await hand.refused(submissions.remove, { id: done.id })).toMatchObject({ status: 403, code: 'forbidden' })
  await boss.call(submissions.remove, { id: done.id })
  expect((await boss.call(submissions.list, {})).data).toEqual([])
  expect((await boss.call(submissions.list, { archived: true })).data).toMatchObject([{ id: done.id }])
  expect(await hand.refused(submissions.restore, { id: done.id })).toMatchObject({ status: 403 })
  expect(await boss.call(submissions.restore, { id: done.id })).toMatchObject({ archived_at: null, status: 'complete' })
})

test('a draft discarded on one device continues where another opens it, as it was', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const draft = await begin(hand, form)
  await hand.call(submissions.update, { id: draft.id, answers: goodAnswers })
  await hand.call(submissions.remove, { id: draft.id })

  expect(await hand.refused(submissions.update, { id: draft.id, answers: goodAnswers })).toMatchObject({ status: 404 })
  expect(await hand.call(submissions.create, { form_id: form.id, uuid: draft.uuid })).toMatchObject({
    ...{ id: draft.id, archived_at: null, answers: goodAnswers },
  })
  expect(await hand.call(submissions.complete, { id: draft.id, answers: goodAnswers })).toMatchObject({
    status: 'complete',
  })
  const noted = (await boss.call(auditLog.list, { subject_type: 'Submission', subject_id: draft.id })).data
  expect(noted.map(({ action }) => action).sort()).toEqual([
    'submission.archived',
    'submission.completed',
    'submission.restored',
  ])
})
