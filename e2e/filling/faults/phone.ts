/** A person with one phone who fills in one form, and knows what they typed. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { demoPassword } from '../../demoServer.ts'
import { expect } from '../../people.ts'
import { chooseSubject } from '../penCheck.ts'
import { Machine } from './machine.ts'
import type { FaultyNetwork } from './network.ts'

const email = 'worker2@greenfield.example'
const ill = 'Does any animal look ill or lame?'
const seen = 'Was every animal seen?'

export const questionIn = (page: Page, name: string): Locator => page.getByRole('group', { name })

/** Back from a row to all of them. */
async function closeRow(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'All rows' }).last()
  if (await back.isVisible()) await back.press('Enter')
}

/** Something that the person does to the form, and how to see that it is there. */
export type Edit = {
  note?: 'ill' | 'seen' | 'row'
  does: (page: Page) => Promise<unknown>
  isThere: (page: Page, timeout?: number) => Promise<unknown>
}

export class Phone {
  device: BrowserContext
  readonly machine: Machine
  readonly network: FaultyNetwork
  page: Page
  uuid = ''
  /** The last texts of the two notes, and the photos. */
  readonly typed = { ill: '', seen: '', row: '' }
  photos = 0
  isFull = false
  /** It asks two questions again and nothing else. */
  isAgain = false

  private constructor(machine: Machine, page: Page, network: FaultyNetwork) {
    this.machine = machine
    this.device = machine.device
    this.page = page
    this.network = network
  }

