import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { locations } from '#shared/locations/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { submissions as submissionTable } from '../submissions/table.ts'
import { atOnce } from '../test/atOnce.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { begin } from '../test/submissions.ts'
import { filledIn, linkOf, linksOf, turnedAway, visit } from '../test/visitors.ts'

test('a visitor’s submission is like any other: scored, shown to managers, without a person', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, { ...penCheck, settings: { score_preview: true } })
  const link = await linkOf(boss, form)
  const sent = filledIn(link, { contact: ' Anna, 0123 456 ', answers: goodAnswers })
  const done = await visit(publicForms.submit, sent)
  expect(done).toEqual({
    uuid: sent.uuid,
    completed_at: expect.any(String),
    copy_sent: null,
    score: { percent: 100, band: 'good', critical_failed: 0 },
  })

  const { data } = await boss.call(submissions.list, {})
  expect(data).toEqual([
    expect.objectContaining({ uuid: sent.uuid, user_id: null, user_name: '', status: 'complete', score_percent: 100 }),
  ])
  const id = data[0]?.id ?? 0
  const whole = await boss.call(submissions.get, { id })
  expect(whole).toMatchObject({ answers: goodAnswers, contact: 'Anna, 0123 456', version: 1, receipt: { sequence: 1 } })
  expect(await boss.heard('submission.completed')).toMatchObject([{ id, user_id: null }])
  expect(await hand.heard('submission.completed')).toEqual([])
  expect(await hand.refused(submissions.get, { id })).toMatchObject({ status: 404 })
  expect((await hand.call(submissions.list, {})).data).toEqual([])
  expect((await boss.call(submissions.list, { user_id: hand.id })).data).toEqual([])
  expect((await boss.call(submissions.list, { search: 'Pen' })).data).toHaveLength(1)
  expect((await boss.call(submissions.pdf, { id })) as unknown as Buffer).toSatisfy((pdf: Buffer) =>
    pdf.subarray(0, 5).equals(Buffer.from('%PDF-')),
  )
  expect(await linksOf(boss, form)).toMatchObject([{ responses: 1 }])

  // Archived and brought back like any other.
  await boss.call(submissions.remove, { id })
  expect((await boss.call(submissions.list, {})).data).toEqual([])
  await boss.call(submissions.restore, { id })
  const [row] = await platform(db => db.select().from(submissionTable).where(eq(submissionTable.id, id)))
  expect(Object.values(row ?? {}).filter(value => String(value).includes('10.0.'))).toEqual([])
})

test('without a score preview the visitor is told no score', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  expect(await visit(publicForms.submit, filledIn(link))).toMatchObject({ score: null })
})

test('a failed answer opens its task for managers, in the name of the link’s creator', async () => {
  const farm = await company()
  const [boss, partner] = [await farm.manager(), await farm.manager()]
  const definition = structuredClone(penCheck) as Definition
  const lame = definition.sections[0]?.questions[1]
  if (lame?.type !== 'yes_no' || !lame.when_failed?.task) throw new Error('The form is another.')
  lame.when_failed.task.assignee = 'submitter'
  lame.when_failed.notify = { to: ['submitter'] }
  const form = await publishedForm(boss, definition)
  const link = await linkOf(partner, form)
  await visit(publicForms.submit, filledIn(link, { answers: lameAnswers }))
  for (const person of [boss, partner]) {
    const { data } = await person.call(tasks.sent, {})
    expect(data).toMatchObject([{ title: 'Call the vet', is_completed: false }])
  }
  const [found] = (await boss.call(submissions.list, {})).data
  const { tasks: opened } = await boss.call(submissions.get, { id: found?.id ?? 0 })
  expect(opened).toMatchObject([{ title: 'Call the vet', question_id: 'lame' }])
})

