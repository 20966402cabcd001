/** What the server makes of a form with conditions, calculations and rows: it works everything out again. */
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import {
  calculated,
  form,
  formOf,
  number,
  repeat,
  section,
  task,
  text,
  yesNo,
} from '#testing/forms/scenarios/language.ts'
import { mailsTo } from '../test/mails.ts'
import { company } from '../test/people.ts'
import { begin, inPast } from '../test/submissions.ts'

const visit = form(
  yesNo('ill', { required: true }),
  { ...text('what', true), visible_if: "${ill} = 'yes'" },
  repeat(
    'cows',
    { min_rows: 1, measures: [{ id: 'lameness', label: { en: 'Lame' }, question: 'lame', at_least: 1 }] },
    yesNo('lame', { good: 'no', required: true, when_failed: task('Treat') }),
    {
      ...number('milk'),
      constraints: [
        { holds: '. < 80', message: { en: 'No cow gives ${milk} litres', hu: 'Egy tehén sem ad ${milk} litert' } },
      ],
    },
  ),
  calculated('total', 'sum(${milk})'),
  calculated('day', "format-date(today(), '%Y-%m-%d')"),
)
const rows = {
  cows: { value: ['a', 'b'] },
  ...{ 'lame@a': { value: 'yes' }, 'lame@b': { value: 'no' }, 'milk@a': { value: 30 }, 'milk@b': { value: 12 } },
}

/** Before the moments at which the device says that it is completed. */
const inSpring = '2026-03-29T20:00:00Z'

async function farmWith(definition: Definition) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await boss.call(forms.create, { name: { en: 'Visit' }, definition })
  const published = await boss.call(forms.publish, { id })
  await inPast(published, hand, 399)
  return { boss, hand, published, draft: await begin(hand, published, { started_at: inSpring }) }
}

test('the server recalculates a device’s values, and leaves out unasked answers', async () => {
  const { hand, draft } = await farmWith(visit)
  const forged = { total: { value: 9_999 }, what: { value: 'Hidden' }, 'milk@gone': { value: 5 } }
  const done = await hand.call(submissions.complete, {
    id: draft.id,
    answers: { ill: { value: 'no' }, ...rows, ...forged },
    device_time: '2026-03-29T23:30:00+02:00',
  })

  expect(done.answers).toEqual({ ill: { value: 'no' }, ...rows, total: { value: 42 }, day: { value: '2026-03-29' } })
  expect(done.score).toMatchObject({
    failed: [{ question_id: 'lame', row_id: 'a', critical: false }],
    measures: [{ id: 'lameness', counted: 2, affected: 1, percent: 50 }],
  })
  expect(done.tasks).toMatchObject([{ question_id: 'lame@a', title: 'Treat' }])
})

test('a resent submission is the same, with or without the server’s additions', async () => {
  const { hand, draft } = await farmWith(visit)
  const answers = { ill: { value: 'no' }, what: { value: 'Hidden' }, ...rows }
  const device_time = '2026-03-29T23:30:00+02:00'
  const done = await hand.call(submissions.complete, { id: draft.id, answers, device_time })

  expect(await hand.call(submissions.complete, { id: draft.id, answers, device_time })).toEqual(done)
  expect(await hand.call(submissions.complete, { id: draft.id, answers: done.answers, device_time })).toEqual(done)
  expect(
    await hand.refused(submissions.complete, { id: draft.id, answers: { ...answers, ill: { value: 'yes' } } }),
  ).toMatchObject({
    status: 409,
  })
})

test('missing or wrong answers are named with their row; a draft may hold them', async () => {
  const { hand, draft } = await farmWith(visit)
  const answers = { ill: { value: 'yes' }, cows: { value: ['a'] }, 'milk@a': { value: 90 } }

  await hand.call(submissions.update, { id: draft.id, answers })
  const refusal = {
    status: 422,
    errors: { 'answers.what': [expect.any(String)], 'answers.lame@a': [expect.any(String)] },
  }
  expect(await hand.refused(submissions.complete, { id: draft.id, answers })).toMatchObject(refusal)
})

test('a form gives its own messages in the person’s language', async () => {
  const { hand, draft } = await farmWith(visit)
  const sent = { id: draft.id, answers: { ill: { value: 'no' }, ...rows, 'milk@a': { value: 90 } } }
  const said = { en: 'No cow gives 90 litres', hu: 'Egy tehén sem ad 90 litert', fr: 'No cow gives 90 litres' }

  for (const lang of ['en', 'hu', 'fr'] as const)
    expect(await hand.refused(submissions.complete, sent, { lang })).toMatchObject({
      status: 422,
      errors: { 'answers.milk@a': [said[lang]] },
    })
})

test('a device whose clock is ahead is not followed into the future', async () => {
  const { hand, draft } = await farmWith(
    formOf([section('main', yesNo('ok'), calculated('year', "format-date(today(), '%Y')"))]),
  )
  const done = await hand.call(submissions.complete, {
    id: draft.id,
    answers: { ok: { value: 'yes' } },
    device_time: '2199-01-01T00:00:00Z',
  })
  expect(Number(done.answers.year?.value)).toBeLessThan(2199)
})

test('a form notifies its named people, once each, in its own words', async () => {
  const tells = {
    ...yesNo('water'),
    triggers: [
      {
        id: 'told',
        when: ". = 'no'",
        notify: { to: ['manager' as const, 'submitter' as const], message: { en: 'The trough is dry' } },
      },
    ],
  }
  const { boss, hand, draft } = await farmWith(form(tells))
  await hand.call(submissions.complete, { id: draft.id, answers: { water: { value: 'no' } } })

  for (const person of [boss, hand]) {
    await expect.poll(() => mailsTo(person.email), { timeout: 15_000 }).toHaveLength(1)
    const [mail] = await mailsTo(person.email)
    expect(mail?.subject).toBe('For your information: Visit')
    for (const words of ['The trough is dry', hand.name, `/submission/view/${draft.id}`])
      expect(mail?.body).toContain(words)
  }
})
