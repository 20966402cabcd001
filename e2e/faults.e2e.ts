/**
 * One form with two photos, and forty faults: twenty while it is filled in, twenty while it is sent. At the end it is on the server
 * exactly once, with both photos and the last thing that was typed. `FAULT_SEED=7 npx playwright test e2e/faults.e2e.ts` repeats a run.
 */
import type { Browser, Page, TestInfo } from '@playwright/test'
import { chance } from './faults/chance.ts'
import { FaultyNetwork } from './faults/network.ts'
import { Phone } from './faults/phone.ts'
import { type FaultName, whileFilling } from './faults/whileFilling.ts'
import { whileSending } from './faults/whileSending.ts'
import { expect, test } from './people.ts'

test.use({ serviceWorkers: 'allow' })

const names = Object.keys(whileFilling) as FaultName[]
const seedOfRun = () => Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1_000_000))

test('forty faults, and the submission is on the server once, with both photos', async ({ browser, baseURL }, info) => {
  await drive(browser, baseURL ?? '', seedOfRun(), info)
})

test('five submissions of forty faults each', { tag: '@long' }, async ({ browser, baseURL }, info) => {
  test.setTimeout(900_000)
  const first = seedOfRun()
  for (let seed = first; seed < first + 5; seed++) await drive(browser, baseURL ?? '', seed, info)
})

async function drive(browser: Browser, server: string, seed: number, info: TestInfo): Promise<void> {
  console.log(`Faults with FAULT_SEED=${seed}`)
  info.annotations.push({ type: 'seed', description: String(seed) })
  const dice = chance(seed)
  // Each kind as often as the others, in both halves together.
  const order = dice.shuffled(Array.from({ length: 40 }, (_, index) => names[index % names.length] as FaultName))
  const network = new FaultyNetwork(server)
  await network.open()
  const started = Date.now()
  const took = new Map<string, number>()
  let me: Phone | undefined
  let at = ''
  try {
    me = await Phone.begin(browser, network)
    const mark = `${seed}-${started}`
    for (const [index, name] of order.entries()) {
      at = `fault ${index + 1}, ${name}, ${index < 20 ? 'while filling in' : 'while sending'}`
      const before = Date.now()
      if (index === 20) {
        network.isClosed = true
        await me.complete()
      }
      if (index < 20) {
        const isPhoto = index === 4 || index === 12
        const edit = isPhoto ? await me.photo() : me.note(dice.pick(['ill', 'seen']), `${mark} ${index}`)
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
    await expectOnce(me, mark)
    console.log(`40 faults in ${((Date.now() - started) / 1000).toFixed(1)} s, ${network.arrived.length} calls arrived`)
    console.log([...took].map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`).join(', '))
  } catch (error) {
    console.log(`Failed at ${at}, FAULT_SEED=${seed}\n${network.arrived.join('\n')}`)
    throw error
  } finally {
    await me?.device.close()
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
  const sizes = await me.page.evaluate(
    async paths => {
      const photos = await Promise.all(paths.map(async path => (await fetch(`/storage/${path}`)).blob()))
      return photos.map(({ type, size }) => `${type} ${size > 1_000}`)
    },
    found[0].files.map(({ path }: { path: string }) => path) as string[],
  )
  expect(sizes).toEqual(['image/jpeg true', 'image/jpeg true'])
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