test('the link’s answers win over sent ones, and its place is the subject of the submission', async () => {
  const boss = await (await company()).manager()
  const [barn, shed] = [
    await boss.call(locations.create, { name: 'Barn', type: 'barn' }),
    await boss.call(locations.create, { name: 'Shed', type: 'barn' }),
  ]
  const form = await publishedForm(boss, {
    ...penCheck,
    sections: [
      {
        id: 'where',
        title: { en: 'Where' },
        questions: [
          { id: 'place', type: 'location', label: { en: 'Which barn?' }, required: true },
          { id: 'helper', type: 'user', label: { en: 'Who helped?' } },
          { id: 'depth', type: 'number', label: { en: 'Depth' } },
        ],
      },
      ...penCheck.sections,
    ],
  })
  const prefill = { place: [{ id: barn.id, name: '' }], depth: 4 }
  const link = await linkOf(boss, form, { prefill })
  const answers = {
    ...goodAnswers,
    place: { value: [{ id: shed.id, name: 'Shed' }] },
    depth: { value: 9 },
    helper: { value: [{ id: boss.id, name: 'me' }] },
  }
  await visit(publicForms.submit, filledIn(link, { answers }))
  const { data } = await boss.call(submissions.list, { location_id: barn.id })
  expect(data).toHaveLength(1)
  const whole = await boss.call(submissions.get, { id: data[0]?.id ?? 0 })
  expect(whole.answers).toEqual({
    ...goodAnswers,
    place: { value: [{ id: barn.id, name: 'Barn' }] },
    depth: { value: 4 },
  })
  expect(whole.subjects).toMatchObject([{ type: 'location', id: barn.id, name: 'Barn' }])
})

test('unfit answers are refused by question in the visitor’s language, and nothing is stored', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  for (const [answers, field] of [
    [{ ...goodAnswers, calm: undefined }, 'calm'],
    [{ ...goodAnswers, calm: { value: 'perhaps' } }, 'calm'],
    [{ ...goodAnswers, nothing: { value: 1 } }, 'nothing'],
    [{ ...goodAnswers, number: { value: 61 } }, 'number'],
    [{ ...goodAnswers, lame: { value: 'yes' } }, 'lame'],
    [{ ...goodAnswers, picture: { value: [{ uuid: crypto.randomUUID() }] } }, 'picture'],
  ] as const) {
    const given = Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined))
    expect(
      await turnedAway(publicForms.submit, filledIn(link, { answers: given as never }), { lang: 'fr' }),
    ).toMatchObject({
      status: 422,
      errors: { [`answers.${field}`]: [expect.any(String)] },
    })
  }
  expect((await boss.call(submissions.list, {})).data).toEqual([])
  expect(await linksOf(boss, form)).toMatchObject([{ responses: 0 }])
})

test('a repetition is the same, concurrently and after the link’s end; other content is refused', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form, { cap: 1 })
  const sent = filledIn(link, { contact: 'Anna' })
  const answers = await atOnce(8, () => visit(publicForms.submit, sent))
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect((await boss.call(submissions.list, {})).data).toHaveLength(1)
  expect(await linksOf(boss, form)).toMatchObject([{ responses: 1 }])
  // The link is full by now and the form closed; a repeated call gets its answer again.
  await boss.call(forms.update, { id: form.id, status: 'closed' })
  expect(await visit(publicForms.submit, sent)).toEqual(answers[0])

  for (const other of [{ answers: lameAnswers }, { contact: 'Bea' }, { contact: undefined }, { version: 2 }] as const)
    expect(await turnedAway(publicForms.submit, { ...sent, ...other })).toMatchObject({
      status: 409,
      code: 'submission_uuid_taken',
    })
  const second = await publishedForm(boss)
  const elsewhere = await linkOf(boss, second)
  expect(await turnedAway(publicForms.submit, { ...sent, ...elsewhere })).toMatchObject({ status: 409 })
  expect(await hand.refused(submissions.create, { form_id: second.id, uuid: sent.uuid })).toMatchObject({ status: 409 })
  const begun = await begin(hand, second)
  expect(await turnedAway(publicForms.submit, filledIn(elsewhere, { uuid: begun.uuid }))).toMatchObject({ status: 409 })
  // The same name in another company is nobody's business.
  const neighbour = await (await company()).manager()
  const theirs = await linkOf(neighbour, await publishedForm(neighbour))
  await visit(publicForms.submit, { ...sent, ...theirs })
})

