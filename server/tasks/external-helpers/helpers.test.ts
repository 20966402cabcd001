import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { actions } from '#shared/actions/contract.ts'
import { auditLog } from '#shared/audit/contract.ts'
import { helpers, maxHelpers } from '#shared/helpers/contract.ts'
import { notices } from '#shared/notifications/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { actionLinks } from '../../actions/table.ts'
import { publishedForm } from '../../test/forms.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { admin, company, type Person, platform, request } from '../../test/people.ts'
import { photo } from '../../test/submissions.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'
import { withoutMailServer } from '../../test/withSetting.ts'
import { tasks as tasksTable } from '../table.ts'

type Draft = Parameters<typeof sendTask>[2]
type Extra = { lang?: 'en' | 'hu' | 'ar' }

/** A task that somebody outside is asked to do, and the token of the mail. */
async function asked(draft: Draft = {}, extra: Extra = {}) {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const mailbox = await openMailbox()
  try {
    const sent = await sendTask(boss, hand, draft)
    const email = `vet${sent.id}@example.test`
    const language = extra.lang ? { language: extra.lang } : {}
    const helper = await boss.call(helpers.create, { id: sent.id, email, message: 'Gate code 12', ...language })
    const mail = await mailbox.next(email)
    const token = mail.text.match(/\/action\/user\/(\S+)/)?.[1] ?? ''
    return { farm, boss, hand, sent, helper, email, mail, token }
  } finally {
    await mailbox.close()
  }
}

const answered = ({ statusCode, body }: { statusCode: number; body: string }) => ({
  status: statusCode,
  ...JSON.parse(body),
})
const look = async (token: string) => answered(await request(actions.describe, { token }, null))
const say = async (token: string, input: object, file?: { name: string; content: Buffer }) =>
  answered(await request(actions.perform, { token, ...input }, null, file ? { file } : {}))
const helpersOf = (person: Person, id: number) => person.call(helpers.list, { id })

test('a helper sees that task alone, leaves words and a photo, and marks it as done', async () => {
  const { boss, hand, sent, email, mail, token } = await asked({ description: 'The left gate', priority: 'high' })
  expect(mail.text).toContain('Gate code 12')
  const seen = await look(token)
  expect(seen).toMatchObject({
    status: 200,
    data: {
      ...{ kind: 'help_with_task', is_single: false, email, invited_by: boss.name },
      task: { title: sent.title, description: 'The left gate', message: 'Gate code 12', state: 'open', notes: [] },
    },
  })
  expect(JSON.stringify(seen)).not.toContain(hand.name)
  expect((await helpersOf(boss, sent.id))[0]).toMatchObject({ email, done_at: null, notes: [] })

  expect(await say(token, {})).toMatchObject({ status: 422, errors: { comment: expect.anything() } })
  const picture = { name: 'gate.jpg', content: await photo() }
  expect(await say(token, { comment: 'Hinge is broken' }, picture)).toMatchObject({
    status: 200,
    data: { task: { state: 'open', notes: [{ text: 'Hinge is broken', file_name: 'gate.jpg' }] } },
  })
  expect(await say(token, { complete: true })).toMatchObject({ status: 200, data: { task: { state: 'done' } } })
  expect(await say(token, { complete: true })).toMatchObject({ status: 200, data: { task: { state: 'done' } } })
  expect(await hand.call(tasks.getSent, { id: sent.id })).toMatchObject({
    ...{ is_completed: true, completed_by: null, completed_by_name: email, is_done_by_other: true },
  })

  const [helper] = await helpersOf(hand, sent.id)
  const [note] = helper?.notes ?? []
  expect(helper?.done_at).not.toBeNull()
  expect(note).toMatchObject({ text: 'Hinge is broken', file: { name: 'gate.jpg', content_type: 'image/jpeg' } })
  const told = (await boss.call(notices.list, {})).data.map(({ kind }) => kind)
  expect(told).toEqual(expect.arrayContaining(['task.helper_said', 'task.helper_done']))
  const log = (await boss.call(auditLog.list, { company_id: sent.company_id })).data
  expect(log.filter(({ cause }) => cause === 'helper').map(({ action }) => action)).toEqual(
    expect.arrayContaining(['task.helper_said', 'task.completed']),
  )
})

