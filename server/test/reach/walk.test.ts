/**
 * Walks every call × every role and a key × three reaches × rows inside, outside, moved in, moved out, about both and
 * about nothing, with both choices about histories, and again with a site that is looked at. A row outside answers
 * exactly like a missing one, a row inside as it does to a colleague who works in the whole company, and no answer
 * names a hidden row.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { papers } from '#shared/certificates/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { contracts } from '#shared/contracts.ts'
import type { FormDetail } from '#shared/forms/contract.ts'
import { helpers } from '#shared/helpers/contract.ts'
import { type Endpoint, siteHeader } from '#shared/lib/contract.ts'
import type { Reach } from '#shared/lib/reach.ts'
import { roles as ranks } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { shares } from '#shared/shares/contract.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { workerAccounts } from '../../accounts/sessionTable.ts'
import { findings } from '../../findings/table.ts'
import { lameAnswers, publishedForm } from '../forms.ts'
import { openJobs } from '../jobsDone.ts'
import { keyOf } from '../keys.ts'
import { company, narrow, type Person, platform } from '../people.ts'
import { ask, nowhere, tokenFor } from '../routes/asking.ts'
import type { Ids } from '../routes/expectation.ts'
import { idsOf } from '../routes/idsOf.ts'
import { expectations } from '../routes/routeExpectations.ts'
import { attach, begin } from '../submissions.ts'
import { sendTask } from '../tasks.ts'
import { tend } from '../tend.ts'

const kinds = ['inside', 'outside', 'movedIn', 'movedOut', 'both', 'nothing'] as const
type Kind = (typeof kinds)[number]
/** The key is a manager's that writes: of a part, and of the whole company beside it. */
const roles = ['guest', 'worker', 'manager', 'key'] as const

/** What rows of the walk are, by how they hang on places. */
const hangsOn = {
  place: ['place'],
  group: ['group'],
  vehicle: ['vehicle', 'paper', 'vehicleEntry', 'maintenancePlan'],
  thing: ['animal', 'animalEvent', 'withhold'],
  pair: ['animalMerge'],
  open: ['task', 'sent', 'helper'],
  record: ['submission', 'finding', 'file', 'share'],
} as const satisfies Record<string, readonly (keyof Ids)[]>
type Hanging = keyof typeof hangsOn
const hangingOf = new Map(
  Object.entries(hangsOn).flatMap(([hanging, keys]) => keys.map(key => [key as keyof Ids, hanging as Hanging])),
)

/** Animals are at a location or in a group. */
type Stay = { location_id: number } | { animal_group_id: number }
type Places = { standing: Stay; place: number; group: number; vehicle: number }
type Site = {
  reach: Partial<Reach>
  inside: Places
  outside: Places
  seen: Partial<Record<Hanging, boolean>>
  /** The location at which its places are, where that is what somebody can look at. */
  at?: number
}

type Rows = { kind: Kind; name: string; ids: Ids; seen: Site['seen'] }
type People = Record<(typeof roles)[number], Person>
type Walked = { reach: string; rows: Record<Kind, Rows>; people: People; at: number | undefined }

let farm: Awaited<ReturnType<typeof company>>
let boss: Person
let colleagues: People
let walked: Walked[]
let owner: Client

beforeAll(async () => {
  farm = await company()
  boss = await farm.manager()
  const hand = await farm.worker()
  const form = await publishedForm(boss)
  await platform(db => db.insert(workerAccounts).values({ companyId: farm.id, userId: hand.id, userName: 'hand' }))
  const shared = await idsOf(farm.id, hand)
  const sites = await sitesOf(boss)
  walked = []
  for (const [reach, site] of Object.entries(sites)) {
    const rows = {} as Walked['rows']
    for (const kind of kinds)
      rows[kind] = await rowsOf({ boss, hand, form, shared, site, name: `${reach}${kind}` }, kind)
    walked.push({ reach, rows, people: {} as People, at: site.at })
  }
  await vi.waitUntil(async () => (await openJobs()).length === 0, { timeout: 60_000, interval: 50 })
  const team = async (): Promise<People> => ({
    ...{ guest: await farm.guest(), worker: await farm.worker(), manager: await farm.manager() },
    key: await tirelessKey(),
  })
  colleagues = await team()
  for (const one of walked) {
    one.people = await team()
    for (const person of Object.values(one.people)) await narrow(person, farm.id, sites[one.reach]?.reach ?? {})
  }
  await refuseCommits([...walked.flatMap(({ people }) => Object.values(people)), ...Object.values(colleagues)])
})

