/**
 * One form with two photos and a roster, and eleven kinds of faults while it is filled in and sent; it arrives exactly
 * once and whole, as do forms that are filled in again. `FAULT_SEED=7 npx playwright test e2e/filling/faults.e2e.ts`
 * repeats a run.
 */
import type { Page, TestInfo } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { desktop, expect, noScreen, test } from '../people.ts'
import { disputed, toLookAt, type Work } from './faults/again.ts'
import { chance } from './faults/chance.ts'
import { FaultyNetwork } from './faults/network.ts'
import { Phone } from './faults/phone.ts'
import { type FaultName, whileFilling } from './faults/whileFilling.ts'
import { whileSending } from './faults/whileSending.ts'

test.use({ serviceWorkers: 'allow' })

const names = Object.keys(whileFilling) as FaultName[]
/** It needs no app of its own: the phone installs one. */
const desk = { ...desktop, serviceWorkers: 'block', at: noScreen } as const
const seedOfRun = () => Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1_000_000))

test('faults of each kind, and the submission is on the server once, with both photos and its roster', async ({
  signIn,
  baseURL,
}, info) => {
  const form = await rosterForm(await signIn('manager@greenfield.example', desk))
  await drive(
    { begin: network => Phone.begin(form, network), isOnce: expectOnce },
    baseURL ?? '',
    seedOfRun(),
    names,
    info,
  )
})

test(
  'disputed questions and a re-check come through faults once each',
  { tag: '@long' },
  async ({ signIn, baseURL }, info) => {
    const boss = await signIn('manager@greenfield.example', desk)
    const seed = seedOfRun()
    const mixed = chance(seed).shuffled(names)
    // Each kind of fault strikes one of the two.
    await drive(await disputed(boss), baseURL ?? '', seed, mixed.slice(0, 6), info)
    await drive(await toLookAt(boss), baseURL ?? '', seed + 1, mixed.slice(6), info)
  },
)

test('each is filled in again with faults of all kinds, twice', { tag: '@long' }, async ({ signIn, baseURL }, info) => {
  test.setTimeout(1_200_000)
  const boss = await signIn('manager@greenfield.example', desk)
  const first = seedOfRun()
  for (let seed = first; seed < first + Number(process.env.FAULT_RUNS ?? 2); seed++) {
    await drive(await disputed(boss), baseURL ?? '', seed, [...names, ...names], info)
    await drive(await toLookAt(boss), baseURL ?? '', seed, [...names, ...names], info)
  }
})

test('five submissions of forty-four faults each', { tag: '@long' }, async ({ signIn, baseURL }, info) => {
  test.setTimeout(1_200_000)
  const first = seedOfRun()
  const form = await rosterForm(await signIn('manager@greenfield.example', desk))
  const runs = Number(process.env.FAULT_RUNS ?? 5)
  const work: Work = { begin: network => Phone.begin(form, network), isOnce: expectOnce }
  const strikes = [...names, ...names, ...names, ...names]
  for (let seed = first; seed < first + runs; seed++) await drive(work, baseURL ?? '', seed, strikes, info)
})

const label = (en: string) => ({ en })
const roster = {
  ...{ type: 'repeat', id: 'roster', label: label('The roster'), row_label: label('Place ${number}') },
  rows: { from: 'count', count: '3' },
  questions: [
    { type: 'calculated', id: 'number', label: label('Number'), calculate: 'position(..)', hidden: true },
    { type: 'text', id: 'who', label: label('Who stands here?') },
  ],
}

/** The daily pen check with a roster of three places on its first page. */
async function rosterForm(boss: Page): Promise<number> {
  const [check] = await call<{ id: number }[]>(boss, 'GET', '/form?search=Daily%20pen%20check')
  const { published } = await call(boss, 'GET', `/form/${check?.id}`)
  const { definition } = published
  definition.sections[0].questions.push(roster)
  const { id } = await call<{ id: number }>(boss, 'POST', '/form', { name: label('Faulty check'), definition })
  await call(boss, 'POST', `/form/${id}/publish`, {})
  return id
}