  /** A new phone, signed in, with the whole app on it. */
  private static async installed(network: FaultyNetwork): Promise<Phone> {
    const machine = await Machine.start()
    const me = new Phone(machine, await machine.newPage(), network)
    await me.signIn()
    await me.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
      timeout: 150_000,
    })
    return me
  }

  /** One that opens what is asked again: `ask` gives it to the person of the page, and says the name of its draft. */
  static async again(network: FaultyNetwork, ask: (page: Page) => Promise<string>): Promise<Phone> {
    const me = await Phone.installed(network)
    me.isAgain = true
    me.uuid = await ask(me.page)
    await me.openForm()
    await me.isOpen()
    await questionIn(me.page, seen).getByLabel('No', { exact: true }).check()
    await questionIn(me.page, ill).getByLabel('Yes', { exact: true }).check()
    for (const which of ['ill', 'seen'] as const) {
      const note = questionIn(me.page, which === 'ill' ? ill : seen)
      if (!(await note.getByLabel('Note').isVisible())) await note.getByRole('button', { name: 'Note' }).click()
      await me.note(which, 'begun').does(me.page)
    }
    return me
  }

  /** One with the form begun. */
  static async begin(formId: number, network: FaultyNetwork): Promise<Phone> {
    const me = await Phone.installed(network)
    await me.page.goto(`${network.address}/submission/filling/new?form=${formId}`)
    await chooseSubject(me.page)
    await questionIn(me.page, seen).getByLabel('Yes', { exact: true }).check()
    me.uuid = me.page.url().match(/[0-9a-f-]{36}/)?.[0] ?? ''
    await questionIn(me.page, seen).getByRole('button', { name: 'Note' }).click()
    await questionIn(me.page, 'Are there dead or badly injured animals?').getByLabel('No', { exact: true }).check()
    await questionIn(me.page, ill).getByLabel('Yes', { exact: true }).check()
    // A note that was begun stays open when the form is opened again.
    for (const which of ['ill', 'seen'] as const) await me.note(which, 'begun').does(me.page)
    return me
  }

  async signIn(): Promise<void> {
    const { page } = this
    await page.goto(`${this.network.address}/auth/login`, { waitUntil: 'commit' })
    await page.locator('input[autocomplete^="username"]').fill(email)
    await page.locator('input[autocomplete="current-password"]').fill(demoPassword)
    await page.locator('button[type="submit"]').click()
    await page.waitForURL('**/tasks', { waitUntil: 'commit' })
  }

  async signOut(): Promise<void> {
    await this.page.goto(`${this.network.address}/auth/logout`, { waitUntil: 'commit' })
    await this.page.waitForURL('**/auth/login', { waitUntil: 'commit' })
  }

  /**
   * The browser drops what it keeps of the site, as on a full device; what the form shows is written again before
   * anything else happens.
   */
  async clearDatabases(): Promise<void> {
    const session = await this.device.newCDPSession(this.page)
    const { origin } = new URL(this.page.url())
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    // A question that is asked while the browser drops them may never be answered.
    const isWritten = () =>
      Promise.race([this.isWritten(), new Promise<boolean>(resolve => setTimeout(resolve, 1_000, false))])
    await expect.poll(isWritten, { timeout: 30_000 }).toBe(true)
  }

  /**
   * Whether the form is in a database that the browser will still have after this page: one that it does not list goes
   * with the page.
   */
  private isWritten(): Promise<boolean> {
    return this.page.evaluate(async uuid => {
      const [name] = (await indexedDB.databases()).flatMap(one =>
        /^tend-[1-9]\d*$/.test(one.name ?? '') ? [one.name] : [],
      )
      if (!name) return false
      const ended = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await ended(indexedDB.open(name))
      try {
        if (!database.objectStoreNames.contains('entries')) return false
        return (await ended(database.transaction('entries').objectStore('entries').count(uuid))) === 1
      } finally {
        database.close()
      }
    }, this.uuid)
  }

  readonly formAddress = () => `${this.network.address}/submission/filling/${this.uuid}`

  readonly openForm = (page = this.page) => page.goto(this.formAddress(), { waitUntil: 'commit' })

  /** The form stands, with its answers. */
  readonly isOpen = () => expect(questionIn(this.page, seen)).toBeVisible()

  /** The form in a tab of its own. */
  async newTab(): Promise<Page> {
    const page = await this.machine.newPage()
    await this.openForm(page)
    return page
  }

  /** The system ends the page without asking or telling it. */
  async kill(page = this.page): Promise<void> {
    const session = await this.device.newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    session.send('Page.crash').catch(() => undefined)
    await crashed
    await page.close()
  }

  /** The system ends the whole browser, with all that it had not written yet; it is started again. */
  async killBrowser(): Promise<void> {
    await this.machine.kill()
    this.device = await this.machine.restart()
    this.page = await this.newTab()
  }

  /** What makes the outbox try at once, as the return of the person to the page does. */
  readonly hurry = () => this.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

  note(which: 'ill' | 'seen', text: string): Edit {
    const field = (page: Page) => questionIn(page, which === 'ill' ? ill : seen).getByLabel('Note')
    return {
      note: which,
      does: async page => {
        await closeRow(page)
        await field(page).fill(text)
        this.typed[which] = text
      },
      isThere: (page, timeout = 20_000) => expect(field(page)).toHaveValue(text, { timeout }),
    }
  }

  /** The text in a row of the roster. */
  row(text: string): Edit {
    const field = (page: Page) => page.getByRole('textbox', { name: 'Who stands here?' })
    const open = async (page: Page, timeout: number) => {
      const row = page.getByRole('button', { name: 'Place 2' })
      const roster = page.getByRole('heading', { name: 'The roster' })
      // Rows are drawn when somebody comes near them.
      await expect(field(page).or(roster).first()).toBeVisible({ timeout })
      if (await roster.isVisible()) await roster.scrollIntoViewIfNeeded()
      await expect(field(page).or(row).first()).toBeVisible({ timeout })
      // By the key: after a kill the question about a new version may stand before it again.
      if (!(await field(page).isVisible())) await row.press('Enter')
    }
    return {
      note: 'row',
      does: async page => {
        await open(page, 20_000)
        await field(page).fill(text)
        this.typed.row = text
      },
      isThere: async (page, timeout = 20_000) => {
        await open(page, timeout)
        await expect(field(page)).toHaveValue(text, { timeout })
        await closeRow(page)
      },
    }
  }

  /** One more photo, of noise, so that no two are the same. */
  async photo(): Promise<Edit> {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
    const create = { width: 320, height: 240, channels: 3, background: 'gray', noise } as const
    const buffer = await sharp({ create }).png().toBuffer()
    const count = this.photos + 1
    const images = (page: Page) => questionIn(page, ill).locator('img')
    return {
      does: async page => {
        await questionIn(page, ill)
          .locator('input[type=file]')
          .setInputFiles({ name: `ewe-${count}.png`, mimeType: 'image/png', buffer })
        // Nobody leaves before the picture is there; what the phone does then, the faults decide.
        if (!this.isFull) await expect(images(page)).toHaveCount(count)
        this.photos = count
      },
      isThere: (page, timeout = 20_000) => expect(images(page)).toHaveCount(count, { timeout }),
    }
  }

  async complete(): Promise<void> {
    const { page } = this
    const choose = (name: string, answer: string) => questionIn(page, name).getByLabel(answer, { exact: true }).check()
    const later = page.getByRole('region', { name: /new version/i }).getByRole('button', { name: 'Later' })
    if (await later.isVisible()) await later.press('Enter')
    if (this.isAgain) {
      await page.getByRole('button', { name: 'Complete', exact: true }).click()
      return this.isSafe()
    }
    await page.getByRole('button', { name: 'Next' }).click()
    await choose('Does water run at every drinker?', 'Yes')
    await choose('Is there enough feed, within reach of all?', 'Yes')
    await choose('How is the lying area?', 'Dry and clean')
    await choose('How is the air?', 'Fresh')
    await choose('Are fences and gates sound and closed?', 'Not applicable')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    await this.isSafe()
  }

  /** Completed, and not sent yet: nothing may claim more. */
  readonly isSafe = () =>
    expect(this.page.getByRole('heading', { name: 'Done. Your answers are safe on this phone.' })).toBeVisible()

  /** Every write of the page fails as on a full device, until `freeSpace`. */
  async fillSpace(): Promise<void> {
    this.isFull = true
    await this.page.evaluate(() => {
      const { put } = IDBObjectStore.prototype
      Object.assign(window, { freeSpace: () => Object.assign(IDBObjectStore.prototype, { put }) })
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The device is full', 'QuotaExceededError')
      }
    })
  }

  /** The browser itself has no room for the site any more, until the returned function is called. */
  async fillQuota(): Promise<() => Promise<void>> {
    this.isFull = true
    const session = await this.device.newCDPSession(this.page)
    const { origin } = new URL(this.page.url())
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
    return async () => {
      this.isFull = false
      await session.send('Storage.overrideQuotaForOrigin', { origin })
      await session.detach()
    }
  }

  async freeSpace(): Promise<void> {
    this.isFull = false
    await this.page.evaluate(() => (window as unknown as { freeSpace: () => void }).freeSpace())
  }

  /** Agrees to the version that the network now has, as the app offers it. */
  async update(): Promise<void> {
    const { page } = this
    const version = this.network.update()
    await page.reload({ waitUntil: 'commit' })
    const yes = page.getByRole('region', { name: /new version/i }).getByRole('button', { name: 'Update' })
    await yes.waitFor()
    await page.evaluate(() => Object.assign(window, { isOld: true }))
    // The page still opens, and may take the focus to where the person was.
    await expect(async () => {
      await yes.press('Enter', { timeout: 1_000 }).catch(() => undefined)
      await page.waitForFunction(
        wanted => !('isOld' in window) && localStorage.getItem('tend_version') === wanted,
        version,
        { timeout: 7_000 },
      )
    }).toPass({ timeout: 30_000 })
  }
}
