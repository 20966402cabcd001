/**
 * A page in an engine that Playwright from npm does not drive, by the commands of the W3C's WebDriver protocol that the
 * journeys need. WebKit's driver takes them as they are, Firefox by `firefox.ts`.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Bound of the wait for each step. */
export const patienceMs = 60_000

/** Complaints of either engine about a lost network or a page that is left. */
const ofLostNetwork =
  /Load failed|Unable to preload CSS|Importing a module script failed|NetworkError|error loading dynamically imported|The operation was aborted/

/** A key that WebDriver has no letter for. */
export const keys = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Control: '\uE009',
} as const

/** What a person sees: a role with a name, a field by its label, or a text. */
type Sought = { role?: string; name?: string | RegExp; label?: string; css?: string }

export const element = 'element-6066-11e4-a52e-4f735466cecf'

export class EnginePage {
  private readonly call: Call
  private readonly address: string
  constructor(call: Call, address: string) {
    this.call = call
    this.address = address
  }

  async open(path: string): Promise<void> {
    await this.call('POST', '/url', { url: new URL(path, this.address).href })
  }

  async reload(): Promise<void> {
    await this.call('POST', '/refresh', {})
  }

  async path(): Promise<string> {
    const { pathname, search } = new URL(await this.call<string>('GET', '/url'))
    return pathname + search
  }

  /** Runs a function in the page, as Playwright's page does: it sees nothing but its argument. Awaits promises. */
  async evaluate<T, Given = undefined>(run: (given: Given) => T | Promise<T>, given?: Given): Promise<T> {
    const answer = await this.call<{ value: T; error?: string }>('POST', '/execute/async', {
      script: `const done = arguments[1];
        (async () => (${run})(arguments[0]))().then(value => done({ value }), error => done({ error: String(error) }))`,
      args: [given ?? null],
    })
    if (answer.error) throw new Error(answer.error)
    return answer.value
  }

  /** Waits until a function says yes in the page. `what` is told where it never does. */
  async until<Given>(what: string, holds: (given: Given) => boolean | Promise<boolean>, given?: Given): Promise<void> {
    const end = Date.now() + patienceMs
    // A page that is being left has nobody to answer.
    while (
      !(await this.evaluate(holds as (given: Given | undefined) => boolean | Promise<boolean>, given).catch(
        () => false,
      ))
    ) {
      if (Date.now() > end)
        throw new Error(`Not within ${patienceMs} ms: ${what}\n${await this.path()}\n${await this.text()}`)
      await wait(100)
    }
  }

  text(): Promise<string> {
    return this.evaluate(() => document.body.innerText.slice(0, 3000))
  }

  /** Until the text can be read on the page. */
  sees(text: string): Promise<void> {
    return this.until(`“${text}”`, text => document.body.innerText.includes(text), text)
  }

  /** Until the page has a heading and nothing on it is loading. */
  isThere(): Promise<void> {
    return this.until(
      'a page that has loaded',
      () => document.querySelector('h1') !== null && !document.querySelector('[aria-busy="true"]'),
    )
  }

  async click(sought: Sought): Promise<void> {
    const id = await this.find(sought)
    await this.stands(id)
    await this.call('POST', `/element/${id}/click`, {})
  }

  /** Empties a field and types into it. */
  async fill(label: string, text: string): Promise<void> {
    const id = await this.find({ label })
    await this.call('POST', `/element/${id}/clear`, {})
    await this.call('POST', `/element/${id}/value`, { text })
  }

  /** Gives a file to the last field for files, seen or not. */
  async attach(css: string, file: string): Promise<void> {
    const all = await this.call<Record<string, string>[]>('POST', '/elements', { using: 'css selector', value: css })
    await this.call('POST', `/element/${all.at(-1)?.[element]}/value`, { text: file })
  }

