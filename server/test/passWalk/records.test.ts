/**
 * Walks passes of each reach, with and without a period, of all kinds and of some, × rows inside, outside, moved, at
 * the edges of the period, of after the start, archived, of other kinds and of another company. A row outside answers
 * as a missing one and is named by no answer, a row inside is answered, listed, found and drawn.
 */
import { beforeAll, expect, test } from 'vitest'
import { passPages } from '#shared/passes/passPage.ts'
import { type PassKind, passKinds } from '#shared/passes/rules.ts'
import { passFileAddress } from '../../passes/files.ts'
import { passLinkIn } from '../passes.ts'
import { request } from '../people.ts'
import { nowhere } from '../routes/asking.ts'
import { tend } from '../tend.ts'
import { somewhere } from '../visitors.ts'
import { passOf, type Row, reaches, type Scene, scene, shows, type Walked } from './scene.ts'

const kindSets: readonly (readonly PassKind[])[] = [
  passKinds,
  ['submission', 'certificate'],
  ['finding', 'animal_event'],
]

/** Each reach, period and kinds with each other in the long run; a third of them every day. */
const isLong = Boolean(process.env.LONG)
const walks = reaches
  .flatMap(reach => [false, true].flatMap(hasPeriod => kindSets.map(kinds => ({ reach, hasPeriod, kinds }))))
  .filter((_, at) => isLong || (at + Math.floor(at / 3)) % 3 === 0)

let farms: Scene
beforeAll(async () => {
  farms = await scene()
})

const ask = (endpoint: Parameters<typeof request>[0], input: object) =>
  request(endpoint, input, null, { from: somewhere() })

test('what a pass shows is what the model says, by every call', async () => {
  const wrong: string[] = []
  let [cases, shown] = [0, 0]
  const { app, services } = await tend()
  for (const { reach, hasPeriod, kinds } of walks) {
    const walked = await passOf(farms, { reach, hasPeriod, kinds, shows_names: hasPeriod })
    const link = passLinkIn(walked.pass)
    const all = [...farms.rows, ...farms.foreign]
    const hidden = all.filter(row => !shows(walked, row))
    const said = `${reach}${hasPeriod ? ' in a period' : ''}, ${kinds.join(' and ')}`
    // A thing's findings and records have its word.
    const visible = new Set(all.filter(row => shows(walked, row)).map(({ word }) => word))
    const secret = hidden.map(({ word }) => word).filter(word => !visible.has(word))
    const check = (what: string, isRight: boolean, body = '') => {
      cases++
      if (!isRight) wrong.push(`${said}: ${what}`)
      const named = secret.find(word => body.includes(word))
      if (named) wrong.push(`${said}: ${what} names ${named}`)
    }
    const missing = await ask(passPages.record, { ...link, kind: kinds[0], record_id: nowhere })
    for (const row of all) {
      const isShown = shows(walked, row)
      const answer = await ask(passPages.record, { ...link, kind: row.kind, record_id: row.id })
      if (isShown) shown++
      check(
        `${row.what} answers ${answer.statusCode}`,
        isShown ? answer.statusCode === 200 : answer.body === missing.body && answer.statusCode === 404,
        answer.body,
      )
      const found = await ask(passPages.records, { ...link, kind: row.kind, search: row.word })
      const isKind = kinds.includes(row.kind)
      check(`the search for ${row.what}`, found.statusCode === (isKind ? 200 : 404), found.body)
      if (isShown && row.kind === 'submission' && row.photo) {
        const [address] = answer.body.match(/\/storage\/passes\/[^"]+/) ?? []
        check(
          `photo of ${row.what}`,
          (await app.inject({ url: address ?? '/', remoteAddress: somewhere() })).statusCode === 200,
        )
      }
    }
    // Even an address that we signed ourselves opens no photo outside of the reach.
    for (const row of hidden) {
      if (!row.photo || isInReach(walked, row)) continue
      const open = { pass: { id: walked.pass.id }, isPreview: false } as never
      const of = { kind: 'submission', recordId: row.id, at: 0 } as const
      const url = passFileAddress(services, open, { path: row.photo, of }, new Date())
      const { statusCode } = await app.inject({ url, remoteAddress: somewhere() })
      check(`signed photo of ${row.what} answers ${statusCode}`, statusCode === 404)
    }
    const opened = await ask(passPages.open, link)
    check('its page', opened.statusCode === 200, opened.body)
    const { data: page } = JSON.parse(opened.body) as {
      data: { kinds: { kind: PassKind; count: number; forms: unknown[] }[] }
    }
    for (const kind of passKinds) {
      const ids = numbersOf(all.filter(row => row.kind === kind && shows(walked, row)))
      const isKind = kinds.includes(kind)
      check(`counts of ${kind}`, page.kinds.find(one => one.kind === kind)?.count === (isKind ? ids.length : undefined))
      const listed = await ask(passPages.records, { ...link, kind, per_page: 100 })
      const drawn = await ask(passPages.sample, { ...link, kind, size: 200, seed: 7 })
      if (!isKind) {
        check(`list of ${kind}`, listed.statusCode === 404 && drawn.statusCode === 404)
        continue
      }
      const { data, meta } = JSON.parse(listed.body) as { data: { id: number }[]; meta: { total: number } }
      check(`list of ${kind}: ${numbersOf(data)}, not ${ids}`, numbersOf(data).join() === ids.join(), listed.body)
      check(`total of ${kind}`, meta.total === ids.length)
      const sample = JSON.parse(drawn.body).data as { population: number; records: { id: number }[] }
      check(`sample of ${kind}`, numbersOf(sample.records).join() === ids.join(), drawn.body)
      check(`population of ${kind}`, sample.population === ids.length)
    }
  }
  expect(wrong).toEqual([])
  expect(cases).toBeGreaterThan(isLong ? 4_000 : 1_300)
  expect(shown).toBeGreaterThan(isLong ? 300 : 100)
}, 600_000)

const numbersOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).toSorted((one, other) => one - other)

/** Whether a row lies within the reach of a pass, at another moment or of another kind. */
function isInReach(walked: Walked, row: Row): boolean {
  const always = { ...row, kind: 'submission', notedAt: 0, archivedAt: null, day: null, isNone: false } as const
  return shows({ ...walked, kinds: passKinds, hasPeriod: false }, always)
}

test('the same seed draws the same sample after more has come in', async () => {
  const walked = await passOf(farms, { reach: 'whole', hasPeriod: false })
  const link = passLinkIn(walked.pass)
  const draw = async (kind: PassKind, seed: number) => {
    const { body } = await ask(passPages.sample, { ...link, kind, size: 4, seed })
    return numbersOf(JSON.parse(body).data.records)
  }
  const drawAll = async () => {
    const drawn: number[][] = []
    for (const kind of passKinds) for (const seed of [1, 2, 4711]) drawn.push(await draw(kind, seed))
    return drawn
  }
  const before = await drawAll()
  // More of everything, later than the start, and what was there is archived.
  const more = await scene()
  expect(more.rows.length).toBeGreaterThan(50)
  expect(await drawAll()).toEqual(before)
  const same = await passOf(farms, { reach: 'whole', hasPeriod: false, shows_names: true })
  for (const [at, kind] of passKinds.entries()) {
    const { body } = await ask(passPages.sample, { ...passLinkIn(same.pass), kind, size: 4, seed: 1 })
    expect(numbersOf(JSON.parse(body).data.records)).toEqual(before[at * 3])
  }
}, 300_000)