afterAll(async () => {
  await owner?.query('drop function if exists refuse_walk cascade')
  await owner?.end()
})

/** A program whose calls nobody counts to their bound: each is made by the next of its sessions. */
async function tirelessKey(): Promise<Person> {
  const key = await keyOf(boss, farm.id, { role_id: ranks.manager })
  const tokens = await Promise.all(Array.from({ length: 40 }, () => tokenFor(key.id, farm.id, undefined, 'write')))
  let calls = 0
  return {
    ...key,
    get token() {
      return tokens[calls++ % tokens.length] ?? ''
    },
  }
}

/** Three reaches: a site with its pens, a group at any place, and a barn with a vehicle. */
async function sitesOf(boss: Person): Promise<Record<string, Site>> {
  const at = async (name: string, parent_id?: number) =>
    (await boss.call(locations.create, { name, type: parent_id ? 'pen' : 'site', ...(parent_id && { parent_id }) })).id
  const herd = async (name: string, location_id: number) =>
    (await boss.call(animalGroups.create, { name, location_id })).id
  const car = async (name: string) => (await boss.call(vehicles.create, { name, type: 'lorry' })).id
  const [north, barn, far] = [await at('North'), await at('Barn'), await at('Zfar')]
  const pen = await at('Pen', north)
  const [inPen, inBarn, flock, other] = [
    await herd('In the pen', pen),
    await herd('In the barn', barn),
    await herd('Flock', far),
    await herd('Zother', far),
  ]
  const [lorry, foreign] = [await car('Lorry'), await car('Zlorry')]
  const outside: Places = { standing: { location_id: far }, place: far, group: other, vehicle: foreign }
  return {
    site: {
      reach: { locations: [north] },
      inside: { standing: { location_id: pen }, place: pen, group: inPen, vehicle: foreign },
      outside,
      seen: { place: true, group: true },
      at: north,
    },
    group: {
      reach: { groups: [flock] },
      inside: { standing: { animal_group_id: flock }, place: far, group: flock, vehicle: foreign },
      outside: { ...outside, standing: { animal_group_id: other } },
      seen: { group: true },
    },
    several: {
      reach: { locations: [barn], vehicles: [lorry] },
      inside: { standing: { location_id: barn }, place: barn, group: inBarn, vehicle: lorry },
      outside,
      seen: { place: true, group: true, vehicle: true },
      at: barn,
    },
  }
}

type Making = { boss: Person; hand: Person; form: FormDetail; shared: Ids; site: Site; name: string }