  /** Presses keys one after the other on what has the focus; several held together are one entry. */
  async press(...entries: (string | string[])[]): Promise<void> {
    const actions = entries.flatMap(entry => {
      const held = [entry].flat()
      return [
        ...held.map(value => ({ type: 'keyDown', value })),
        ...held.toReversed().map(value => ({ type: 'keyUp', value })),
      ]
    })
    await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  async focus(sought: Sought): Promise<void> {
    const id = await this.find(sought)
    await this.call('POST', '/execute/sync', { script: 'arguments[0].focus()', args: [{ [element]: id }] })
  }

  /** What the page has complained about since it was asked last; a lost network, or leaving it, is not its fault. */
  async complaints(): Promise<string[]> {
    const all = await this.evaluate(() => {
      const kept: string[] = JSON.parse(sessionStorage.getItem('complaints') ?? '[]')
      sessionStorage.removeItem('complaints')
      return kept
    })
    return all.filter(text => !ofLostNetwork.test(text))
  }

  async screenshot(file: string): Promise<void> {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(await this.call<string>('GET', '/screenshot'), 'base64'))
  }

  async resize(width: number, height: number): Promise<void> {
    await this.call('POST', '/window/rect', { width, height, x: 0, y: 0 })
  }

  /** Waits until an element no longer moves: a click is sent to where it was. */
  private async stands(id: string): Promise<void> {
    for (let tries = 0, still = 0, before = ''; tries < 50 && still < 3; tries++) {
      const { x, y } = await this.call<{ x: number; y: number }>('GET', `/element/${id}/rect`)
      still = `${x} ${y}` === before ? still + 1 : 0
      before = `${x} ${y}`
      await wait(80)
    }
  }

  /** The first that can be seen, waited for. */
  private async find(sought: Sought): Promise<string> {
    const name = sought.name instanceof RegExp ? { pattern: sought.name.source } : { exact: sought.name }
    const end = Date.now() + patienceMs
    for (;;) {
      const found = await this.call<Record<string, string> | null>('POST', '/execute/sync', {
        script: `return (${findInPage})(...arguments)`,
        args: [{ ...sought, name }],
      }).catch(() => null)
      if (found) return found[element] ?? ''
      if (Date.now() > end)
        throw new Error(`Not found: ${JSON.stringify({ ...sought, name })}\n${await this.path()}\n${await this.text()}`)
      await wait(100)
    }
  }
}

/**
 * Runs in the page: the role and the name of elements as assistive technology would say them, near enough for journeys.
 */
const findInPage = `function ({ role, name, label, css }) {
  const roles = {
    button: 'button, [role="button"], summary', link: 'a[href]', textbox: 'textarea, input, [contenteditable="true"]',
    heading: 'h1, h2, h3, h4, h5, h6', radio: 'input[type="radio"]', option: '[role="option"]',
  }
  const isSeen = one => one.checkVisibility() && one.getClientRects().length > 0
  const textOf = one => (one?.innerText || one?.textContent || '').trim().replace(/\\s+/g, ' ')
  const nameOf = one =>
    one.getAttribute('aria-label') ||
    (one.getAttribute('aria-labelledby') ?? '').split(' ').map(id => textOf(document.getElementById(id))).join(' ').trim() ||
    textOf(one.labels?.[0]).replace(/ \\*$/, '') ||
    textOf(one)
  const fits = text =>
    name?.exact !== undefined ? text === name.exact : name?.pattern ? new RegExp(name.pattern).test(text) : true
  if (label) {
    const fields = [...document.querySelectorAll('input, textarea, select, [contenteditable="true"], [role="textbox"]')]
    const named = fits => fields.find(one => isSeen(one) && fits(nameOf(one)))
    // A label may say behind its words that an answer is optional.
    return named(name => name === label) ?? named(name => name.startsWith(label)) ?? null
  }
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')].filter(isSeen)
  const within = dialogs.at(-1) ?? document
  const all = [...within.querySelectorAll(css ?? roles[role] ?? '[role="' + role + '"]')]
  return all.find(one => (isSeen(one) || one.type === 'radio') && fits(nameOf(one))) ?? null
}`

export type Call = <T>(method: string, path: string, body?: object) => Promise<T>

/** A started engine. */
export type Engine = { page: EnginePage; stop: () => Promise<void> }

export const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