async function drive(work: Work, server: string, seed: number, strikes: FaultName[], info: TestInfo): Promise<void> {
  console.log(`Faults with FAULT_SEED=${seed}`)
  info.annotations.push({ type: 'seed', description: String(seed) })
  const dice = chance(seed)
  // Each kind as often as the others, in both halves together.
  const all = strikes.length
  const half = Math.ceil(all / 2)
  const order = dice.shuffled(strikes)
  const network = new FaultyNetwork(server)
  await network.open()
  const started = Date.now()
  const took = new Map<string, number>()
  let me: Phone | undefined
  let at = ''
  let killedRows = 0
  try {
    me = await work.begin(network)
    const mark = `${seed}-${started}`
    for (const [index, name] of order.entries()) {
      at = `fault ${index + 1}, ${name}, ${index < half ? 'while filling in' : 'while sending'}`
      const before = Date.now()
      if (index === half) {
        network.isClosed = true
        await me.complete()
      }
      if (index < half) {
        const isPhoto = index === 1 || index === Math.max(2, half - 2)
        const text = `${mark} ${index}`
        // The first kill of the browser strikes while a row is typed, whatever the seed; each photo falls to what
        // comes.
        const isRow = !me.isAgain && (dice.below(3) === 0 || (name === 'browserKilled' && killedRows === 0))
        const edit = isPhoto ? await me.photo() : isRow ? me.row(text) : me.note(dice.pick(['ill', 'seen']), text)
        if (name === 'browserKilled' && edit.note === 'row') killedRows++
        await whileFilling[name](me, edit, dice)
      } else {
        await whileSending[name](me, dice)
        await me.isSafe()
      }
      took.set(name, (took.get(name) ?? 0) + Date.now() - before)
    }
    at = 'the end'
    network.isClosed = false
    const isSent = me.page.getByRole('heading', { name: 'Done and sent' })
    const { hurry } = me
    await expect(async () => {
      await hurry()
      await expect(isSent).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
    await work.isOnce(me, mark)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(
      `${all} faults in ${seconds} s, ${network.arrived.length} calls arrived, ${killedRows} rows typed while the browser was killed`,
    )
    console.log([...took].map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`).join(', '))
  } catch (error) {
    console.log(
      `Failed at ${at}, FAULT_SEED=${seed}, in the order ${order.join(', ')}\n${network.arrived.join('\n')}\n${await me?.machine.report()}`,
    )
    throw error
  } finally {
    await me?.machine.close()
    await network.close()
  }
}

/** By its uuid and by what was typed there is one on the server, complete, and both photos can be fetched. */
async function expectOnce(me: Phone, mark: string): Promise<void> {
  const found = await submissionsWith(me.page, mark)
  expect(found).toHaveLength(1)
  expect(found).toMatchObject([
    {
      uuid: me.uuid,
      status: 'complete',
      answers: {
        all_seen: { note: me.typed.seen || undefined },
        ill_or_lame: { note: me.typed.ill, photos: [{}, {}] },
      },
      files: [{}, {}],
      receipt: { client_id: me.uuid },
    },
  ])
  expect(JSON.stringify(found[0].answers)).toContain(me.typed.row)
  await expectPhotos(me, found[0].files)
}

/** They can be fetched, and are pictures. */
async function expectPhotos(me: Phone, files: { path: string }[]): Promise<void> {
  const sizes = await me.page.evaluate(
    async paths => {
      const photos = await Promise.all(paths.map(async path => (await fetch(`/storage/${path}`)).blob()))
      return photos.map(({ type, size }) => `${type} ${size > 1_000}`)
    },
    files.map(({ path }) => path),
  )
  // One that the phone had no time to draw before it was killed is sent as it was taken (`deliver.ts`).
  for (const size of sizes) expect(size).toMatch(/^image\/(jpeg|png) true$/)
  expect(sizes).toHaveLength(2)
}

/** All of the person's submissions of today in which the mark was typed. */
const submissionsWith = (page: Page, mark: string) =>
  page.evaluate(async wanted => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('tend_token')}` }
    const ask = async (path: string) => (await (await fetch(`/api${path}`, { headers })).json()).data
    const rows: { id: number }[] = await ask('/form/submission?sort=-updated_at&per_page=100')
    const details = await Promise.all(rows.slice(0, 40).map(({ id }) => ask(`/form/submission/${id}`)))
    return details.filter(detail => JSON.stringify(detail.answers).includes(wanted))
  }, mark)
