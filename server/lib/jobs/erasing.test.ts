import { eq, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { expect, test, vi } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { roles } from '#shared/companies/roles.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { forgetEndedSessions } from '../../accounts/jobs.ts'
import { sessions } from '../../accounts/sessionTable.ts'
import { eraseArchivedAnimalGroups } from '../../animals/groups.ts'
import { eraseArchivedAnimals } from '../../animals/module.ts'
import { animalGroups as animalGroupTable, animals as animalTable } from '../../animals/table.ts'
import { eraseArchivedRoles } from '../../companies/jobs.ts'
import { ownRoles as roleTable } from '../../companies/table.ts'
import { files } from '../../files/table.ts'
import { findings } from '../../findings/table.ts'
import { eraseArchivedForms } from '../../forms/jobs.ts'
import { forms as formTable, formVersions } from '../../forms/table.ts'
import { eraseArchivedLocations } from '../../locations/module.ts'
import { locations as locationTable } from '../../locations/table.ts'
import { jobs } from '../../registry.ts'
import { eraseArchivedSubmissions } from '../../submissions/jobs.ts'
import { submissions as submissionTable } from '../../submissions/table.ts'
import { eraseArchivedTasks } from '../../tasks/jobs.ts'
import { sentTasks, tasks as taskTable } from '../../tasks/table.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../../test/forms.ts'
import { company, type Person, platform } from '../../test/people.ts'
import { attach, begin, complete } from '../../test/submissions.ts'
import { sendTask } from '../../test/tasks.ts'
import { tend } from '../../test/tend.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { forgetAnswers } from '../http/idempotency.ts'
import type { Job } from './jobs.ts'

/** What the job does in its night. */
async function night(...work: Job<object>[]): Promise<void> {
  const { services } = await tend()
  for (const job of work) await platform(db => job.work({}, { db, services }))
}

type Table = PgTable & { id: AnyPgColumn }

const isThere = (table: Table, { id }: { id: number }) =>
  platform(async db => (await db.select({ id: table.id }).from(table).where(eq(table.id, id))).length > 0)

const archivedFor = (table: Table, days: number, { id }: { id: number }) =>
  platform(db =>
    db
      .update(table)
      .set({ archivedAt: sql`now() - make_interval(days => ${days})` } as object)
      .where(eq(table.id, id)),
  )

test.each<[string, Endpoint, Table, object, Job<object>]>([
  ['place', locations.create, locationTable, { name: 'Barn', type: 'barn' }, eraseArchivedLocations],
  ['group', animalGroups.create, animalGroupTable, { name: 'Herd' }, eraseArchivedAnimalGroups],
  ['animal', animals.create, animalTable, { name: 'Daisy', species: 'cattle' }, eraseArchivedAnimals],
  ['form', forms.create, formTable, { name: { en: 'Pen check' }, definition: penCheck }, eraseArchivedForms],
])('a %s that was archived can be restored for 30 days and is erased then; others stay', async (...given) => {
  const [, create, table, draft, job] = given
  const boss = await (await company()).manager()
  const make = async () => (await boss.call(create, draft as never)) as unknown as { id: number }
  const [living, fresh, old] = [await make(), await make(), await make()]
  await archivedFor(table, 29, fresh)
  await archivedFor(table, 31, old)
  await night(job)
  expect(await Promise.all([living, fresh, old].map(row => isThere(table, row)))).toEqual([true, true, false])
})

test('what records point at keeps its name for them, and goes when the last of them is gone', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const pen = await boss.call(locations.create, { name: 'Pen', type: 'pen', parent_id: barn.id })
  const form = await publishedForm(boss)
  const submission = await complete(hand, form, goodAnswers, {
    subjects: [{ type: 'location', id: pen.id, name: pen.name }],
  })
  for (const row of [barn, pen]) await archivedFor(locationTable, 31, row)
  await archivedFor(formTable, 31, form)
  await night(eraseArchivedLocations, eraseArchivedForms)
  expect(await hand.call(submissions.get, { id: submission.id })).toMatchObject({
    subjects: [{ id: pen.id, name: 'Pen' }],
    form_name: form.name,
  })

  await archivedFor(submissionTable, 31, submission)
  await night(eraseArchivedSubmissions, eraseArchivedLocations, eraseArchivedForms)
  expect(await isThere(locationTable, pen)).toBe(false)
  expect(await isThere(formTable, form)).toBe(false)
  expect(await platform(db => db.select().from(formVersions).where(eq(formVersions.formId, form.id)))).toEqual([])
  expect(await isThere(locationTable, barn)).toBe(true)
  await night(eraseArchivedLocations)
  expect(await isThere(locationTable, barn)).toBe(false)
})

