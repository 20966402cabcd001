/**
 * Ten messages that wait in a conversation, on a phone that is killed, cut off, signed out and updated: each arrives
 * once, and in order. `FAULT_SEED=7 npx playwright test e2e/messaging/faults.e2e.ts` repeats a run.
 */
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { demoPassword } from '../demoServer.ts'
import { type Chance, chance } from '../filling/faults/chance.ts'
import { Machine } from '../filling/faults/machine.ts'
import { type Fault, FaultyNetwork } from '../filling/faults/network.ts'
import { desktop, expect, noScreen, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

const email = 'worker2@greenfield.example'
const desk = { ...desktop, serviceWorkers: 'block', at: noScreen } as const
const count = 10
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const seedOfRun = () => Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1_000_000))

test('faults of each kind while ten messages wait, and each of them arrives once, in order', {
  tag: '@long',
}, async ({ signIn, baseURL }) => {
  await drive(await signIn('manager@greenfield.example', desk), baseURL ?? '', seedOfRun(), 1)
})

test('ten messages and forty faults, five times', { tag: '@long' }, async ({ signIn, baseURL }) => {
  test.setTimeout(1_800_000)
  const boss = await signIn('manager@greenfield.example', desk)
  const first = seedOfRun()
  for (let seed = first; seed < first + 5; seed++) await drive(boss, baseURL ?? '', seed, 5)
})

/** A person with one phone and one conversation. */
class Talker {
  readonly texts: string[] = []
  readonly machine: Machine
  readonly network: FaultyNetwork
  readonly path: string
  page: Page

  constructor(machine: Machine, page: Page, network: FaultyNetwork, conversation: number) {
    this.machine = machine
    this.page = page
    this.network = network
    this.path = `/messaging?conversation=${conversation}`
  }

  async signIn(): Promise<void> {
    const { page } = this
    await page.goto(`${this.network.address}/auth/login`, { waitUntil: 'commit' })
    await page.locator('input[autocomplete^="username"]').fill(email)
    await page.locator('input[autocomplete="current-password"]').fill(demoPassword)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/tasks', { waitUntil: 'commit' })
  }

  readonly field = (page = this.page) => page.getByRole('textbox', { name: 'Write a message' })

  async open(page = this.page): Promise<void> {
    await page.goto(this.network.address + this.path, { waitUntil: 'commit' })
    await expect(this.field(page)).toBeVisible()
  }

  async say(text: string): Promise<void> {
    await this.field().fill(text)
    await this.field().press('Enter')
    this.texts.push(text)
    await this.isShown()
  }

  /** Every message that was written stands on the screen, once, waiting or not. */
  readonly isShown = (page = this.page) =>
    expect(async () => {
      const shown = await page.getByRole('article').allInnerTexts()
      for (const text of this.texts) expect(shown.filter(one => one.includes(text))).toHaveLength(1)
    }).toPass({ timeout: 20_000 })