/** One row of each table, made by others for others, and moved afterwards. */
async function rowsOf({ boss, hand, form, shared, site, name }: Making, kind: Kind): Promise<Rows> {
  const isThere = kind === 'inside' || kind === 'movedOut'
  const places = kind === 'inside' ? site.inside : site.outside
  const { standing } = isThere ? site.inside : site.outside
  const beast = (what: string, where: Stay) =>
    boss.call(animals.create, { name: `${what} ${name}`, species: 'cattle', ...where })
  const animal = await beast('Beast', standing)
  const twin = await beast('Twin', standing)
  const merge = await boss.call(animals.merge, { id: animal.id, duplicate_id: twin.id })
  const day = new Date().toISOString().slice(0, 10)
  const event = await boss.call(animalEvents.create, {
    ...{ id: animal.id, day, state: 'done', note: `Event ${name}` },
    details: { type: 'observation' },
  })
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const withhold = await boss.call(animalEvents.withhold, { id: animal.id, cause: 'other', product: 'milk', until })
  const near = kind === 'both' ? await beast('Near', site.inside.standing) : null
  const subjects: SubjectRef[] =
    kind === 'nothing'
      ? []
      : [...(near ? [{ type: 'animal' as const, id: near.id }] : []), { type: 'animal', id: animal.id }]
  const about = { subjects: subjects as never }
  const sent = await sendTask(boss, hand, { title: `Task ${name}`, ...about })
  const helper = await boss.call(helpers.create, { id: sent.id, email: `${name}@example.test` })
  const draft = await begin(hand, form, about)
  const { uuid, id: file } = await attach(hand, draft)
  const answers = { ...lameAnswers, remark: { value: `Remark ${name}` }, picture: { value: [{ uuid }] } }
  await hand.call(submissions.complete, { id: draft.id, answers })
  await boss.call(reviews.comment, { id: draft.id, text: `Comment ${name}` })
  const expires_at = new Date(Date.now() + 24 * 3600_000).toISOString()
  const share = await boss.call(shares.create, { kind: 'submission', subject_id: draft.id, expires_at })
  const finding = await findingOf(draft.id)
  const paper = await boss.call(papers.create, {
    kind: 'insurance',
    vehicle_id: places.vehicle,
    number: `Paper ${name}`,
  })
  const inUse = await boss.call(vehicleLog.plan, { vehicle_id: places.vehicle, name: `Plan ${name}`, every_months: 12 })
  const entry = await boss.call(vehicleLog.write, {
    ...({ uuid: crypto.randomUUID(), vehicle_id: places.vehicle, day, kind: 'odometer', reason: 'Read' } as const),
    kilometres: ++kilometres,
  })
  const goes = { movedIn: site.inside, movedOut: site.outside } as Partial<Record<Kind, Places>>
  const gone = goes[kind]
  if (gone) await boss.call(animals.update, { id: animal.id, ...gone.standing } as never)
  return {
    ...{ kind, name, seen: site.seen },
    ids: {
      ...shared,
      ...{ place: places.place, group: places.group, vehicle: places.vehicle, animal: animal.id },
      ...{ animalEvent: event.id, withhold: withhold.id, animalMerge: merge.id, task: sent.task_id, sent: sent.id },
      ...{ helper: helper.id, submission: draft.id, file, share: share.id, finding, paper: paper.id },
      ...{ maintenancePlan: inUse.plans.at(-1)?.id ?? nowhere, vehicleEntry: entry.id },
    },
  }
}

let kilometres = 1_000

/** How much of a row is seen: as it hangs on places, by the company's choice, and without vehicles at a site. */
function seesOf({ kind, seen }: Rows, { stay, atSite }: Looking): Record<Hanging, boolean> {
  const isHere = kind === 'inside' || kind === 'movedIn'
  const isThere = kind === 'inside' || kind === 'movedOut'
  return {
    ...{ place: false, group: false, vehicle: false },
    ...(kind === 'inside' && { ...seen, ...(atSite && { vehicle: false }) }),
    ...{ thing: isHere, pair: isHere && isThere, open: isHere, record: isThere && (stay || isHere) },
  }
}

/** Texts of a row that nobody who looks like this may read. */
function hiddenOf(row: Rows, looking: Looking): string[] {
  const { kind, name } = row
  const sees = seesOf(row, looking)
  const isThere = kind === 'inside' || kind === 'movedOut'
  return [
    // A record that is seen says what it is about, and a merged entry stays where it was.
    ...(sees.thing || sees.record ? [] : [`Beast ${name}`]),
    ...(sees.thing || isThere ? [] : [`Twin ${name}`]),
    ...(sees.thing ? [] : [`Event ${name}`]),
    ...(sees.open ? [] : [`Task ${name}`]),
    ...(sees.record ? [] : [`Remark ${name}`, `Comment ${name}`]),
    ...(sees.vehicle ? [] : [`Paper ${name}`, `Plan ${name}`]),
  ]
}

const allOf = ({ name }: Rows) =>
  ['Beast', 'Twin', 'Event', 'Task', 'Remark', 'Comment', 'Paper', 'Plan'].map(what => `${what} ${name}`)

/** How somebody looks: by the company's choice about histories, and at a site or not. */
type Looking = { stay: boolean; atSite: boolean }

/** What nobody with this reach may read: of the rows for it, and of all those for other reaches. */
const hiddenFrom = (reach: string, looking: Looking): string[] => [
  ...['Zfar', 'Zother', 'Zlorry'],
  ...walked.flatMap(one =>
    Object.values(one.rows).flatMap(row => (one.reach === reach ? hiddenOf(row, looking) : allOf(row))),
  ),
]

