import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { goodAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, platform } from '../test/people.ts'
import { daily, minutePasses, startedToday } from '../test/series.ts'
import { begin } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

async function formWithTasks() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss, penCheck)
  const once = await sendTask(boss, hand, { form_id: form.id })
  const series = await daily(boss, [hand], { form_id: form.id, starts_at: startedToday() })
  await sendTask(boss, hand, { title: 'Without a form' })
  return { farm, boss, hand, form, once, series }
}

test('it is said how many open tasks ask for a form, to those who may archive it', async () => {
  const { boss, hand, form, once } = await formWithTasks()
  expect(await boss.call(forms.openTasks, { id: form.id })).toEqual({ count: 2 })
  await hand.call(tasks.skipSent, { id: once.id })
  expect(await boss.call(forms.openTasks, { id: form.id })).toEqual({ count: 1 })
  expect(await hand.refused(forms.openTasks, { id: form.id })).toMatchObject({ status: 403 })
  const stranger = await (await company()).manager()
  expect(await stranger.refused(forms.openTasks, { id: form.id })).toMatchObject({ status: 404 })
})

test('with its form open work ends, and no series continues', async () => {
  const { boss, hand, form, series } = await formWithTasks()
  await boss.call(forms.remove, { id: form.id, open_tasks: 'end' })
  await minutePasses()
  expect((await hand.call(tasks.sent, { state: 'open' })).data).toMatchObject([{ title: 'Without a form' }])
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({
    archived_at: expect.any(String),
    next_at: null,
  })
  expect(await hand.heard('tasks.changed')).not.toEqual([])
})

test('an occurrence kept without its form can be completed', async () => {
  const { boss, hand, form, once, series } = await formWithTasks()
  await boss.call(forms.remove, { id: form.id, open_tasks: 'without_form' })
  expect(await hand.call(tasks.completeSent, { id: once.id })).toMatchObject({ is_completed: true, form_id: null })
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({ form_id: null, next_at: expect.any(String) })
})

test('what asks for an archived form asks for another one from then on, which can be filled in', async () => {
  const { boss, hand, form, once, series } = await formWithTasks()
  const [other, draft] = [
    await publishedForm(boss, penCheck),
    await boss.call(forms.create, { name: { en: 'Draft' }, definition: penCheck }),
  ]
  const strange = await publishedForm(await (await company()).manager(), penCheck)
  const pointed = (otherFormId?: number) => ({
    id: form.id,
    open_tasks: 'other_form' as const,
    other_form_id: otherFormId,
  })
  for (const wrong of [undefined, form.id, draft.id, strange.id])
    expect(await boss.refused(forms.remove, pointed(wrong)), String(wrong)).toMatchObject({
      status: 422,
      errors: { other_form_id: [expect.any(String)] },
    })
  expect(await boss.call(forms.get, { id: form.id })).toMatchObject({ archived_at: null })
  await boss.call(forms.remove, pointed(other.id))
  expect(await boss.call(tasks.get, { id: series.id })).toMatchObject({
    form_id: other.id,
    next_at: expect.any(String),
  })
  const { id } = await begin(hand, other, { task_sent_id: once.id })
  await hand.call(submissions.complete, { id, answers: goodAnswers })
  expect((await hand.call(tasks.sent, { state: 'open' })).data.map(one => one.id)).not.toContain(once.id)
})

test('without a word all stays as it is, and who may not change tasks is refused with nothing done', async () => {
  const { boss, hand, form } = await formWithTasks()
  expect(await boss.refused(forms.remove, { id: form.id, open_tasks: 'lose' as 'end' })).toMatchObject({ status: 422 })
  await boss.call(forms.remove, { id: form.id })
  expect((await hand.call(tasks.sent, { state: 'open' })).data.length).toBeGreaterThan(2)
})

test('of more tasks than one batch none is left', async () => {
  const { boss, form, series } = await formWithTasks()
  await platform(async db => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = 'tasks' and is_generated = 'NEVER' and is_identity = 'NO'`)
    const columns = sql.raw(rows.map(({ name }) => name).join(', '))
    await db.execute(
      sql`insert into tasks (${columns}) select ${columns} from tasks, generate_series(1, 600) where id = ${series.id}`,
    )
  })
  expect((await boss.call(forms.openTasks, { id: form.id })).count).toBeGreaterThan(600)
  await boss.call(forms.remove, { id: form.id, open_tasks: 'without_form' })
  expect(await boss.call(forms.openTasks, { id: form.id })).toEqual({ count: 0 })
})
