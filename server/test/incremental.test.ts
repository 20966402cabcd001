/** Incremental reads: a copy ends equal to its list while others write, and a reader learns no more than by pages. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { abilityOf, permissions } from '#shared/ability.ts'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { contracts } from '#shared/contracts.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { camelCase } from '#shared/lib/casing.ts'
import { type Endpoint, isPaged } from '#shared/lib/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { forgetChanges, markChanges } from '../lib/changes/marks.ts'
import { keptColumns } from '../lib/changes/tracked.ts'
import { incremental } from '../registry.ts'
import { keyOf } from './keys.ts'
import { Mirror } from './mirror.ts'
import { company, narrow, type Person, platform } from './people.ts'
import { sites } from './reach/sites.ts'
import { ask } from './routes/asking.ts'
import { sendTask } from './tasks.ts'
import { tend } from './tend.ts'

let owner: Client
beforeAll(async () => {
  owner = new Client({ connectionString: (await tend()).ownerUrl })
  await owner.connect()
})
afterAll(() => owner.end())

/** Lists that refuse API keys, so that no other system reads them at all, and why. */
const closedToKeys: Record<string, string> = {
  'keys.list': 'no key sees others',
  'webhooks.list': 'they have the secrets of keys',
  'webhooks.deliveries': 'they have the secrets of keys',
  'cases.list': 'confidential',
  'messaging.list': 'a person’s own',
  'messaging.reports': 'of messages',
  'notices.list': 'a person’s own',
  'passes.list': 'only people give passes out',
  'passes.log': 'only people give passes out',
  'passTemplates.list': 'only people give passes out',
}

/** Other lists that are not read incrementally, and why. */
const onlyPages: Record<string, string> = {
  'users.list': 'of the platform, not of a company',
  'companies.list': 'of the platform, not of a company',
  'dashboard.companies': 'figures of the platform, which change with time',
  'auditLog.list': 'entries never change, and `from` takes the last days again; to note each would double the log',
  'plans.list': 'a company has one plan after another, some dozens in all',
  'groupEvents.members': 'worked out for a day from the events of animals, which are read by themselves',
  'imports.lines': 'of one import, finished with it',
  'documents.list': 'a person’s own, for some days',
  'exports.list': 'a person’s own, for some days',
  'publicLinks.labels': 'rows of a register with the address of a link',
  'corrections.history': 'versions of one submission, which never change; `submissions.list` tells of each new one',
  'guides.versions': 'versions of one guide, which never change; `guides.all` tells of each new one',
  'guides.readers': 'worked out: whom a guide is for by now, with what each read of it',
  'guides.list': 'what the reader still has to confirm; `guides.all` has the guides',
  'passPages.records': 'the holder of a pass looks through them, by its link',
  'reports.submissions': 'what a report counts, worked out when it is read',
  'shares.list': 'links that are open now, of several kinds whose numbers are counted apart',
}

const paged = new Map<Endpoint, string>(
  Object.entries(contracts).flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, Endpoint>)
      .filter(([, { returns }]) => isPaged(returns))
      .map(([name, endpoint]) => [endpoint, `${feature}.${name}`] as const),
  ),
)

test('every list is read incrementally, or says why it is not', () => {
  const read = new Set(incremental.map(({ call }) => paged.get(call)))
  const reasons = { ...closedToKeys, ...onlyPages }
  expect([...paged.values()].filter(name => !read.has(name) && !reasons[name])).toEqual([])
  expect(Object.keys(reasons).filter(name => read.has(name) || ![...paged.values()].includes(name))).toEqual([])
  for (const [call, name] of paged) expect('cursor' in call.input.shape, name).toBe(read.has(name))
})

test('lists that are closed to keys refuse one that a manager made to write', async () => {
  const farm = await company()
  const key = await keyOf(await farm.manager(), farm.id, { role_id: roles.manager })
  for (const [call, name] of paged) {
    if (!closedToKeys[name]) continue
    const { status, code } = await ask(call, { company_id: farm.id }, key.token)
    expect([status, code], name).toEqual([403, 'forbidden'])
  }
})