/** Some people, how they look, and what a call then shows them. */
type Viewer = {
  name: string
  reach: string
  people: People
  rows: Record<Kind, Rows>
  headers: Record<string, string>
  sees: (row: Rows, endpoint: Endpoint) => Record<Hanging, boolean>
  hidden: (endpoint: Endpoint) => string[]
}

const everything = Object.fromEntries(Object.keys(hangsOn).map(hanging => [hanging, true])) as Record<Hanging, boolean>

/** Those who work in a part. */
const byReach = (stay: boolean): Viewer[] =>
  walked.map(({ reach, people, rows }) => {
    const looking = { stay, atSite: false }
    const hidden = hiddenFrom(reach, looking)
    return {
      ...{ name: reach, reach, people, rows, headers: {} },
      sees: row => seesOf(row, looking),
      hidden: () => hidden,
    }
  })

/** Those who look at a site: some who work in a part at it, and colleagues who work in the whole company. */
const bySite = (stay: boolean): Viewer[] =>
  walked.flatMap(({ reach, people, rows, at }) => {
    if (at === undefined) return []
    const [here, anywhere] = [
      { stay, atSite: true },
      { stay, atSite: false },
    ]
    const [hiddenHere, hiddenAnywhere] = [hiddenFrom(reach, here), hiddenFrom(reach, anywhere)]
    const its = { reach, rows, headers: { [siteHeader]: String(at) } }
    return [
      {
        ...{ ...its, name: `${reach} at its site`, people },
        sees: (row, endpoint) => seesOf(row, endpoint.bySite ? here : anywhere),
        hidden: endpoint => (endpoint.bySite ? hiddenHere : hiddenAnywhere),
      },
      {
        ...{ ...its, name: `everybody at the site of ${reach}`, people: colleagues },
        sees: (row, endpoint) => (endpoint.bySite ? seesOf(row, here) : everything),
        hidden: endpoint => (endpoint.bySite ? hiddenHere : []),
      },
    ] satisfies Viewer[]
  })

/** The walks: who looks, by which choice of the company. */
const ways = [
  { way: 'where histories stay', stay: true, viewers: byReach },
  { way: 'where histories move along', stay: false, viewers: byReach },
  { way: 'at a site, where histories stay', stay: true, viewers: bySite },
  { way: 'at a site, where histories move along', stay: false, viewers: bySite },
]

/** A critical answer of a form about something is a finding about it. */
async function findingOf(submissionId: number): Promise<number> {
  const rows = await platform(db => db.select().from(findings))
  return rows.find(row => row.submissionId === submissionId)?.id ?? nowhere
}

/** What these people do is refused at its commit: each call finds the rows as they were. */
async function refuseCommits(people: Person[]): Promise<void> {
  const { app, ownerUrl } = await tend()
  // Thousands of refused commits would be logged as errors.
  app.log.level = 'silent'
  owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`create function refuse_walk() returns trigger language plpgsql as $$ begin
    if nullif(current_setting('app.user_id', true), '')::int = any('{${people.map(({ id }) => id).join(',')}}') then
      raise exception 'refused by the walk';
    end if;
    return null;
  end $$`)
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       and not a.attisdropped where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  for (const { name } of rows)
    await owner.query(`create constraint trigger refuse_walk after insert or update or delete on ${name}
      deferrable initially deferred for each row execute function refuse_walk()`)
}

const calls = Object.entries(contracts).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([call, endpoint]) => ({
    name: `${feature}.${call}`,
    endpoint,
  })),
)

