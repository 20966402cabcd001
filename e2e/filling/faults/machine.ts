/**
 * A browser that is a process of its own with a profile on the disk, so that it can be killed whole and started again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserPath, browserSwitches } from '../../browser.ts'
import { phone } from '../../people.ts'

export class Machine {
  device!: BrowserContext
  /** What its pages wrote into the console. */
  readonly said: string[] = []
  private process: ChildProcess | undefined
  private readonly folder: string

  private constructor(within: string) {
    this.folder = mkdtempSync(join(within, 'tend-phone-'))
  }

  /** `within` is where its profile lies: a file system of its own can run full. */
  static async start(within = tmpdir()): Promise<Machine> {
    const machine = new Machine(within)
    await machine.restart()
    return machine
  }

  /** Starts the browser on the profile that is there. */
  async restart(): Promise<BrowserContext> {
    const switches = [...browserSwitches, '--headless', '--remote-debugging-port=0', `--user-data-dir=${this.folder}`]
    this.process = spawn(await browserPath(), switches, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    const browser = await chromium.connectOverCDP(await this.debugger(this.process))
    const [device] = browser.contexts()
    if (!device) throw new Error('The browser has no profile')
    device.setDefaultTimeout(20_000)
    await device.addInitScript(() => localStorage.setItem('locale', 'en'))
    this.device = device
    return device
  }

  async newPage(): Promise<Page> {
    const page = await this.device.newPage()
    page.on('console', message => this.said.push(`${message.type()} ${message.text()}`))
    page.on('pageerror', ({ message }) => this.said.push(message))
    await page.setViewportSize(phone.viewport)
    return page
  }

  /** What its pages show now and said last, for whoever looks for what went wrong. */
  async report(): Promise<string> {
    const shown = this.device.pages().map(page =>
      Promise.race([
        page
          .locator('body')
          .innerText({ timeout: 2_000 })
          .catch(error => `${error}`),
        new Promise<string>(resolve => setTimeout(resolve, 3_000, 'The page does not answer')),
      ]).then(text => `${page.url()}\n${text}`),
    )
    return [...(await Promise.all(shown)), ...this.said.slice(-40)].join('\n')
  }

  /** SIGKILL to the browser and all its processes, at once. */
  async kill(): Promise<void> {
    const { process: browser } = this
    if (!browser?.pid) return
    const ended = new Promise(resolve => browser.once('exit', resolve))
    process.kill(-browser.pid, 'SIGKILL')
    await ended
    this.process = undefined
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Where the browser listens, which it says when it is ready. */
  private debugger(browser: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      let said = ''
      browser.stderr?.on('data', part => {
        said += part
        const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
        if (address) resolve(address)
      })
      browser.once('exit', code => reject(new Error(`The browser ended with ${code}: ${said}`)))
    })
  }
}