test('where no mails leave, who asks gets the link to hand over', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const sent = await sendTask(boss, hand)
  const paths: (string | null)[] = []
  await withoutMailServer(async () => {
    for (const asker of [boss, await admin()])
      paths.push((await asker.call(helpers.create, { id: sent.id, email: `vet${asker.id}@example.test` })).path)
  })
  for (const path of paths) {
    const token = path?.match(/^\/action\/user\/(\S+)$/)?.[1] ?? ''
    expect(await look(token)).toMatchObject({ status: 200, data: { task: { title: sent.title, state: 'open' } } })
  }
})

test('a helper’s words stay with the occurrence when it is reassigned', async () => {
  const { farm, boss, sent, token } = await asked()
  await say(token, { comment: 'Hinge is broken' })
  const other = await farm.worker()
  await boss.call(tasks.update, { id: sent.task_id, assignees: [{ user_id: other.id }] })
  expect((await helpersOf(boss, sent.id))[0]).toMatchObject({ notes: [{ text: 'Hinge is broken' }] })
  expect((await other.call(tasks.sent, {})).data).toHaveLength(1)
  expect(await look(token)).toMatchObject({ status: 200, data: { task: { notes: [{ text: 'Hinge is broken' }] } } })
})

test('a task from a form has its title in the reader’s language', async () => {
  const { boss, hand, sent, token } = await asked()
  const titles = { hu: 'Javítsd meg a kaput', ar: 'أصلح البوابة' }
  await platform(db => db.update(tasksTable).set({ titles }).where(eq(tasksTable.id, sent.task_id)))
  expect(await say(token, { comment: 'On my way' })).toMatchObject({ status: 200 })
  const seen = answered(await request(actions.describe, { token }, null, { lang: 'ar' }))
  expect(seen.data.task.title).toBe(titles.ar)
  const heard = async (person: Person, lang: 'en' | 'hu') =>
    (await person.call(notices.list, {}, { lang })).data[0]?.text
  expect(await heard(boss, 'hu')).toContain(titles.hu)
  expect(await heard(hand, 'en')).toContain(sent.title)
})

test('pressing “Done” again and again notifies nobody again', async () => {
  const { boss, hand, token } = await asked()
  for (let time = 0; time < 5; time++) expect(await say(token, { complete: true })).toMatchObject({ status: 200 })
  for (const person of [boss, hand]) {
    const told = (await person.call(notices.list, {})).data.filter(({ kind }) => kind.startsWith('task.helper'))
    expect(told.map(({ kind }) => kind)).toEqual(['task.helper_done'])
  }
})

test('a revoked, expired or replaced link opens nothing, and an older one of the address is void', async () => {
  const { boss, sent, helper, email, token } = await asked()
  const mailbox = await openMailbox()
  try {
    await boss.call(helpers.create, { id: sent.id, email })
    const again = (await mailbox.next(email)).text.match(/\/action\/user\/(\S+)/)?.[1] ?? ''
    const revoked = { status: 410, code: 'link_revoked', data: { kind: 'help_with_task' } }
    expect(await look(token)).toMatchObject(revoked)
    expect(await say(token, { complete: true })).toMatchObject(revoked)
    expect(await look(again)).toMatchObject({ status: 200 })
    const [, second] = await helpersOf(boss, sent.id)
    await boss.call(helpers.remove, { id: sent.id, helper_id: second?.id ?? 0 })
    await boss.call(helpers.remove, { id: sent.id, helper_id: second?.id ?? 0 })
    expect(await look(again)).toMatchObject(revoked)
    expect(await boss.refused(helpers.remove, { id: sent.id, helper_id: 2_000_000 })).toMatchObject({ status: 404 })
    expect(helper.revoked_at).toBeNull()
  } finally {
    await mailbox.close()
  }
  const other = await asked()
  await platform(db =>
    db
      .update(actionLinks)
      .set({ expiresAt: new Date(0) })
      .where(eq(actionLinks.userId, other.boss.id)),
  )
  expect(await look(other.token)).toMatchObject({ status: 410, code: 'link_expired' })
})

