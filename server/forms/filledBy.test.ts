/** Who fills a form in: everybody who works here, some roles of them, and guests. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { roles } from '#shared/companies/roles.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition, FilledBy } from '#shared/forms/definition.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { ask, form as formWith, task } from '#testing/forms/scenarios/language.ts'
import { submissions as submissionRows } from '../submissions/table.ts'
import { lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { attach, begin, complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'

const filledBy = (filled_by: FilledBy, definition: Definition = penCheck): Definition => ({
  ...definition,
  settings: { filled_by },
})
const offered = (person: Person) =>
  person.call(forms.list, { is_fillable: true }).then(({ data }) => data.map(({ id }) => id))

test('a form without a word about it is for everybody who works here, and for no guest', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const form = await publishedForm(boss)

  for (const person of [boss, hand]) expect(await offered(person)).toEqual([form.id])
  expect(await offered(guest)).toEqual([])
  expect(await guest.refused(forms.get, { id: form.id })).toMatchObject({ status: 404 })
  expect(await guest.refused(submissions.create, { form_id: form.id, uuid: crypto.randomUUID() })).toMatchObject({
    status: 422,
    errors: { form_id: [expect.any(String)] },
  })
})

test('a form for a role is begun by those who have it and by managers; others do it only as a task', async () => {
  const farm = await company()
  const [boss, hand, vet, guest] = [await farm.manager(), await farm.worker(), await farm.worker(), await farm.guest()]
  const rules = [
    { action: ['read'], subject: 'Form' },
    { action: ['read', 'create', 'update'], subject: 'Submission', conditions: { user_id: 'me' } },
  ]
  const role = await boss.call(roles.create, { name: 'Vet', standing: 'below_employee', rules })
  await boss.call(companies.changeRole, { id: farm.id, user_id: vet.id, role_id: role.id })
  const form = await publishedForm(boss, filledBy({ role_ids: [role.id] }))
  expect(form).toMatchObject({ filler_role_ids: [role.id], for_guests: false })

  for (const person of [boss, vet]) {
    expect(await offered(person)).toEqual([form.id])
    expect(await complete(person, form)).toMatchObject({ status: 'complete' })
  }
  for (const person of [hand, guest]) expect(await offered(person)).toEqual([])
  expect(await hand.call(forms.list, { is_fillable: false })).toMatchObject({ data: [{ id: form.id }] })
  const beginning = { form_id: form.id, uuid: crypto.randomUUID() }
  expect(await hand.refused(submissions.create, beginning)).toMatchObject({ status: 403, code: 'form_for_others' })
  const sent = await sendTask(boss, hand, { form_id: form.id })
  expect(await complete(hand, form, undefined, { task_sent_id: sent.id })).toMatchObject({ status: 'complete' })
})

test('a form begun on a phone while it was shared is accepted later', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const started_at = new Date().toISOString()
  await boss.call(forms.update, { id: form.id, definition: filledBy({ role_ids: [2000] }) })
  const changed = await boss.call(forms.publish, { id: form.id })
  expect(await offered(hand)).toEqual([])

  const late = await begin(hand, form, { version: form.published?.number ?? 0, started_at })
  expect(late).toMatchObject({ status: 'draft', version: 1 })
  expect(changed.version).toBe(2)
})

test('an old time of a device opens no form of others, no closed form and no company without a plan', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const claim = (form: { id: number }, started_at: string) =>
    hand.refused(submissions.create, { form_id: form.id, uuid: crypto.randomUUID(), version: 1, started_at })
  const [longAgo, lately] = ['2000-01-01T00:00:00Z', new Date(Date.now() - 60_000).toISOString()]

  const reserved = await publishedForm(boss, filledBy({ role_ids: [2000] }))
  for (const started_at of [longAgo, lately])
    expect(await claim(reserved, started_at)).toMatchObject({ status: 403, code: 'form_for_others' })
  const closed = await publishedForm(boss)
  await boss.call(forms.remove, { id: closed.id })
  expect(await claim(closed, longAgo)).toMatchObject({ status: 409, code: 'form_not_published' })
  const open = await publishedForm(boss)
  expect(await begin(hand, open, { version: 1, started_at: longAgo })).toMatchObject({
    started_at: expect.stringContaining(String(new Date().getUTCFullYear())),
  })
  const [offer] = await boss.call(plans.offers, {})
  const ended = { start_date: '2025-01-01', end_date: '2025-01-31' }
  await (await admin()).call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0, ...ended })
  expect(await claim(open, longAgo)).toMatchObject({ status: 403, code: 'plan_expired' })
})

test('a form that is changed after it was closed or given to others takes no work begun since', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const claim = (form: { id: number }, started_at: string) =>
    hand.refused(submissions.create, { form_id: form.id, uuid: crypto.randomUUID(), version: 1, started_at })
  const [closed, reserved] = [await publishedForm(boss), await publishedForm(boss)]
  const before = new Date().toISOString()
  await boss.call(forms.update, { id: closed.id, status: 'closing' })
  await boss.call(forms.update, { id: reserved.id, definition: filledBy({ role_ids: [2000] }) })
  await boss.call(forms.publish, { id: reserved.id })
  const after = new Date().toISOString()
  await boss.call(forms.update, { id: closed.id, status: 'closed' })
  for (const { id } of [closed, reserved]) await boss.call(forms.update, { id, description: { en: 'Said later' } })

  expect(await claim(closed, after)).toMatchObject({ status: 409, code: 'form_not_published' })
  expect(await claim(reserved, after)).toMatchObject({ status: 403, code: 'form_for_others' })
  for (const form of [closed, reserved])
    expect(await begin(hand, form, { version: 1, started_at: before })).toBeTruthy()
})

test('a guest fills in what guests are offered and sees it for a day; nobody else does', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, hand, guest, other] = [await farm.manager(), await farm.worker(), await farm.guest(), await farm.guest()]
  const form = await publishedForm(boss, filledBy({ guests: true }))
  const stranger = await dairy.guest()

  for (const person of [boss, hand, guest]) expect(await offered(person)).toEqual([form.id])
  expect(await stranger.refused(forms.get, { id: form.id })).toMatchObject({ status: 404 })
  const draft = await begin(guest, form)
  const { uuid } = await attach(guest, draft)
  const answers = { ...lameAnswers, picture: { value: [{ uuid }] } }
  const done = await guest.call(submissions.complete, { id: draft.id, answers })
  expect(done).toMatchObject({ status: 'complete', critical_failed: 1, tasks: [] })
  expect(await boss.call(submissions.get, { id: draft.id })).toMatchObject({ tasks: [{ question_id: 'lame' }] })

  const listed = () => guest.call(submissions.list, {}).then(({ data }) => data.map(({ id }) => id))
  expect(await listed()).toEqual([draft.id])
  for (const person of [hand, other, stranger])
    expect(await person.refused(submissions.get, { id: draft.id })).toMatchObject({ status: 404 })
  const dayAgo = new Date(Date.now() - 25 * 3600_000)
  await platform(db => db.update(submissionRows).set({ completedAt: dayAgo }).where(eq(submissionRows.id, draft.id)))
  expect(await listed()).toEqual([])
  expect(await guest.refused(submissions.get, { id: draft.id })).toMatchObject({ status: 404 })
})

test('a guest is asked for no row of a register, and sees nothing of what follows from answers', async () => {
  const farm = await company()
  const [boss, guest] = [await farm.manager(), await farm.guest()]
  const definition = formWith(
    ask('yes_no', 'calm', {
      good: 'yes',
      when_failed: task('Call the vet'),
    }),
    ask('animal', 'cow', { required: true }),
  )
  const form = await publishedForm(boss, filledBy({ guests: true }, definition))

  const shown = JSON.stringify(await guest.call(forms.get, { id: form.id }))
  expect(shown).not.toContain('Call the vet')
  expect(JSON.stringify(await boss.call(forms.get, { id: form.id }))).toContain('Call the vet')
  expect(await complete(guest, form, { calm: { value: 'yes' } })).toMatchObject({ status: 'complete' })
})

test('a copy for another company keeps guests and forgets roles that are not there; XLSForm carries both', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const role = await boss.call(roles.create, { name: 'Vet', standing: 'below_employee', rules: [] })
  const form = await publishedForm(boss, filledBy({ role_ids: [role.id, 3000], guests: true }))

  const content = await boss.call(forms.exportFile, { id: form.id })
  const file = { name: 'pen.xlsx', content: content as unknown as Buffer }
  const { form: back } = await boss.call(forms.importFile, {}, { file })
  expect(back.draft?.settings).toEqual({ filled_by: { role_ids: [role.id, 3000], guests: true } })

  const copy = await boss.call(companies.create, {
    name: 'Second farm',
    country_id: 348,
    language_id: 1,
    time_zone: 'UTC',
  })
  const copied = await boss.call(forms.copyTo, { company_id: copy.id, form_id: form.id })
  expect(copied.draft?.settings).toEqual({ filled_by: { role_ids: [3000], guests: true } })
})
