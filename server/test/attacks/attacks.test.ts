/**
 * Attacks that try to stop the server for others, by forms and sign-ins: how long people of another company wait, and
 * how long the process answers nobody. Each bound is driven in `table.test.ts`.
 */
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { password, withPassword } from '../accounts.ts'
import { publishedForm } from '../forms.ts'
import { company, request } from '../people.ts'
import { begin } from '../submissions.ts'
import { expectOthersServed, waitedDuring } from './innocents.ts'
import { label, slow } from './slowForm.ts'

test('a form whose answers take too long to work out is refused, and the question is named', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, slow)
  const { id } = await begin(hand, form)
  const answers = { note: { value: 'a'.repeat(20_000) } }
  const refused = await hand.refused(submissions.complete, { id, answers })
  expect(refused).toMatchObject({ status: 413, code: 'too_large' })
  expect(Object.keys(refused.errors ?? {})).toEqual([expect.stringMatching(/^answers\.c\d+$/)])
})

test('work that is too long for a call and allowed for a form is computed in a thread and completed', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, slow)
  const { id } = await begin(hand, form)
  const answers = { note: { value: 'a'.repeat(1_500) } }
  const done = await hand.call(submissions.complete, { id, answers })

  expect(done).toMatchObject({ status: 'complete', answers: { ...answers, c0: { value: 2 }, c39: { value: 2 } } })
})

test('a form that is too much already when it is tried is not published', async () => {
  const boss = await (await company()).manager()
  const [section] = slow.sections
  const [note] = section?.questions ?? []
  if (!section || !note) throw new Error('There is a section with a note.')
  const questions = [
    note,
    ...Array.from({ length: 200 }, (_, index) => ({
      type: 'calculated' as const,
      id: `c${index}`,
      label,
      calculate: `if(regex(\${note}, '(${'a|'.repeat(30)}a)*b${index}'), 1, 2)`,
    })),
  ]
  const definition = { ...slow, sections: [{ ...section, questions }] }
  const form = await boss.call(forms.create, { name: { en: 'Slow' }, definition })
  const refused = await boss.refused(forms.publish, { id: form.id, revision: form.revision })
  expect(refused).toMatchObject({ status: 422 })
  expect(Object.keys(refused.errors ?? {})).toEqual([
    expect.stringMatching(/^definition\.sections\.0\.questions\.\d+$/),
  ])
})

test('a hundred sign-ins at once leave the others their calls', async () => {
  const hand = await withPassword(await (await company()).worker())
  const waited = await waitedDuring(() =>
    Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        request(auth.login, { email: index % 2 ? hand.email : `x${index}@example.test`, password }, null, {
          from: `10.0.${index}.1`,
        }),
      ),
    ),
  )

  expect(waited.statuses.filter(status => status >= 500 && status !== 503)).toEqual([])
  expectOthersServed('100 sign-ins', waited)
})