test('of every row is kept what decides who saw it, and whose it was', async () => {
  const farm = await company()
  for (const { call, table, of } of incremental) {
    const name = paged.get(call)
    if (of) expect(keptColumns(table), name).toContain(of)
  }
  // What rules say of rows: the conditions of every rank, and those that an own role can name.
  for (const rank of [roles.manager, roles.employee]) {
    const ability = abilityOf(actorOf(1, farm.id, rank))
    for (const { call, table, of } of incremental) {
      if (of || typeof call.access === 'string') continue
      const fields = ability
        .rulesFor(call.access[0], call.access[1])
        .flatMap(({ conditions }) => Object.keys(conditions ?? {}))
      const named = Object.keys(permissions[call.access[1]]?.fields ?? {}).map(camelCase)
      const missing = [...fields, ...named].filter(
        field => field !== 'companyId' && !keptColumns(table).includes(field),
      )
      expect(missing, paged.get(call)).toEqual([])
    }
  }
})

test('a copy misses nothing of a transaction that was open while it was read', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const first = await boss.call(vehicles.create, { name: 'Tractor', type: 'tractor' })
  const mirror = new Mirror(boss, vehicles.list)
  await shows(mirror).toMatchObject([{ name: 'Tractor' }])

  await owner.query('begin')
  await owner.query(`update vehicles set name = 'Held', updated_at = now() - interval '1 hour' where id = $1`, [
    first.id,
  ])
  const second = await boss.call(vehicles.create, { name: 'Later', type: 'tractor' })
  await mirror.catchUp()
  expect([...mirror.rows.values()]).toMatchObject([{ name: 'Tractor' }])
  await owner.query('commit')
  await shows(mirror).toMatchObject([{ name: 'Held' }, { id: second.id }])

  await boss.call(vehicles.remove, { id: first.id })
  await owner.query('delete from vehicles where id = $1', [second.id])
  await shows(mirror).toEqual([])
  expect([...mirror.toldGone].sort()).toEqual([first.id, second.id].sort())
  await boss.call(vehicles.restore, { id: first.id })
  await shows(mirror).toMatchObject([{ id: first.id }])
  expect(mirror.begun).toBe(1)
})

test('a time begins after the last mark before it, and no other company’s rows are in it', async () => {
  const [farm, other] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await other.manager()]
  const before = await boss.call(vehicles.create, { name: 'Before', type: 'tractor' })
  let after = ''
  const read = () => boss.call(vehicles.list, { updated_after: after })
  // A mark is behind what another job has open; the next one is not.
  const rowsAfterMark = async () => {
    await work(markChanges)
    after = new Date(Date.now() + 5).toISOString()
    return (await read()).data
  }
  await expect.poll(rowsAfterMark).toEqual([])
  const since = await boss.call(vehicles.create, { name: 'Since', type: 'tractor' })
  await stranger.call(vehicles.create, { name: 'Other', type: 'tractor' })
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({
    data: [{ id: since.id }],
    meta: { has_more: false, gone: [] },
  })
  const all = await boss.call(vehicles.list, { updated_after: '2001-01-01T00:00:00Z' })
  expect(all.data.map(({ id }) => id)).toEqual([before.id, since.id])
})