test('a task that a colleague ended or withdrew cannot be done; a form needs a session', async () => {
  const { boss, hand, sent, token } = await asked({}, { lang: 'hu' })
  await hand.call(tasks.skipSent, { id: sent.id })
  expect(await look(token)).toMatchObject({ data: { task: { state: 'over', can_complete: false } } })
  expect(await say(token, { complete: true, comment: 'Was there' })).toMatchObject({ status: 200 })
  expect(await hand.call(tasks.getSent, { id: sent.id })).toMatchObject({ is_skipped: true, is_completed: false })
  expect(await boss.refused(helpers.create, { id: sent.id, email: 'a@example.test' })).toMatchObject({ status: 409 })

  const withdrawn = await asked()
  await withdrawn.boss.call(tasks.remove, { id: withdrawn.sent.task_id })
  expect(await look(withdrawn.token)).toMatchObject({ status: 404 })

  const form = await publishedForm(boss)
  const filled = await sendTask(boss, hand, { form_id: form.id, title: 'With a form' })
  const mailbox = await openMailbox()
  try {
    await boss.call(helpers.create, { id: filled.id, email: 'form@example.test', language: 'ar' })
    const mail = await mailbox.next('form@example.test')
    expect(mail.html).toContain('dir="rtl"')
    const formToken = mail.text.match(/\/action\/user\/(\S+)/)?.[1] ?? ''
    expect(await look(formToken)).toMatchObject({ data: { task: { can_complete: false } } })
    expect(await say(formToken, { complete: true })).toMatchObject({ status: 422, code: 'submission_required' })
  } finally {
    await mailbox.close()
  }
})

test('helpers stay within a task’s limit, also at once; revoked ones make room', async () => {
  const { boss, sent, helper } = await asked()
  const ask = (index: number) => boss.send(helpers.create, { id: sent.id, email: `h${index}@example.test` })
  const answers = await Promise.all(Array.from({ length: maxHelpers + 3 }, (_, index) => ask(index)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(maxHelpers - 1)
  await boss.call(helpers.remove, { id: sent.id, helper_id: helper.id })
  expect((await ask(99)).statusCode).toBe(201)
})

test('only managers of tasks invite; a worker sees helpers of their task; words go with links alone', async () => {
  const { hand, sent, helper, farm } = await asked()
  expect(await hand.refused(helpers.create, { id: sent.id, email: 'x@example.test' })).toMatchObject({ status: 403 })
  expect(await hand.refused(helpers.remove, { id: sent.id, helper_id: helper.id })).toMatchObject({ status: 403 })
  const colleague = await farm.worker()
  expect(await colleague.refused(helpers.list, { id: sent.id })).toMatchObject({ status: 404 })
  const stranger = await (await company()).manager()
  expect(await stranger.refused(helpers.create, { id: sent.id, email: 'x@example.test' })).toMatchObject({
    status: 404,
  })
  const { services } = await tend()
  const { unsubscribeToken } = await import('../../actions/commands.ts')
  const token = unsubscribeToken(services.serverKey, hand.id, 'plan_ends')
  expect(await say(token, { comment: 'Hello' })).toMatchObject({ status: 422 })
})

test('where a task asks for a photo, a helper says that it is done with one, sent now or before', async () => {
  for (const isBefore of [false, true]) {
    const { sent, token } = await asked()
    await platform(db => db.update(tasksTable).set({ proof: 'photo' }).where(eq(tasksTable.id, sent.task_id)))
    expect(await say(token, { complete: true, comment: 'Treated' })).toMatchObject({
      status: 422,
      code: 'proof_required',
    })
    expect((await look(token)).data.task).toMatchObject({ state: 'open', notes: [] })
    const picture = { name: 'ewe.jpg', content: await photo() }
    if (isBefore) await say(token, { comment: 'Here she is' }, picture)
    const done = isBefore ? await say(token, { complete: true }) : await say(token, { complete: true }, picture)
    expect(done.status).toBe(200)
    expect((await look(token)).data.task.state).toBe('done')
  }
})