  /** What makes the outbox try at once, as the return of the person to the page does. */
  readonly hurry = (page = this.page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

  /** Sends until the fault strikes. */
  async caught(fault: Fault): Promise<void> {
    let isStruck = false
    const struck = this.network.strike(fault).then(() => {
      isStruck = true
    })
    for (let tries = 0; !isStruck && tries < 60; tries++) {
      await this.hurry()
      await Promise.race([struck, pause(100)])
    }
    this.network.calm()
  }

  async kill(): Promise<void> {
    const session = await this.machine.device.newCDPSession(this.page)
    const crashed = this.page.waitForEvent('crash')
    session.send('Page.crash').catch(() => undefined)
    await crashed
    await this.page.close()
    this.page = await this.machine.newPage()
    await this.open()
  }
}

type Strike = (me: Talker, dice: Chance) => Promise<unknown>

const held = (dice: Chance): Fault => ({ pass: dice.below(2), kind: dice.pick(['held before', 'held after']) })

const strikes: Record<string, Strike> = {
  async killed(me, dice) {
    await me.caught(held(dice))
    await me.kill()
  },
  async browserKilled(me, dice) {
    await me.caught(held(dice))
    await me.machine.kill()
    await me.machine.restart()
    me.page = await me.machine.newPage()
    await me.open()
  },
  async offline(me, dice) {
    await me.machine.device.setOffline(true)
    if (dice.below(2) === 0) await me.open()
    await me.isShown()
    await me.machine.device.setOffline(false)
  },
  lost: (me, dice) => me.caught({ pass: dice.below(2), kind: 'lost' }),
  refused: (me, dice) => me.caught({ pass: dice.below(2), kind: dice.pick(['refused', 'cut']) }),
  async twoTabs(me, dice) {
    const other = await me.machine.newPage()
    await me.open(other)
    await me.hurry(other)
    await me.isShown(other)
    if (dice.below(2) === 0) {
      await me.page.close()
      me.page = other
    } else await other.close()
  },
  async signedOut(me) {
    await me.page.goto(`${me.network.address}/auth/logout`, { waitUntil: 'commit' })
    await me.page.waitForURL('**/auth/login', { waitUntil: 'commit' })
    await me.signIn()
    await me.open()
  },
  async updated(me) {
    const version = me.network.update()
    await me.page.reload({ waitUntil: 'commit' })
    const yes = me.page.getByRole('region', { name: /new version/i }).getByRole('button', { name: 'Update' })
    await yes.waitFor()
    // It notes the version, and then reloads itself: whoever goes on before that is broken off.
    await me.page.evaluate(() => Object.assign(window, { isOld: true }))
    await expect(async () => {
      await yes.press('Enter', { timeout: 1_000 }).catch(() => undefined)
      await me.page.waitForFunction(
        wanted => !('isOld' in window) && localStorage.getItem('tend_version') === wanted,
        version,
        { timeout: 7_000 },
      )
    }).toPass({ timeout: 40_000 })
    await me.open()
  },
}

async function drive(boss: Page, server: string, seed: number, times: number): Promise<void> {
  console.log(`Faults of a conversation with FAULT_SEED=${seed}`)
  const dice = chance(seed)
  const names = Object.keys(strikes)
  const order = dice.shuffled(Array.from({ length: names.length * times }, (_, at) => names[at % names.length] ?? ''))
  const mark = `${seed}-${Date.now() % 1_000_000}`
  const { network: own, id } = await talkWith(boss, server, `Faults ${mark}`)
  let talker: Talker | undefined
  let at = ''
  try {
    const machine = await Machine.start()
    talker = new Talker(machine, await machine.newPage(), own, id)
    await talker.signIn()
    await talker.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
      timeout: 150_000,
    })
    await talker.open()
    own.isClosed = true
    for (const [index, name] of order.entries()) {
      at = `fault ${index + 1}, ${name}`
      // All ten are written before the last fault strikes.
      const wanted = Math.ceil(((index + 1) / order.length) * count)
      while (talker.texts.length < wanted) await talker.say(`Pen ${talker.texts.length} of ${mark}.`)
      await strikes[name]?.(talker, dice)
      await talker.isShown()
    }
    at = 'the end'
    own.isClosed = false
    const { page, hurry, texts } = talker
    await expect(async () => {
      await hurry()
      await expect(page.locator('[data-pending]')).toHaveCount(0, { timeout: 500 })
    }).toPass({ timeout: 60_000 })
    type Said = { message_text: string; kind: string }
    const stored = await call<Said[]>(boss, 'GET', `/messaging/conversations/${id}/messages?limit=100`)
    const arrived = stored.flatMap(({ kind, message_text }) => (kind === 'message' ? [message_text] : []))
    expect(arrived).toEqual(texts)
    await talker.isShown()
    console.log(`${order.length} faults, ${arrived.length} of ${count} messages once and in order`)
  } catch (error) {
    console.log(`Failed at ${at}, FAULT_SEED=${seed}\n${own.arrived.join('\n')}\n${await talker?.machine.report()}`)
    throw error
  } finally {
    await talker?.machine.close()
    await own.close()
  }
}

/** A group of the two, and the network before the server. */
async function talkWith(boss: Page, server: string, title: string) {
  const network = new FaultyNetwork(server, pathname =>
    /^\/api\/messaging\/conversations\/\d+\/messages$/.test(pathname),
  )
  await network.open()
  const people = await call<{ id: number; name: string }[]>(boss, 'GET', '/messaging/users/available?search=Farid')
  const draft = { type: 'group', title, user_ids: people.map(({ id }) => id) }
  const { id } = await call<{ id: number }>(boss, 'POST', '/messaging/conversations', draft)
  return { network, id }
}