test('a cursor is of one reader and list; one that is too old, or of other rights, says to begin again', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const key = await keyOf(boss, farm.id, { access: 'read' })
  const cursorOf = async (person: Person) =>
    (await person.call(vehicles.list, { updated_after: '2001-01-01T00:00:00Z' })).meta.cursor ?? ''
  const cursor = await cursorOf(key)
  expect(await key.refused(vehicles.list, { cursor: `${cursor}x` })).toMatchObject({ status: 422 })
  expect(await key.refused(vehicles.list, { cursor: 'x' }, { lang: 'de' })).toMatchObject({
    errors: { cursor: ['Das ist kein Cursor dieser Liste. Bitte den Cursor der letzten Antwort verwenden.'] },
  })
  expect(await key.refused(animals.list, { cursor })).toMatchObject({ status: 422, code: 'invalid' })
  expect(await key.refused(vehicles.list, { cursor, type: 'tractor' })).toMatchObject({ status: 422 })
  expect(await key.refused(vehicles.list, { cursor, search: 'a' })).toMatchObject({ status: 422 })
  expect(await boss.refused(vehicles.list, { cursor })).toMatchObject({ status: 410, code: 'cursor_expired' })
  expect(await (await farm.guest()).refused(tasks.sent, { updated_after: '2001-01-01T00:00:00Z' })).toMatchObject({
    status: 403,
  })

  await narrow(key, farm.id, { locations: [barn.id] })
  expect(await key.refused(vehicles.list, { cursor })).toMatchObject({ status: 410 })

  const later = await cursorOf(boss)
  await boss.call(vehicles.create, { name: 'Tractor', type: 'tractor' })
  await expect.poll(async () => (await boss.call(vehicles.list, { cursor: later })).data.length).toBe(1)
  const daysLater = async () => {
    await work(markChanges)
    await owner.query(`update change_marks set at = at - interval '91 days'`)
    await work(markChanges)
    await work(forgetChanges)
    const { rows } = await owner.query('select count(*)::int as left from changes where company_id = $1', [farm.id])
    return rows
  }
  // A transaction of the jobs that is under way holds up the mark.
  await expect.poll(daysLater, { timeout: 20_000, interval: 200 }).toEqual([{ left: 0 }])
  expect(await boss.refused(vehicles.list, { cursor: later })).toMatchObject({ status: 410, code: 'cursor_expired' })
  const again = await cursorOf(boss)
  expect((await boss.call(vehicles.list, { cursor: again })).data).toEqual([])
  // A database that was restored counts from the beginning.
  await owner.query('update change_marks set epoch = gen_random_uuid()')
  expect(await boss.refused(vehicles.list, { cursor: again })).toMatchObject({ status: 410 })
})

test('where records follow animals, a move that a part sees or saw lets it begin again, and no other', async () => {
  const { farm, boss, north, inside, outside } = await sites()
  await owner.query('update companies set histories_stay = false where id = $1', [farm.id])
  const begin = async () =>
    (await north.call(submissions.list, { updated_after: '2001-01-01T00:00:00Z' })).meta.cursor ?? ''
  const cursor = await begin()
  await boss.call(animals.update, { id: outside.cow.id, location_id: outside.id })
  const { cursor: next = '' } = (await north.call(submissions.list, { cursor })).meta
  await boss.call(animals.update, { id: inside.cow.id, location_id: outside.pen.id })
  expect(await north.refused(submissions.list, { cursor: next })).toMatchObject({ status: 410 })
  const again = await begin()
  await boss.call(animals.update, { id: outside.cow.id, location_id: inside.pen.id })
  expect(await north.refused(submissions.list, { cursor: again })).toMatchObject({ status: 410 })
  const task = await begin()
  await sendTask(boss, north, { subjects: [{ type: 'animal', id: inside.cow.id }] })
  expect((await north.call(submissions.list, { cursor: task })).meta.gone).toEqual([])
  const given = (await north.call(tasks.list, { updated_after: '2001-01-01T00:00:00Z' })).meta.cursor ?? ''
  await sendTask(boss, north, { title: 'Another' })
  expect(await north.refused(tasks.list, { cursor: given })).toMatchObject({ status: 410 })
})

test('members, and occurrences of tasks, are told when a name or a title changes, and when they go', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const people = new Mirror(boss, companies.members, { id: farm.id })
  const sent = new Mirror(boss, tasks.company, { id: farm.id })
  const task = await boss.call(tasks.create, { title: 'Count', assignees: [{ user_id: hand.id }] })
  await shows(sent).toMatchObject([{ title: 'Count' }])
  await people.catchUp()
  await owner.query(`update users set name = 'Renamed' where id = $1`, [hand.id])
  await boss.call(tasks.remove, { id: task.id })
  await shows(people).toContainEqual(expect.objectContaining({ id: hand.id, name: 'Renamed' }))
  await shows(sent).toEqual([])
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  await shows(people).toMatchObject([{ id: boss.id }])
})

/** What a copy shows when it has caught up: a transaction of the jobs that is under way holds it up. */
const shows = (mirror: Mirror) =>
  expect.poll(
    async () => {
      await mirror.catchUp()
      return [...mirror.rows.values()]
    },
    { timeout: 20_000, interval: 200 },
  )

const work = async (job: { work: (data: never, job: never) => Promise<unknown> }) => {
  const { services } = await tend()
  await platform(db => job.work({} as never, { db, services } as never))
}
