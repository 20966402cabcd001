/** WebKit as Debian has it (`webkit2gtk-driver`, `xvfb`): Playwright's own is a download outside npm. */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Call, type Engine, EnginePage, ended, freePort, patienceMs } from './page.ts'

const driver = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver'
const browser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
const screens = '/usr/bin/Xvfb'

/** Names the missing package of this machine, or nothing. */
export function missingForWebKit(): string | undefined {
  if (!existsSync(driver) || !browser()) return 'Debian’s package webkit2gtk-driver is not installed'
  if (!existsSync(screens)) return 'Debian’s package xvfb is not installed'
}

/** Starts a screen, the driver and the browser. `address` is where paths are opened. */
export async function startWebKit(address: string): Promise<Engine> {
  const display = spawn(screens, ['-displayfd', '3', '-screen', '0', '1440x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    display.stdio[3]?.once('data', data => resolve(String(data).trim()))
    display.once('exit', () => reject(new Error('Xvfb did not start')))
  })
  const port = await freePort()
  const serving = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${number}`, LANG: 'en_GB.UTF-8', TZ: 'Europe/London' },
    stdio: 'ignore',
  })
  const base = `http://127.0.0.1:${port}`
  await isReady(`${base}/status`)
  const { sessionId } = await command<{ sessionId: string }>('POST', `${base}/session`, {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser(), args: ['--automation'] } },
    },
  })
  const call: Call = (method, path, body) => command(method, `${base}/session/${sessionId}${path}`, body)
  await call('POST', '/timeouts', { script: patienceMs, pageLoad: patienceMs })
  return {
    page: new EnginePage(call, address),
    stop: async () => {
      await call('DELETE', '').catch(() => undefined)
      await ended(serving)
      await ended(display)
    },
  }
}

async function command<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error} ${value.message}`)
  return value
}

async function isReady(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        answer => answer.ok,
        () => false,
      )
    )
      return
    await wait(100)
  }
  throw new Error('The driver of WebKit did not start')
}
