/**
 * A farm with rows of each kind that a pass shows, at each place, moment and state, and a naive model of which of them
 * a pass shows.
 */
import { sql } from 'drizzle-orm'
import { animalEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { papers } from '#shared/certificates/contract.ts'
import type { FormDetail } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import type { Pass } from '#shared/passes/contract.ts'
import { type PassKind, passKinds } from '#shared/passes/rules.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { vehicleLog } from '#shared/vehicle-log/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { channelOf } from '../cases.ts'
import { lameAnswers, publishedForm } from '../forms.ts'
import { issue } from '../passes.ts'
import { company, type Person, platform } from '../people.ts'
import { attach, begin } from '../submissions.ts'

export const reaches = ['whole', 'north', 'flock', 'lorry', 'barnAndLorry'] as const
export type ReachName = (typeof reaches)[number]

/** Where records are: below a location, in a group, of a vehicle, or of nothing. */
type Spot = 'north' | 'barn' | 'far' | 'flock' | 'lorry' | 'otherLorry'
const within: Record<ReachName, readonly Spot[] | null> = {
  whole: null,
  north: ['north'],
  flock: ['flock'],
  lorry: ['lorry'],
  barnAndLorry: ['barn', 'lorry'],
}

export type Row = {
  kind: PassKind
  id: number
  /** What it is, for messages. */
  what: string
  /** A word that only this record has. */
  word: string
  company: number
  /** Where it was when it was made, and where what it is about is now. */
  was: readonly Spot[]
  is: readonly Spot[]
  /** Its day, and for one of several days the last; null for one without. */
  day: string | null
  until?: string | null
  /** When it came in, and when it was archived. */
  notedAt: number
  archivedAt: number | null
  /** No record of a pass at all: a draft, a report to a channel, a paper of a person. */
  isNone?: boolean
  /** Its photo in the store. */
  photo?: string
}

const hour = 3600_000
const dayMs = 24 * hour
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
/** The moment as of which passes show records, some time ago, so that rows can be of before and after. */
export const asOf = Date.now() - 2 * dayMs
const start = asOf - 40 * dayMs
/** First and last day of the passes with a period. */
export const period = { first: dayOf(asOf - 20 * dayMs), last: dayOf(asOf - 10 * dayMs) }
const inPeriod = Date.parse(`${period.first}T12:00:00Z`) + 3 * dayMs

/** When rows are, as they came in at once: the edges of the period, beside it, after the start of the pass. */
const moments: { what: string; at: number; notedAt?: number; archivedAt?: number; leads?: true }[] = [
  { what: 'in the period', at: inPeriod, leads: true },
  { what: 'at the first moment', at: Date.parse(`${period.first}T00:00:00Z`) },
  { what: 'just before', at: Date.parse(`${period.first}T00:00:00Z`) - 1 },
  { what: 'at the last moment', at: Date.parse(`${period.last}T23:59:59.999Z`) },
  { what: 'just after', at: Date.parse(`${period.last}T23:59:59.999Z`) + 1 },
  { what: 'long before', at: start },
  { what: 'come in at the start', at: inPeriod, notedAt: asOf },
  { what: 'come in just after the start', at: inPeriod, notedAt: asOf + 1 },
  { what: 'come in today', at: inPeriod, notedAt: Date.now() },
  { what: 'archived before the start', at: inPeriod, archivedAt: asOf - hour },
  { what: 'archived after the start', at: inPeriod, archivedAt: asOf + hour },
]

export type Scene = Awaited<ReturnType<typeof scene>>

/** The naive model. */
export function shows(
  pass: { company: number; reach: ReachName; kinds: readonly PassKind[]; hasPeriod: boolean },
  row: Row,
): boolean {
  const spots = within[pass.reach]
  const isThere = (at: readonly Spot[]) => at.length > 0 && at.every(spot => spots?.includes(spot))
  const isRecord = row.kind === 'submission' || row.kind === 'finding'
  return (
    !row.isNone &&
    row.company === pass.company &&
    pass.kinds.includes(row.kind) &&
    (spots === null || isThere(isRecord ? row.was : row.is)) &&
    row.notedAt <= asOf &&
    (row.archivedAt === null || row.archivedAt > asOf) &&
    (!pass.hasPeriod ||
      ((row.day === null || row.day <= period.last) &&
        ((row.until === undefined ? row.day : row.until) ?? period.first) >= period.first))
  )
}

let words = 0
/** Letters alone, by which nothing else is found. */
const newWord = () => `zq${[...String(10_000 + ++words)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`
let kilometres = 1_000

type Making = {
  companyId: number
  boss: Person
  hand: Person
  form: FormDetail
  cow: (spot: Spot, word: string) => Promise<{ id: number }>
  places: Record<'north' | 'barn' | 'far', number>
  flock: number
  lorries: Record<'lorry' | 'otherLorry', number>
}

const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`
const orNull = (time: number | null) => (time === null ? sql`null` : at(time))

async function filled({ hand, form, companyId }: Making, subjects: SubjectRef[], word: string) {
  const draft = await begin(hand, form, { subjects: subjects as never })
  const file = await attach(hand, draft, { name: `${word}.jpg` })
  await hand.call(submissions.complete, {
    id: draft.id,
    answers: { ...lameAnswers, remark: { value: `Remark ${word}` }, picture: { value: [{ uuid: file.uuid }] } },
  })
  const { rows } = await platform(db =>
    db.execute<{ id: number }>(
      sql`select id from findings where company_id = ${companyId} and submission_id = ${draft.id}`,
    ),
  )
  return { id: draft.id, finding: rows[0]?.id ?? 0, photo: file.path }
}

/** The rows of one company. */
async function rowsOf(making: Making): Promise<Row[]> {
  const { boss, companyId, cow, lorries, hand, form } = making
  const rows: Row[] = []
  const put = (kind: PassKind, row: Omit<Row, 'kind' | 'company'>) => rows.push({ kind, company: companyId, ...row })

  const about = async (spot: Spot, word: string): Promise<SubjectRef> =>
    spot === 'lorry' || spot === 'otherLorry'
      ? { type: 'vehicle', id: lorries[spot] }
      : { type: 'animal', id: (await cow(spot, word)).id }
  const submission = async (what: string, spots: Spot[], when: (typeof moments)[number], word = newWord()) => {
    const subjects: SubjectRef[] = []
    for (const spot of spots) subjects.push(await about(spot, word))
    const made = await filled(making, subjects, word)
    const { at: happened, notedAt = happened + hour, archivedAt = null } = when
    await platform(async db => {
      await db.execute(sql`update submissions set completed_at = ${at(happened)}, received_at = ${at(notedAt)},
        archived_at = ${orNull(archivedAt)} where id = ${made.id}`)
      await db.execute(sql`update findings set found_at = ${at(happened)}, noted_at = ${at(notedAt)}
        where id = ${made.finding}`)
    })
    const row = { word, was: spots, is: spots, day: dayOf(happened), notedAt, archivedAt, photo: made.photo }
    put('submission', { ...row, what: `submission ${what}, ${when.what}`, id: made.id })
    put('finding', { ...row, what: `finding ${what}, ${when.what}`, id: made.finding })
    return made
  }
  for (const when of moments) await submission('in the north', ['north'], when)
  const [now, , before] = moments
  if (!now || !before) throw new Error('There are no moments.')
  for (const spot of ['barn', 'far', 'flock', 'lorry', 'otherLorry'] as const)
    await submission(`at ${spot}`, [spot], now)
  await submission('of both', ['north', 'far'], now)
  await submission('of barn and lorry', ['barn', 'lorry'], now)
  await submission('of nothing', [], now)
  await submission('of nothing', [], before)
  for (const [from, to] of [
    ['north', 'far'],
    ['far', 'north'],
  ] as const) {
    const word = newWord()
    const { id } = await submission(`moved from ${from} to ${to}`, [from], now, word)
    await platform(db =>
      db.execute(sql`update animals set location_id = ${making.places[to]} where company_id = ${companyId} and id in
        (select animal_id from submission_subjects where company_id = ${companyId} and submission_id = ${id})`),
    )
    // With the company's choice that histories stay, where it was counts.
    for (const row of rows.slice(-2)) Object.assign(row, { is: [to] })
  }
  const draft = await begin(hand, form, { subjects: [await about('north', newWord())] as never })
  const plain = { was: ['north'], is: ['north'], day: dayOf(inPeriod), notedAt: start, archivedAt: null } as const
  put('submission', { ...plain, what: 'draft', word: newWord(), id: draft.id, isNone: true })
  const reopened = await filled(making, [await about('north', newWord())], newWord())
  await platform(db =>
    db.execute(sql`update submissions set received_at = ${at(start)}, completed_at = ${at(inPeriod)},
    follows_id = ${draft.id}, follows_as = 'reopening', asked_keys = '{}', former_answers = '{}'
    where id = ${reopened.id}`),
  )
  put('submission', { ...plain, what: 'version of another', word: newWord(), id: reopened.id, isNone: true })
  put('finding', { ...plain, what: 'finding of a version', word: newWord(), id: reopened.finding, isNone: true })
  const { form: channel } = await channelOf(boss)
  const reported = await filled(making, [], newWord())
  await platform(db =>
    db.execute(sql`update submissions set form_id = ${channel.id}, received_at = ${at(start)},
    completed_at = ${at(inPeriod)} where id = ${reported.id}`),
  )
  put('submission', {
    ...plain,
    was: [],
    is: [],
    what: 'report to a channel',
    word: newWord(),
    id: reported.id,
    isNone: true,
  })
  put('finding', {
    ...plain,
    was: [],
    is: [],
    what: 'finding of a channel',
    word: newWord(),
    id: reported.finding,
    isNone: true,
  })

  const event = async (what: string, spot: Spot, when: (typeof moments)[number], moved?: 'north' | 'far') => {
    const word = newWord()
    const { id: animal } = await cow(spot, word)
    const made = await boss.call(animalEvents.create, {
      ...{ id: animal, day: dayOf(when.at), state: 'done', note: `Event ${word}` },
      details: { type: 'observation' },
    })
    const { at: happened, notedAt = happened + hour, archivedAt = null } = when
    await platform(async db => {
      await db.execute(sql`update animal_events set created_at = ${at(notedAt)}, archived_at = ${orNull(archivedAt)}
        where id = ${made.id}`)
      // What a cow got when she came is no part of this.
      await db.execute(
        sql`update animal_events set created_at = now() where animal_id = ${animal} and id <> ${made.id}`,
      )
      if (moved) await db.execute(sql`update animals set location_id = ${making.places[moved]} where id = ${animal}`)
    })
    put('animal_event', {
      ...{ what: `event ${what}, ${when.what}`, word, id: made.id, was: [spot], is: [moved ?? spot] },
      ...{ day: dayOf(happened), notedAt, archivedAt },
    })
  }
  for (const when of moments) await event('in the north', 'north', when)
  for (const spot of ['barn', 'far', 'flock'] as const) await event(`at ${spot}`, spot, now)
  await event('moved away', 'north', now, 'far')
  await event('moved in', 'far', now, 'north')

  for (const [spot, when] of [...moments.map(moment => ['lorry', moment] as const), ['otherLorry', now] as const]) {
    const word = newWord()
    const { at: happened, notedAt = happened + hour, archivedAt = null } = when
    const made = await boss.call(vehicleLog.write, {
      ...({ uuid: crypto.randomUUID(), vehicle_id: lorries[spot], kind: 'odometer', reason: word } as const),
      ...{ day: dayOf(Date.now()), kilometres: ++kilometres },
    })
    await platform(db =>
      db.execute(sql`update vehicle_entries set day = ${dayOf(happened)}, created_at = ${at(notedAt)},
        archived_at = ${orNull(archivedAt)} where id = ${made.id}`),
    )
    put('vehicle_entry', {
      ...{ what: `entry of ${spot}, ${when.what}`, word, id: made.id, was: [spot], is: [spot] },
      ...{ day: dayOf(happened), notedAt, archivedAt },
    })
  }

  const paper = async (what: string, of: 'lorry' | 'otherLorry' | 'company' | 'person', more: Partial<Row> = {}) => {
    const word = newWord()
    const spots = of === 'lorry' || of === 'otherLorry' ? [of] : []
    const kind = of === 'company' ? 'transporter_type_1' : of === 'person' ? 'driver_competence' : 'insurance'
    const made = await boss.call(papers.create, {
      ...{ kind, number: word, valid_until: '2098-01-31' },
      ...(of === 'person' ? { holder_id: hand.id } : of === 'company' ? {} : { vehicle_id: lorries[of] }),
    } as never)
    const { day = null, until = null, notedAt = start, archivedAt = null } = more
    await platform(db =>
      db.execute(sql`update papers set created_at = ${at(notedAt)}, archived_at = ${orNull(archivedAt)},
        issued_on = ${day}, valid_until = ${until} where id = ${made.id}`),
    )
    put('certificate', {
      ...{ what: `paper of ${of}, ${what}`, word, id: made.id, was: spots, is: spots, day, until, notedAt, archivedAt },
      ...(of === 'person' && { isNone: true }),
    })
  }
  for (const of of ['lorry', 'otherLorry', 'company', 'person'] as const) await paper('without days', of)
  const before1 = dayOf(Date.parse(period.first) - dayMs)
  const after1 = dayOf(Date.parse(period.last) + dayMs)
  await paper('ended before', 'lorry', { until: before1 })
  await paper('ended on the first day', 'lorry', { until: period.first })
  await paper('issued on the last day', 'lorry', { day: period.last })
  await paper('issued after', 'lorry', { day: after1 })
  await paper('noted later', 'lorry', { notedAt: asOf + 1 })
  await paper('archived before', 'lorry', { archivedAt: asOf - 1 })
  await paper('archived since', 'lorry', { archivedAt: asOf + hour })
  return rows
}

async function farmOf() {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const place = async (name: string, parent_id?: number) =>
    (await boss.call(locations.create, { name, type: parent_id ? 'pen' : 'site', ...(parent_id && { parent_id }) })).id
  const [north, barn, far] = [await place('North'), await place('Barn'), await place('Far')]
  const places = { north: await place('Pen', north), barn, far }
  const flock = (await boss.call(animalGroups.create, { name: 'Flock', location_id: far })).id
  const lorry = async (name: string) => (await boss.call(vehicles.create, { name, type: 'lorry' })).id
  const lorries = { lorry: await lorry('Lorry'), otherLorry: await lorry('Other') }
  const cow: Making['cow'] = (spot, word) => {
    const where = spot === 'flock' ? { animal_group_id: flock } : { location_id: places[spot as keyof typeof places] }
    return boss.call(animals.create, { name: `Cow ${word}`, species: 'cattle', ...where } as never)
  }
  const reachOf: Record<ReachName, object | null> = {
    whole: null,
    north: { location_ids: [north], animal_group_ids: [], vehicle_ids: [] },
    flock: { location_ids: [], animal_group_ids: [flock], vehicle_ids: [] },
    lorry: { location_ids: [], animal_group_ids: [], vehicle_ids: [lorries.lorry] },
    barnAndLorry: { location_ids: [barn], animal_group_ids: [], vehicle_ids: [lorries.lorry] },
  }
  const making: Making = { companyId: farm.id, boss, hand, form, cow, places, flock, lorries }
  return { farm, boss, hand, form, reachOf, making }
}

/** A farm with its rows, another with some of its own, and passes of the first. */
export async function scene() {
  const [one, other] = [await farmOf(), await farmOf()]
  const rows = await rowsOf(one.making)
  const foreign = await rowsOf(other.making)
  return { one, other, rows, foreign: foreign.filter(({ what }) => what.includes('in the period')) }
}

export type Walked = { company: number; reach: ReachName; kinds: readonly PassKind[]; hasPeriod: boolean; pass: Pass }

/** A pass that shows records as of that moment. */
export async function passOf(
  { one }: Scene,
  {
    reach,
    kinds = passKinds,
    hasPeriod,
    shows_names = false,
  }: Omit<Partial<Walked>, 'pass'> & {
    reach: ReachName
    hasPeriod: boolean
    shows_names?: boolean
  },
): Promise<Walked> {
  const pass = await issue(one.boss, {
    ...{ reach: one.reachOf[reach] as never, kinds: [...kinds], shows_names },
    ...(hasPeriod && { first_day: period.first, last_day: period.last }),
    starts_at: new Date(asOf).toISOString(),
  })
  return { company: one.farm.id, reach, kinds, hasPeriod, pass }
}
