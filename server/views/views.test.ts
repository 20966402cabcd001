import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#shared/audit/contract.ts'
import { maxInView, maxViews, views } from '#shared/views/contract.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { eraseArchivedViews } from './module.ts'
import { listViews } from './table.ts'

const list = 'animals' as const
const sheep = { list, name: 'Sheep', filters: { species: 'sheep', sort: '-name', per_page: 50 }, columns: ['species'] }
const names = async (person: Person) =>
  (await person.call(views.settings, { list })).views.map(({ name, user_name }) => [name, user_name])

test('a view keeps filters, order and columns, and its owner alone renames, archives and restores it', async () => {
  const { id, manager, worker, guest } = await company()
  const [boss, hand] = [await manager(), await worker()]
  const view = await hand.call(views.create, sheep)
  expect(view).toMatchObject({ ...sheep, company_id: id, user_id: hand.id, for_everybody: false, revision: 1 })
  expect(await names(hand)).toEqual([['Sheep', hand.name]])
  expect((await hand.call(views.settings, { list: 'vehicles' })).views).toEqual([])
  for (const other of [boss, await guest()]) {
    expect(await names(other)).toEqual([])
    expect(await other.refused(views.update, { id: view.id, name: 'Mine' })).toMatchObject({ status: 404 })
    expect(await other.refused(views.remove, { id: view.id })).toMatchObject({ status: 404 })
  }
  const renamed = await hand.call(views.update, { id: view.id, name: 'Ewes', revision: 1 })
  expect(renamed).toMatchObject({ name: 'Ewes', filters: sheep.filters, columns: sheep.columns, revision: 2 })
  expect(await hand.refused(views.update, { id: view.id, name: 'Rams', revision: 1 })).toMatchObject({
    ...{ status: 409, code: 'stale_revision', data: { name: 'Ewes' } },
  })
  await hand.call(views.remove, { id: view.id })
  expect(await names(hand)).toEqual([])
  expect((await hand.call(views.settings, { list, archived: true })).views).toMatchObject([{ id: view.id }])
  expect((await boss.call(views.settings, { list, archived: true })).views).toEqual([])
  await hand.call(views.restore, { id: view.id })
  expect(await names(hand)).toEqual([['Ewes', hand.name]])
})

test('who may share a view shows it to everybody who works here, and nobody else changes it', async () => {
  const farm = await company()
  const [boss, other] = [await farm.manager(), await farm.manager()]
  const [hand, guest] = [await farm.worker(), await farm.guest()]
  const view = await boss.call(views.create, { ...sheep, for_everybody: true })
  const own = await hand.call(views.create, { ...sheep, name: 'Mine' })
  expect(await hand.refused(views.update, { id: own.id, for_everybody: true })).toMatchObject({ status: 403 })
  expect(await hand.refused(views.create, { ...sheep, for_everybody: true })).toMatchObject({ status: 403 })
  expect(await hand.refused(views.update, { id: view.id, name: 'Ours' })).toMatchObject({ status: 403 })
  expect(await names(hand)).toEqual([
    ['Mine', hand.name],
    ['Sheep', boss.name],
  ])
  expect(await names(guest)).toEqual([])
  expect(await names(await (await company()).manager())).toEqual([])
  // Another manager looks after what is shared: it may be of somebody who left.
  await other.call(views.update, { id: view.id, name: 'All sheep' })
  expect(await names(hand)).toContainEqual(['All sheep', boss.name])
  await other.call(views.remove, { id: view.id })
  expect(await names(hand)).toEqual([['Mine', hand.name]])
  // People who may restore a shared view find it.
  expect((await other.call(views.settings, { list, archived: true })).views).toMatchObject([{ id: view.id }])
  expect((await hand.call(views.settings, { list, archived: true })).views).toEqual([])
  const { data } = await boss.call(auditLog.list, {})
  expect(data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['view.created', 'view.updated', 'view.archived']),
  )
})

