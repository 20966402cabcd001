/** The audit log of a company holds the same as that of accounts: who, what, before and after, from where. */
import { expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { filledIn, linkOf, visit } from '../test/visitors.ts'

const logOf = async (boss: Person, filters: object) =>
  (await boss.call(auditLog.list, { per_page: 100, ...filters })).data
const told = async (boss: Person, filters: object) =>
  (await logOf(boss, filters)).map(({ action, actor, details }) => [action, actor?.id ?? null, details])

test('of a register’s entry it says who made, changed, archived and restored it, as it was and as it is', async () => {
  const farm = await company()
  const [boss, other] = [await farm.manager(), await farm.manager()]
  const { id } = await boss.call(animals.create, { name: 'Daisy', species: 'cattle' })
  await other.call(animals.update, {
    id,
    name: 'Rosie',
    species: 'sheep',
    birth_date: '2025-03-01',
    notes: 'Bought of a neighbour',
  })
  await other.call(animals.update, { id, name: 'Rosie' })
  await boss.call(animals.remove, { id })
  await boss.call(animals.remove, { id })
  await boss.call(animals.restore, { id })

  expect(await told(boss, { subject_type: 'Animal', subject_id: id })).toEqual([
    ['entry.restored', boss.id, {}],
    ['entry.archived', boss.id, {}],
    [
      'entry.updated',
      other.id,
      {
        species: { before: 'cattle', after: 'sheep' },
        birth_date: { before: null, after: '2025-03-01' },
        fields: 'name, notes',
      },
    ],
    ['entry.created', boss.id, {}],
  ])
  const [entry] = await logOf(boss, { action: 'entry.updated', actor_id: other.id })
  expect(entry).toMatchObject({ ip: '127.0.0.1', company_id: farm.id, cause: null })
  expect(await logOf(await (await company()).manager(), {})).toEqual([])
})

test('of tasks and forms it says how they begin, change and end', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const [done, skipped] = [await sendTask(boss, hand), await sendTask(boss, hand)]
  await boss.call(tasks.update, { id: done.task_id, title: 'Count the rams', priority: 'urgent' })
  await hand.call(tasks.completeSent, { id: done.id })
  await hand.call(tasks.skipSent, { id: skipped.id })
  await boss.call(tasks.remove, { id: skipped.task_id })
  const form = await publishedForm(boss)
  await boss.call(forms.update, {
    id: form.id,
    definition: { ...penCheck, scoring: { pass_percent: 60, bands: { good: 80, attention: 50 } } },
  })
  await boss.call(forms.update, { id: form.id, status: 'closed' })

  expect(await told(boss, { subject_type: 'Task', subject_id: done.task_id })).toEqual([
    ['task.completed', hand.id, {}],
    ['task.updated', boss.id, { fields: 'title', priority: { before: 'normal', after: 'urgent' } }],
    ['task.created', boss.id, {}],
  ])
  expect((await told(boss, { subject_id: skipped.task_id, subject_type: 'Task' })).map(([action]) => action)).toEqual([
    'task.archived',
    'task.skipped',
    'task.created',
  ])
  expect(await told(boss, { subject_type: 'Form' })).toEqual([
    ['form.updated', boss.id, { status: { before: 'open', after: 'closed' } }],
    ['form.published', boss.id, { version: 1 }],
    ['form.created', boss.id, {}],
  ])
})

test('submissions are listed with person and way, and without answers', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const { id } = await complete(hand, form, lameAnswers)
  await complete(hand, form, lameAnswers)
  await boss.call(submissions.remove, { id })
  await boss.call(submissions.restore, { id })
  await visit(publicForms.submit, filledIn(await linkOf(boss, form), { answers: lameAnswers, contact: 'Anna 0123' }))

  const about = { form_id: form.id, version: 1 }
  expect(await told(boss, { subject_type: 'Submission', subject_id: id })).toEqual([
    ['submission.restored', boss.id, about],
    ['submission.archived', boss.id, about],
    ['submission.completed', hand.id, about],
  ])
  const [visitor] = await logOf(boss, { action: 'submission.completed' })
  expect(visitor).toMatchObject({ actor: null, cause: 'public_link' })
  const log = await logOf(boss, {})
  for (const secret of ['Left hind leg', 'Anna 0123']) expect(JSON.stringify(log)).not.toContain(secret)
  // The log stores ids. Names are looked up for the reader, who may see them.
  const stored = log.map(({ subject_name: _, subject_about: __, ...entry }) => entry)
  expect(JSON.stringify(stored)).not.toContain('Pen check')
})

test('for messages it holds days of keeping and what was decided on reports, and no words', async () => {
  const farm = await company()
  const [boss, anna, bela] = [await farm.manager(), await farm.worker(), await farm.worker()]
  for (const days of [365, 365, null]) await boss.call(messaging.setRetention, { days })
  const { id } = await anna.call(messaging.create, { type: 'private', user_ids: [bela.id] })
  const { id: messageId } = await anna.call(messaging.post, { id, message_text: 'You fool' })
  await bela.call(messaging.report, { id: messageId, reason: 'abuse', comment: 'Again' })
  const [report] = (await boss.call(messaging.reports, {})).data
  await boss.call(messaging.handleReport, { id: report?.id ?? 0, remove_message: true })

  expect(await told(boss, { subject_type: 'Company', subject_id: farm.id })).toEqual([
    ['messaging.retention_set', boss.id, { days: { before: 365, after: null } }],
    ['messaging.retention_set', boss.id, { days: { before: null, after: 365 } }],
  ])
  expect(await told(boss, { subject_type: 'MessageReport' })).toEqual([
    ['messaging.report_handled', boss.id, { is_removed: true }],
  ])
  expect(JSON.stringify(await logOf(boss, {}))).not.toContain('fool')
})
