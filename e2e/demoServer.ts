/**
 * Starts `npm run demo` as a stranger would, on free ports with data folders of their own, for all journeys of a run:
 * one for each journey that runs at the same time, so that nobody's work, news or counts come into another's.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FullConfig } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { buildWebIfStale } from '../scripts/build.ts'

export const demoPassword = 'a-demo-for-journeys'

/** Where the demo of a journey answers, and the folder of the mails that it sends. */
type Demo = { address: string; mails: string }

/** What a second try of a journey works on, in the process that Playwright starts for it. */
let ofSecondTry: Demo | undefined

/** The demo of this process; none before the global set-up, which reads the configuration too. */
export function ownDemo(): Demo | undefined {
  if (ofSecondTry) return ofSecondTry
  const demos: Demo[] = JSON.parse(process.env.TEND_DEMOS ?? '[]')
  return demos[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
}

export default async function start({ workers }: FullConfig): Promise<() => Promise<void>> {
  // Each would build it for itself.
  await buildWebIfStale(() => undefined)
  const demos = await Promise.all(Array.from({ length: workers }, () => startDemo()))
  process.env.TEND_DEMOS = JSON.stringify(demos.map(({ address, mails }): Demo => ({ address, mails })))
  return async () => {
    await Promise.all(demos.map(({ stop }) => stop()))
  }
}

/**
 * The demo that nobody has worked in yet, from now on the one of this process: a journey that is tried again would
 * otherwise stumble over what its first try left, and fail for another reason than the one it failed for.
 */
export async function renewDemo(): Promise<() => Promise<void>> {
  const { stop, ...demo } = await startDemo()
  ofSecondTry = demo
  return stop
}

type Started = Demo & { stop: () => Promise<void> }

/** A demo of its own, where settings differ or where what a journey does would reach the others. */
export const startDemo = (settings: NodeJS.ProcessEnv = {}): Promise<Started> => startTend('demo', settings)

/** An empty installation, as `npm start` makes it; `first` is the path that it prints for its administrator. */
export async function startEmpty(settings: NodeJS.ProcessEnv = {}): Promise<Started & { first: string }> {
  const started = await startTend('start', settings)
  return { ...started, first: /\S+(\/auth\/first-administrator\/\S+)/.exec(started.said)?.[1] ?? '' }
}

async function startTend(script: 'demo' | 'start', settings: NodeJS.ProcessEnv): Promise<Started & { said: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tend-journeys-'))
  // PostgreSQL runs as another user when the journeys run as root, and must be able to reach its folder.
  chmodSync(dataDir, 0o755)
  const mails = join(dataDir, 'mails')
  const mailServer = await openMailServer(mails)
  const child = spawn('npm', ['run', script, '--silent'], {
    env: {
      ...process.env,
      ...{ PORT: '0', DATA_DIR: dataDir, DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'error' },
      // Guests look around in the first of the demo's companies.
      ...(script === 'demo' && { GUEST_COMPANY_ID: '1' }),
      SMTP_URL: mailServer.url,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const { address, said } = await ready(child)
  return {
    ...{ address, said, mails },
    stop: async () => {
      // Its own processes hold its output for as long as they write into the folder.
      const ended = new Promise(resolve => child.on('close', resolve))
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
      await mailServer.close()
      rmSync(dataDir, { recursive: true, force: true })
      // A file that somebody else deletes in the middle ends it without a word.
      if (existsSync(dataDir)) throw new Error(`${dataDir} was not cleaned up: somebody still writes there`)
    },
  }
}

/** A mail server that puts each mail into a file of a folder, whose name says when it came. */
async function openMailServer(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  mkdirSync(folder)
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      const name = join(folder, `${Date.now()}-${String(++count).padStart(6, '0')}`)
      // A file has its name when all of it is there.
      pipeline(stream, createWriteStream(`${name}.part`)).then(() => {
        renameSync(`${name}.part`, `${name}.eml`)
        done()
      }, done)
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>(resolve => server.close(resolve)) }
}

/** Where it answers, which it says at the end of its start, and all that it said; fails with it when it ends before. */
function ready(child: ChildProcess): Promise<{ address: string; said: string }> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', chunk => {
      said += chunk
      const ready = said.match(/tend ready (\S+)/)
      if (ready?.[1]) resolve({ address: ready[1], said })
    })
    child.on('exit', code => reject(new Error(`The demo ended with ${code}:\n${said}`)))
  })
}
