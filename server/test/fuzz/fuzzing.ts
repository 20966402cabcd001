/** Shoots at the real app by a seed. What the short and the long run of the tests share. */
import { animals } from '#shared/animals/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { watchThread } from '../attacks/innocents.ts'
import { filledCompany } from '../filledCompany.ts'
import { publishedForm } from '../forms.ts'
import { admin, type Person } from '../people.ts'
import { begin } from '../submissions.ts'
import { tend } from '../tend.ts'
import { dearForm, dearShotsAt } from './dearShots.ts'
import { failingReads } from './readingBack.ts'
import { type Described, type Shot, shotsAt } from './shots.ts'

const maxMilliseconds = 2_000
/** Calls sign people out, and remove them and their companies: from time to time there are others. */
const shotsOfOnePeople = 250

export type Fault = { at: number; status: number; milliseconds: number; shot: string }

/**
 * What came back that never should, from that shot of the seed on: a fault of the server, or an answer that took too
 * long.
 */
export async function faultsOf(seed: number, count: number, from = 0): Promise<Fault[]> {
  const { app } = await tend()
  const api = (await app.inject('/api/openapi.json')).json() as Described
  const faults: Fault[] = []
  let people: (Person | null)[] = []
  let shots: Generator<Shot> | undefined
  let readBack = async () => {}
  for (let at = from; at < from + count; at++) {
    if (at % shotsOfOnePeople === 0) {
      await readBack()
      const { id, boss, hand, place, vehicle, group, form, sent, submission } = await filledCompany()
      people = [null, hand, boss, boss, await admin()]
      const ids = [
        id,
        boss.id,
        hand.id,
        place.id,
        vehicle.id,
        group.id,
        form.id,
        sent.id,
        submission.id,
        2_000_000_000,
        0,
      ]
      shots = shotsAt(api, seed + at, ids)
      readBack = async () => {
        for (const shot of await failingReads(boss, id)) faults.push({ at, status: 500, milliseconds: 0, shot })
      }
    }
    const shot = shots?.next().value as Shot
    const person = people[at % people.length]
    const send = async () => {
      const started = performance.now()
      const { statusCode, body } = await app.inject({
        method: shot.method as 'GET',
        url: shot.url,
        headers: { ...shot.headers, ...(person && { authorization: `Bearer ${person.token}` }) },
        remoteAddress: `10.${at % 200}.${seed % 200}.7`,
        ...(shot.payload !== undefined && { payload: shot.payload }),
      })
      // What a newer app made waits on its phone until the server is as new: that is no fault.
      const isAhead = statusCode === 503 && body.includes('payload_too_new')
      return { status: isAhead ? 409 : statusCode, milliseconds: performance.now() - started }
    }
    let answer = await send()
    // Something else may have kept the machine busy: what is slow by itself is slow again.
    if (answer.milliseconds > maxMilliseconds) answer = await send()
    if (answer.status >= 500 || answer.milliseconds > maxMilliseconds)
      faults.push({ at, ...answer, shot: `${shot.method} ${shot.url} ${String(shot.payload ?? '').slice(0, 300)}` })
  }
  await readBack()
  return faults
}

/** As long as the process may answer nobody for one call that means something, in milliseconds of the processor. */
const maxStill = 200
/** What must be taken at least once as it is: a call that is always refused has the server work out nothing. */
const mustBeTaken = [
  ...['GET /api/task/preview', 'POST /api/task', 'POST /api/form', 'POST /api/form/submission/N/complete'],
  ...['POST /api/report', 'POST /api/guide', 'GET /api/search', 'GET /api/animal', 'GET /api/form/submission'],
]

const fewTries = 8

/**
 * Which calls that mean something and ask for much made the server fail, wait, or answer nobody for too long; each may
 * have another try.
 */
export async function dearFaultsOf(seed: number, count: number): Promise<Fault[]> {
  const { app } = await tend()
  const { id, boss, place, group, form } = await filledCompany()
  const [offer] = await boss.call(plans.offers, {})
  const limits = { users: null, animals: null, forms: null, storage: null }
  await (await admin()).call(plans.open, { id, plan_id: offer?.id ?? 0, limits })
  const cow = await boss.call(animals.create, { name: 'Cow', species: 'cattle' })
  const filledIn = await publishedForm(boss, dearForm(seed))
  const { id: draft } = await begin(boss, filledIn)
  const ids = { person: boss.id, place: place.id, group: group.id, form: form.id, draft, animals: [cow.id] }
  const shots = dearShotsAt(seed, ids)
  const faults: Fault[] = []
  const [asked, taken] = [new Map<string, number>(), new Set<string>()]
  for (let at = 0; at < count; at++) {
    const shot = shots.next().value as Shot
    const send = async () => {
      const stoodStill = watchThread()
      const { statusCode } = await app.inject({
        ...{ method: shot.method as 'GET', url: shot.url, payload: shot.payload ?? '' },
        headers: { ...shot.headers, authorization: `Bearer ${boss.token}` },
        remoteAddress: `10.${at % 200}.${seed % 200}.8`,
      })
      return { status: statusCode, milliseconds: stoodStill() }
    }
    let answer = await send()
    if (answer.milliseconds > maxStill) answer = await send()
    const name = `${shot.method} ${shot.url.split('?')[0]?.replace(/\d+/, 'N')}`
    asked.set(name, (asked.get(name) ?? 0) + 1)
    if (answer.status < 300) taken.add(name)
    if (answer.status < 300 && name.endsWith('/complete')) ids.draft = (await begin(boss, filledIn)).id
    if ((answer.status >= 500 && answer.status !== 503) || answer.milliseconds > maxStill)
      faults.push({ at, ...answer, shot: `${shot.method} ${shot.url} ${String(shot.payload ?? '').slice(0, 300)}` })
  }
  // A few that were refused may have been refused by chance.
  for (const shot of mustBeTaken.filter(name => (asked.get(name) ?? 0) >= fewTries && !taken.has(name)))
    faults.push({ at: count, status: 0, milliseconds: 0, shot: `Never taken: ${shot}` })
  return faults
}