/** More than the walk of roles asks: inputs that name rows of the reach, and lists that it narrows. */
const more: Record<string, ((its: Ids) => object)[]> = {
  'submissions.create': [
    its => ({ form_id: its.form, uuid: crypto.randomUUID(), subjects: [{ type: 'animal', id: its.animal }] }),
    its => ({ form_id: its.form, uuid: crypto.randomUUID(), subjects: [{ type: 'location', id: its.place }] }),
    its => ({ form_id: its.form, uuid: crypto.randomUUID(), subjects: [{ type: 'animal_group', id: its.group }] }),
    its => ({ form_id: its.form, uuid: crypto.randomUUID(), subjects: [{ type: 'vehicle', id: its.vehicle }] }),
    its => ({ form_id: its.form, uuid: crypto.randomUUID(), task_sent_id: its.sent }),
  ],
  'tasks.create': [
    its => ({ title: 'Do it', assignees: [{ role_id: 2000 }], subjects: [{ type: 'animal', id: its.animal }] }),
    its => ({ title: 'Do it', assignees: [{ role_id: 2000 }], subjects: [{ type: 'vehicle', id: its.vehicle }] }),
  ],
  'animals.update': [
    its => ({ id: its.animal, location_id: its.place }),
    its => ({ id: its.animal, animal_group_id: its.group }),
  ],
  'animalEvents.create': [
    its => ({ id: its.animal, day: '2026-01-05', state: 'done', location_id: its.place, details: { type: 'move' } }),
    its => ({
      ...{ id: its.animal, day: '2026-01-05', state: 'done', joined_group_id: its.group },
      details: { type: 'join_group' },
    }),
  ],
  'animalGroups.create': [its => ({ name: 'Calves', purpose: 'other', location_id: its.place })],
  'animals.create': [
    its => ({ name: 'Calf', species: 'cattle', location_id: its.place, mother_id: its.animal }),
    its => ({ name: 'Calf', species: 'cattle', location_id: its.place }),
    its => ({ name: 'Calf', species: 'cattle', animal_group_id: its.group }),
  ],
  'documents.begin': [
    its => ({ kind: 'submission', record_id: its.submission }),
    its => ({ kind: 'labels', record_id: its.place }),
  ],
  'shares.of': [its => ({ kind: 'submission', subject_id: its.submission })],
}

type Asked = { name: string; endpoint: Endpoint; row: (its: Ids) => object }

/** Of managers of the whole company alone: a part is refused for every row. */
const ofTheWhole = calls.filter(({ endpoint }) => Array.isArray(endpoint.access) && endpoint.access[1] === 'Pass')

const asked: Asked[] = calls.flatMap(({ name, endpoint }) => {
  const { row, may } = expectations[name] ?? { may: [] }
  if (may === 'anyone' || ofTheWhole.some(call => call.name === name)) return []
  const rows = [...(row ? [(its: Ids) => [row(its, its)].flat()[0] ?? {}] : []), ...(more[name] ?? [])]
  return rows.map(row => ({ name, endpoint, row }))
})

/** The rows about places that an input names. */
function touched(row: Asked['row'], ids: Ids): (keyof Ids)[] {
  const found = new Set<keyof Ids>()
  row(
    new Proxy(ids, {
      get: (target, key: string) => {
        if (hangingOf.has(key as keyof Ids)) found.add(key as keyof Ids)
        return target[key as keyof Ids]
      },
    }),
  )
  return [...found]
}

/** Rows by their number hardly depend on the way: the long run asks for each in all ways, every day in one of three. */
const isLong = Boolean(process.env.LONG)
const waysOfRows = (isLong ? ways : ways.slice(0, 3)).map((way, at) => ({
  ...way,
  asked: asked.filter((_, call) => isLong || call % 3 === at),
}))
const rolesThere = isLong ? roles : roles.filter(role => role !== 'key')
/** Every day both choices about histories, one of them at a site. */
const waysOfLists = ways.filter((_, at) => isLong || at % 3 === 0)

