/**
 * Firefox as Debian has it (`firefox-esr`), spoken to by WebDriver BiDi over its own socket: Debian has no geckodriver,
 * and Playwright's patched Firefox is a download outside npm.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import { type Call, type Engine, EnginePage, element, ended, freePort } from './page.ts'

const browser = process.env.FIREFOX ?? '/usr/bin/firefox-esr'

/** Names the missing package of this machine, or nothing. */
export const missingForFirefox = (): string | undefined =>
  existsSync(browser) ? undefined : 'Debian’s package firefox-esr is not installed'

const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-GB, en',
  'intl.locale.requested': 'en-GB',
  'remote.active-protocols': 1,
  'toolkit.startup.max_resumed_crashes': -1,
}

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Value = { type: string; value?: unknown; sharedId?: string }
type Ran = { type: 'success'; result: Value } | { type: 'exception'; exceptionDetails: { text: string } }

/** Starts Firefox without a screen. `address` is where paths are opened. */
export async function startFirefox(address: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'tend-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
  )
  writeFileSync(join(profile, 'user.js'), `${lines.join(';\n')};\n`)
  const port = await freePort()
  const serving = spawn(
    browser,
    ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`],
    {
      env: {
        ...process.env,
        LANG: 'en_GB.UTF-8',
        TZ: 'Europe/London',
        MOZ_HEADLESS_WIDTH: '1440',
        MOZ_HEADLESS_HEIGHT: '1000',
      },
      stdio: 'ignore',
    },
  )
  const socket = await connected(`ws://127.0.0.1:${port}/session`)
  const send = commandsOf(socket)
  await send('session.new', { capabilities: {} })
  // The window of the start never gets the focus, and in one without it keys press no button.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window' })
  await send('browsingContext.activate', { context })
  return {
    page: new EnginePage(webDriver(send, context), address),
    stop: async () => {
      await send('session.end', {}).catch(() => undefined)
      socket.terminate()
      await ended(serving)
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Waits until the browser listens. */
async function connected(address: string): Promise<WebSocket> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = new WebSocket(address)
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('open', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return socket
    await wait(200)
  }
  throw new Error('Firefox did not start')
}

type Send = <T>(method: string, params: object) => Promise<T>

function commandsOf(socket: WebSocket): Send {
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.on('message', data => {
    const answer: Answer = JSON.parse(String(data))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  socket.on('close', () => {
    for (const tell of waiting.values()) tell({ type: 'error', error: 'closed', message: 'Firefox is gone' })
  })
  return async <T>(method: string, params: object): Promise<T> => {
    const id = ++last
    const answer = await new Promise<Answer>(resolve => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error} ${answer.message}`)
    return answer.result as T
  }
}

/** Takes the commands of WebDriver that `EnginePage` gives, and does them by those of BiDi. */
function webDriver(send: Send, context: string): Call {
  async function run(text: string, given: unknown[]): Promise<Value> {
    const ran = await send<Ran>('script.callFunction', {
      functionDeclaration: `async function (...given) { ${text} }`,
      arguments: given.map(one =>
        isElement(one) ? { sharedId: one[element] } : { type: 'string', value: JSON.stringify(one ?? null) },
      ),
      ...{ target: { context }, awaitPromise: true, resultOwnership: 'none' },
    })
    if (ran.type === 'exception') throw new Error(ran.exceptionDetails.text)
    return ran.result
  }
  const parsed = 'given.map(one => typeof one === "string" ? JSON.parse(one) : one)'
  /** Runs a function of an element, which returns JSON. */
  const of = async <T>(id: string, body: string): Promise<T> =>
    JSON.parse(String((await run(`return JSON.stringify((${body})(given[0]) ?? null)`, [{ [element]: id }])).value))
  const act = (actions: object[]) => send('input.performActions', { context, actions })

  async function click(id: string): Promise<void> {
    // A radio may be hidden behind its label.
    await of(
      id,
      `one => {
        const seen = one.getClientRects().length > 0 && one.offsetWidth > 2 ? one : one.labels?.[0] ?? one
        seen.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      }`,
    )
    const { x, y } = await of<{ x: number; y: number }>(
      id,
      `one => {
        const seen = one.getClientRects().length > 0 && one.offsetWidth > 2 ? one : one.labels?.[0] ?? one
        const { x, y, width, height } = seen.getBoundingClientRect()
        return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
      }`,
    )
    const steps = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps }])
  }
  async function type(id: string, text: string): Promise<void> {
    if (await of<boolean>(id, 'one => one.type === "file"'))
      return void (await send('input.setFiles', { context, element: { sharedId: id }, files: [text] }))
    await of(id, 'one => one.focus()')
    const keys = [...text].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await act([{ type: 'key', id: 'keyboard', actions: keys }])
  }
  /** Opens an address, again where a navigation of the page itself came between. */
  async function navigate(url: string, tries = 3): Promise<void> {
    try {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    } catch (error) {
      if (tries === 1 || !String(error).includes('NS_BINDING_ABORTED')) throw error
      await navigate(url, tries - 1)
    }
  }
  const emptied = `one => {
    one.focus()
    if (one.select) one.select()
    else getSelection().selectAllChildren(one)
    document.execCommand('delete')
  }`

  async function answer(method: string, path: string, body: Record<string, unknown>): Promise<unknown> {
    const [, id = '', what = ''] = /^\/element\/([^/]+)\/(\w+)$/.exec(path) ?? []
    if (what === 'click') return click(id)
    if (what === 'clear') return of(id, emptied)
    if (what === 'value') return type(id, String(body.text))
    if (what === 'rect') return of(id, 'one => { const { x, y } = one.getBoundingClientRect(); return { x, y } }')
    switch (`${method} ${path}`) {
      case 'POST /url':
        return navigate(String(body.url))
      case 'POST /refresh':
        return send('browsingContext.reload', { context, wait: 'complete' })
      case 'GET /url':
        return (await run('return location.href', [])).value
      case 'POST /execute/async': {
        const asked = `return new Promise(done => { (function () { ${body.script} })(...${parsed}, done) }).then(JSON.stringify)`
        return JSON.parse(String((await run(asked, body.args as unknown[])).value))
      }
      case 'POST /execute/sync': {
        const { type, sharedId } = await run(
          `return (function () { ${body.script} })(...${parsed})`,
          body.args as unknown[],
        )
        return type === 'node' ? { [element]: sharedId } : null
      }
      case 'POST /elements': {
        const locator = { type: 'css', value: body.value }
        const { nodes } = await send<{ nodes: Value[] }>('browsingContext.locateNodes', { context, locator })
        return nodes.map(({ sharedId }) => ({ [element]: sharedId }))
      }
      case 'POST /actions':
        return act(body.actions as object[])
      case 'GET /screenshot':
        return (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data
      case 'POST /window/rect':
        return send('browsingContext.setViewport', { context, viewport: { width: body.width, height: body.height } })
    }
    throw new Error(`Firefox is not asked for ${method} ${path}`)
  }
  return async <T>(method: string, path: string, body: object = {}) =>
    (await answer(method, path, body as Record<string, unknown>)) as T
}

const isElement = (given: unknown): given is Record<string, string> =>
  typeof given === 'object' && given !== null && element in given