test('an erased submission takes photos and findings along, not the tasks; its name stays taken', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const { id, uuid } = await begin(hand, form)
  const photo = await attach(hand, { id })
  const answers = { ...lameAnswers, picture: { value: [{ uuid: photo.uuid }] } }
  const { tasks: opened } = await hand.call(submissions.complete, { id, answers })
  await boss.call(submissions.remove, { id })
  await night(eraseArchivedSubmissions)
  expect(await isThere(submissionTable, { id })).toBe(true)

  await archivedFor(submissionTable, 31, { id })
  await night(eraseArchivedSubmissions)
  expect(await isThere(submissionTable, { id })).toBe(false)
  expect(await platform(db => db.select().from(files).where(eq(files.submissionId, id)))).toEqual([])
  expect(await platform(db => db.select().from(findings).where(eq(findings.submissionId, id)))).toEqual([])
  expect(await boss.call(tasks.get, { id: opened[0]?.task_id ?? 0 })).toMatchObject({ origin_submission_id: null })
  expect(await hand.refused(submissions.create, { form_id: form.id, uuid })).toMatchObject({
    status: 409,
    code: 'submission_uuid_taken',
  })
})

test('an archived draft is erased with its photos, and its name can be given again', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const { id, uuid } = await begin(hand, form)
  await attach(hand, { id })
  await hand.call(submissions.remove, { id })
  await archivedFor(submissionTable, 31, { id })
  await night(eraseArchivedSubmissions)
  expect(await isThere(submissionTable, { id })).toBe(false)
  expect(await platform(db => db.select().from(files).where(eq(files.submissionId, id)))).toEqual([])
  expect((await hand.call(submissions.create, { form_id: form.id, uuid })).id).not.toBe(id)
})

test('an archived role is erased after its days in its own company, where another has the same number', async () => {
  const bosses = await Promise.all([1, 2].map(async () => (await company()).manager()))
  for (const boss of bosses) {
    const { id } = await boss.call(roles.create, { name: 'Vet', rules: [], standing: 'above_employee' })
    await boss.call(roles.remove, { id })
  }
  const [mine, theirs] = bosses as [Person, Person]
  const archived = async (boss: Person) => (await boss.call(roles.list, { archived: true })).data
  const [role] = await archived(mine)
  expect((await archived(theirs))[0]?.id).toBe(role?.id)
  await platform(db =>
    db
      .update(roleTable)
      .set({ archivedAt: sql`now() - interval '31 days'` })
      .where(eq(roleTable.companyId, role?.company_id ?? 0)),
  )
  await night(eraseArchivedRoles)
  expect(await archived(mine)).toEqual([])
  expect(await archived(theirs)).toHaveLength(1)
})

test('an untouched task is erased with its occurrences; done or begun work stays on record', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const [open, done, skipped] = [await sendTask(boss, hand), await sendTask(boss, hand), await sendTask(boss, hand)]
  const begun = await sendTask(boss, hand, { form_id: form.id })
  await hand.call(tasks.completeSent, { id: done.id })
  await hand.call(tasks.skipSent, { id: skipped.id })
  await begin(hand, form, { task_sent_id: begun.id })
  const all = [open, done, skipped, begun]
  for (const { task_id } of all) await archivedFor(taskTable, 31, { id: task_id })
  await night(eraseArchivedTasks)
  const stay = await Promise.all(all.map(({ task_id }) => isThere(taskTable, { id: task_id })))
  expect(stay).toEqual([false, true, true, true])
  expect(await isThere(sentTasks, open)).toBe(false)
})

test('a session that can no longer be refreshed is forgotten, and no other', async () => {
  const farm = await company()
  const [gone, here] = [await farm.worker(), await farm.worker()]
  await platform(db =>
    db.update(sessions).set({ refreshableUntil: sql`now() - interval '1 second'` }).where(eq(sessions.userId, gone.id)),
  )
  await night(forgetEndedSessions)
  const left = (id: number) => platform(db => db.select().from(sessions).where(eq(sessions.userId, id)))
  expect(await left(gone.id)).toEqual([])
  expect(await left(here.id)).toHaveLength(1)
})

test('the answer to a key is stored for 30 days', async () => {
  const boss = await (await company()).manager()
  const [young, old] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const key of [young, old])
    await boss.call(locations.create, { name: 'Pen', type: 'pen' }, { headers: { 'idempotency-key': key } })
  const aged = (key: string, days: number) =>
    platform(db =>
      db
        .update(idempotencyKeys)
        .set({ createdAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(idempotencyKeys.key, key)),
    )
  await aged(young, 29)
  await aged(old, 31)
  await night(forgetAnswers)
  const kept = await platform(db => db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, boss.id)))
  expect(kept.map(({ key }) => key)).toEqual([young])
})

test('every job of the clock is on it, and is worked when its time comes', async () => {
  const { services } = await tend()
  const { rows } = await platform(db =>
    db.execute<{ name: string; cron: string }>('select name, cron from pgboss.schedule'),
  )
  const scheduled = jobs.flatMap(job =>
    'schedule' in job && job.schedule ? [{ name: job.name, cron: job.schedule }] : [],
  )
  expect(scheduled.length).toBeGreaterThan(5)
  expect(rows).toEqual(expect.arrayContaining(scheduled))

  const boss = await (await company()).manager()
  const pen = await boss.call(locations.create, { name: 'Pen', type: 'pen' })
  await archivedFor(locationTable, 31, pen)
  await platform(db => services.jobs.send(db, eraseArchivedLocations, {}, { companyId: null }))
  await vi.waitFor(async () => expect(await isThere(locationTable, pen)).toBe(false), { timeout: 15_000, interval: 50 })
})