test.each(waysOfRows)(
  'rows outside answer like missing ones, rows inside as to everybody, $way',
  async ({ stay, viewers, asked }) => {
    await boss.call(companies.update, { id: farm.id, histories_stay: stay })
    const wrong: string[] = []
    let [cases, shown] = [0, 0]
    const known = new Map<string, Awaited<ReturnType<typeof ask>>>()
    const once = async (key: string, answer: () => ReturnType<typeof ask>) => {
      const found = known.get(key) ?? (await answer())
      known.set(key, found)
      return found
    }
    const looking = viewers(stay)
    const asRoles = viewers === bySite ? rolesThere : roles
    for (const { name, endpoint, row } of asked)
      for (const viewer of looking) {
        const { reach, rows, people, headers } = viewer
        const hidden = viewer.hidden(endpoint)
        for (const kind of kinds) {
          const { ids } = rows[kind]
          const sees = viewer.sees(rows[kind], endpoint)
          const keys = touched(row, ids)
          if (keys.length === 0) continue
          // The flock's animals are there already, which their row says: naming it again changes nothing.
          if (reach === 'group' && name === 'animals.update' && keys.includes('place')) continue
          const outside = keys.filter(key => !sees[hangingOf.get(key) ?? 'thing'])
          const missing = { ...ids, ...Object.fromEntries(outside.map(key => [key, nowhere])) }
          for (const role of asRoles) {
            const input = row(ids)
            const there = await ask(endpoint, input, people[role].token, headers)
            cases++
            const what = `${name} ${JSON.stringify(input)} as ${role} with ${viewer.name}, ${kind}: ${said(there)}`
            const named = hidden.find(text => there.body.includes(text))
            if (named) wrong.push(`${what} names ${named}`)
            if (outside.length > 0) {
              const nothing = row(missing)
              const key = `${role} ${viewer.name} ${name} ${JSON.stringify(nothing).replace(uuids, '')}`
              const other = await once(key, () => ask(endpoint, nothing, people[role].token, headers))
              if (there.status !== other.status || there.code !== other.code)
                wrong.push(`${what}, missing: ${said(other)}`)
            } else {
              const other = await ask(endpoint, row(ids), colleagues[role].token)
              if (other.status < 400 || other.status >= 500) shown++
              if (there.status !== other.status || there.code !== other.code)
                wrong.push(`${what}, a colleague: ${said(other)}`)
            }
          }
        }
      }
    expect(wrong).toEqual([])
    expect(cases).toBeGreaterThan(isLong ? 4_000 : 1_300)
    expect(shown).toBeGreaterThan(isLong ? 300 : 100)
  },
  900_000,
)

test('what managers of the whole company do is refused to those of a part', async () => {
  const wrong: string[] = []
  for (const { name, endpoint } of ofTheWhole)
    for (const { reach, rows, people } of walked) {
      const [input = {}] = [expectations[name]?.row?.(rows.inside.ids, rows.inside.ids)].flat()
      for (const role of ['manager', 'key'] as const) {
        const answer = await ask(endpoint, input, people[role].token)
        if (said(answer) !== '403 forbidden') wrong.push(`${name} as ${role} with ${reach}: ${said(answer)}`)
      }
    }
  expect(wrong).toEqual([])
  expect(ofTheWhole.length).toBeGreaterThanOrEqual(15)
})

const said = ({ status, code }: Awaited<ReturnType<typeof ask>>) => `${status} ${code ?? ''}`
const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

test.each(waysOfLists)(
  'no list, count, search or report names what is hidden, $way',
  async ({ stay, viewers }) => {
    await boss.call(companies.update, { id: farm.id, histories_stay: stay })
    const wrong: string[] = []
    const told = new Set<string>()
    let cases = 0
    const looking = viewers(stay)
    for (const { name, endpoint } of calls.filter(({ endpoint }) => endpoint.method === 'GET')) {
      const { row, may } = expectations[name] ?? { may: [] }
      if (may === 'anyone') continue
      for (const viewer of looking) {
        const hidden = viewer.hidden(endpoint)
        const ids = viewer.rows.inside.ids
        const inputs = [...(row ? [row(ids, ids)].flat() : [{}])]
        const searches = ['Beast', 'Task', 'Remark', 'Zfar'].map(q => ({ q }))
        for (const input of name === 'search.find' ? searches : inputs)
          for (const role of roles)
            for (const extra of [{}, { search: 'Beast' }, { per_page: 100 }]) {
              const { body } = await ask(endpoint, { ...input, ...extra }, viewer.people[role].token, viewer.headers)
              cases++
              const named = hidden.find(text => body.includes(text))
              if (named) wrong.push(`${name} as ${role} with ${viewer.name} names ${named}`)
              if (body.includes(viewer.rows.inside.name)) told.add(name)
            }
      }
    }
    expect([...new Set(wrong)]).toEqual([])
    expect(cases).toBeGreaterThan(1_000)
    // What lies inside is still named.
    for (const name of ['animals.list', 'submissions.list', 'tasks.company', 'search.find', 'auditLog.list'])
      expect(told, name).toContain(name)
  },
  900_000,
)