test('of fifty at once exactly as many are taken as the link allows', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form, { cap: 7 })
  const outcomes = await atOnce(50, () =>
    visit(publicForms.submit, filledIn(link)).then(
      () => 'taken',
      error => String(error),
    ),
  )
  expect(outcomes.filter(outcome => outcome === 'taken')).toHaveLength(7)
  expect(outcomes.filter(outcome => outcome.includes('public_link_full'))).toHaveLength(43)
  expect((await boss.call(submissions.list, {})).meta.total).toBe(7)
  expect(await linksOf(boss, form)).toMatchObject([{ responses: 7, cap: 7 }])
})

test('the version that a visitor began stays accepted after another is published', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  const [first] = penCheck.sections
  if (!first) throw new Error('The form is another.')
  await boss.call(forms.update, { id: form.id, definition: { ...penCheck, sections: [first] } })
  await boss.call(forms.publish, { id: form.id })
  const shown = await visit(publicForms.get, link)
  expect(shown.version).toBe(2)
  await visit(publicForms.submit, filledIn(link, { version: 1 }))
  expect(await turnedAway(publicForms.submit, filledIn(link))).toMatchObject({
    errors: { 'answers.bedding': [expect.any(String)] },
  })
  expect(await turnedAway(publicForms.submit, filledIn(link, { version: 3 }))).toMatchObject({
    errors: { version: [expect.any(String)] },
  })
  const { calm, lame } = goodAnswers
  await visit(publicForms.submit, filledIn(link, { answers: { calm: calm ?? {}, lame: lame ?? {} } }))
  const versions = (await boss.call(submissions.list, {})).data.map(({ version }) => version)
  expect(versions.sort()).toEqual([1, 2])
})

test('a link whose form asks in a new version for a row leaves that question out', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  const place = { id: 'place', type: 'location', label: { en: 'Where?' }, required: true } as const
  const [first, ...rest] = penCheck.sections
  if (!first) throw new Error('The form is another.')
  const definition = { ...penCheck, sections: [{ ...first, questions: [place, ...first.questions] }, ...rest] }
  await boss.call(forms.update, { id: form.id, definition })
  await boss.call(forms.publish, { id: form.id })
  expect(await linksOf(boss, form)).toMatchObject([{ left_out: ['place'] }])
  await visit(publicForms.submit, filledIn(link))
  const [its] = await linksOf(boss, form)
  expect(await boss.refused(publicLinks.update, { id: form.id, public_link_id: its?.id ?? 0, cap: 3 })).toMatchObject({
    errors: { 'prefill.place': [expect.any(String)] },
  })
})

test('the database itself refuses a submission of nobody, and one of a person by a link', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  await visit(publicForms.submit, filledIn(await linkOf(boss, form)))
  const broken = (change: Partial<typeof submissionTable.$inferInsert>) =>
    platform(db =>
      db
        .update(submissionTable)
        .set(change)
        .where(and(eq(submissionTable.companyId, farm.id), isNotNull(submissionTable.publicLinkId))),
    )
  await expect(broken({ userId: boss.id })).rejects.toThrow()
  await expect(broken({ publicLinkId: null })).rejects.toThrow()
})

test('a visitor cannot begin before the form existed, but may have begun yesterday', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  const day = 86_400_000
  const daysSinceStart = async (days: number) => {
    const started_at = new Date(Date.now() - days * day).toISOString()
    const { uuid } = await visit(publicForms.submit, filledIn(link, { started_at }))
    const [sent] = (await boss.call(submissions.list, { uuid })).data
    return (Date.now() - Date.parse(sent?.started_at ?? '')) / day
  }
  expect(await daysSinceStart(1000)).toBeLessThan(0.5)
  expect(await daysSinceStart(1)).toBeCloseTo(1, 1)
})
