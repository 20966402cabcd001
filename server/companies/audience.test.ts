/**
 * People whom a company's own role permits something hear of it and get its mails, as managers do; nobody else does.
 */
import { expect, test } from 'vitest'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { mailsTo } from '../test/mails.ts'
import { company } from '../test/people.ts'
import { auditor, herdLead, memberWith } from '../test/roles.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

test('readers of all tasks hear how they end, and readers of answers do not', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const [lead, reader] = [await memberWith(farm, boss, herdLead), await memberWith(farm, boss, auditor)]
  const rival = await (await company()).manager()
  const [done, skipped] = [await sendTask(boss, hand), await sendTask(lead, hand)]
  await hand.call(tasks.completeSent, { id: done.id })
  await hand.call(tasks.skipSent, { id: skipped.id })

  for (const person of [boss, hand, lead]) {
    expect(await person.heard('task.completed')).toMatchObject([{ id: done.id }])
    expect(await person.heard('task.skipped')).toMatchObject([{ id: skipped.id }])
  }
  for (const person of [other, reader, rival])
    expect([...(await person.heard('task.completed')), ...(await person.heard('task.skipped'))]).toEqual([])
})

test('readers of others’ forms hear of submissions, and get a mail of failed critical answers', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const [lead, reader] = [await memberWith(farm, boss, herdLead), await memberWith(farm, boss, auditor)]
  const form = await publishedForm(boss)
  await complete(hand, form, lameAnswers)

  for (const person of [boss, hand, reader]) expect(await person.heard('submission.completed')).toHaveLength(1)
  for (const person of [lead, other]) expect(await person.heard('submission.completed')).toEqual([])
  for (const person of [boss, reader])
    await expect.poll(() => mailsTo(person.email), { timeout: 15_000 }).toHaveLength(1)
  for (const person of [hand, lead, other]) expect(await mailsTo(person.email)).toEqual([])
})

test('a task goes only to people who may complete their tasks', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const [lead, reader] = [await memberWith(farm, boss, herdLead), await memberWith(farm, boss, auditor)]
  const draft = { title: 'Count the ewes', assignees: [{ user_id: lead.id }, { user_id: reader.id }] }

  expect(await boss.refused(tasks.create, draft)).toMatchObject({ status: 422 })
  await boss.call(tasks.create, { ...draft, assignees: [{ user_id: lead.id }] })
  expect(await lead.heard('task.assigned')).toHaveLength(1)
})

test('people who may change forms hear of their public links', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const [editor, reader] = [
    await memberWith(farm, boss, [{ action: ['read', 'update'], subject: 'Form' }]),
    await memberWith(farm, boss, auditor),
  ]
  const form = await publishedForm(boss)
  await boss.call(publicLinks.create, { id: form.id })

  for (const person of [boss, editor]) expect(await person.heard('form.link_changed')).not.toEqual([])
  for (const person of [hand, reader]) expect(await person.heard('form.link_changed')).toEqual([])
})