test('columns and the view that a list opens with are one’s own; a view that is gone opens nothing', async () => {
  const { manager, worker } = await company()
  const [boss, hand] = [await manager(), await worker()]
  const shared = await boss.call(views.create, { ...sheep, for_everybody: true })
  const settings = async (person: Person) => {
    const { columns, default_view_id } = await person.call(views.settings, { list })
    return [columns, default_view_id]
  }
  expect(await settings(hand)).toEqual([null, null])
  await hand.call(views.set, { list, columns: ['species', 'group'] })
  await hand.call(views.set, { list, default_view_id: shared.id })
  expect(await settings(hand)).toEqual([['species', 'group'], shared.id])
  expect(await settings(boss)).toEqual([null, null])

  await boss.call(views.update, { id: shared.id, for_everybody: false })
  expect(await settings(hand)).toEqual([['species', 'group'], null])
  await boss.call(views.update, { id: shared.id, for_everybody: true })
  expect(await settings(hand)).toEqual([['species', 'group'], shared.id])
  await boss.call(views.remove, { id: shared.id })
  expect(await settings(hand)).toEqual([['species', 'group'], null])

  const places = await hand.call(views.create, { list: 'locations', name: 'Barns', filters: {} })
  const mine = await boss.call(views.create, sheep)
  for (const default_view_id of [places.id, mine.id, 999_999_999])
    expect(await hand.refused(views.set, { list, default_view_id })).toMatchObject({
      ...{ status: 422, errors: { default_view_id: expect.anything() } },
    })
  await hand.call(views.set, { list, columns: null, default_view_id: null })
  expect(await settings(hand)).toEqual([null, null])
})

test('an archived view goes after thirty days, and its users keep their columns', async () => {
  const { worker } = await company()
  const hand = await worker()
  const view = await hand.call(views.create, sheep)
  await hand.call(views.set, { list, columns: ['species'], default_view_id: view.id })
  await hand.call(views.remove, { id: view.id })
  await platform(async db => {
    await db.update(listViews).set({ archivedAt: sql`now() - interval '31 days'` }).where(eq(listViews.id, view.id))
    await eraseArchivedViews.work({}, { db } as never)
    expect(await db.$count(listViews, eq(listViews.id, view.id))).toBe(0)
  })
  expect(await hand.call(views.settings, { list })).toEqual({ views: [], columns: ['species'], default_view_id: null })
})

test('a person has fifty views and a list shares fifty; archived ones do not pile up', async () => {
  const { id, manager } = await company()
  const boss = await manager()
  const many = (count: number, forEverybody: boolean, archived = false) =>
    platform(db =>
      db.insert(listViews).values(
        Array.from({ length: count }, (_, n) => ({
          ...{ companyId: id, userId: boss.id, list, name: `View ${n}`, filters: {}, forEverybody },
          archivedAt: archived ? new Date() : null,
        })),
      ),
    )
  await many(maxViews.own - 1, false)
  await many(maxViews.own + 10, false, true)
  const last = await boss.call(views.create, sheep)
  const archived = () => platform(db => db.$count(listViews, sql`company_id = ${id} and archived_at is not null`))
  expect(await archived()).toBe(maxViews.own)
  expect(await boss.refused(views.create, sheep)).toMatchObject({ status: 422, errors: { name: ['At most 50.'] } })
  await boss.call(views.remove, { id: last.id })
  await boss.call(views.create, sheep)
  expect(await boss.refused(views.restore, { id: last.id })).toMatchObject({ status: 422 })
  const other = await manager()
  await many(maxViews.shared, true)
  expect(await other.refused(views.create, { ...sheep, for_everybody: true })).toMatchObject({
    ...{ status: 422, errors: { for_everybody: ['At most 50.'] } },
  })
  await other.call(views.create, { ...sheep, list: 'vehicles', for_everybody: true })
})

test('the contents of a view are bounded', async () => {
  const { manager } = await company()
  const boss = await manager()
  const filters = Object.fromEntries(Array.from({ length: maxInView.filters + 1 }, (_, n) => [`filter_${n}`, 'x']))
  for (const wrong of [
    { filters },
    { filters: { species: 'x'.repeat(301) } },
    { filters: { species: { deep: true } } },
    { columns: Array.from({ length: maxInView.columns + 1 }, () => 'species') },
    { name: ' ' },
    { list: 'sessions' },
  ])
    expect(await boss.refused(views.create, { ...sheep, ...wrong } as never)).toMatchObject({ status: 422 })
  // Names that the list does not know are kept: another version of tend may.
  expect(await boss.call(views.create, { ...sheep, filters: { colour: 'red' } })).toMatchObject({
    filters: { colour: 'red' },
  })
  // An admin of the platform works in no company.
  expect(await (await admin()).refused(views.settings, { list })).toMatchObject({ status: 403 })
})
