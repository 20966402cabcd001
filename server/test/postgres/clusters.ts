// What the tests of the embedded PostgreSQL share: a data folder of their own, a start in this process, and a tend in a
// process of its own that can be killed. All of it is cleared away when the test ends.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { expect, inject, onTestFinished, vi } from 'vitest'
import { type RunningPostgres, startPostgres } from '../../lib/postgres/embedded.ts'
import { isRunning } from '../../lib/postgres/postmaster.ts'

export const isRoot = process.getuid?.() === 0

/** A user without an entry in /etc/passwd. */
export const stranger = { uid: 54321, gid: 54321 }

export function dataFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tend-postgres-')))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder whose database was prepared before; where a test is about the preparation, it takes an empty one. */
export function preparedFolder(): string {
  const folder = dataFolder()
  execFileSync('cp', ['-a', join(inject('prepared'), 'postgres'), folder])
  return folder
}

export function draftOf(dataDir: string, path: string): string {
  const draft = readdirSync(dataDir).find(name => name.startsWith('postgres.new-'))
  return join(dataDir, draft ?? 'none', path)
}

export async function start(dataDir: string, { durable = false } = {}): Promise<RunningPostgres & { lines: string[] }> {
  const lines: string[] = []
  const running = await startPostgres({ dataDir, durable, log: line => lines.push(line) })
  onTestFinished(running.stop)
  return { ...running, lines }
}

export type Tend = {
  pid: number
  lines: string[]
  numbers: number[]
  error: string | undefined
  ready: Pick<RunningPostgres, 'url' | 'dataFolder'>
  wrote(count: number): Promise<void>
  kill(): Promise<void>
  /** Kills it and the shell that would end its server, so that the server outlives it. */
  killAlone(): Promise<void>
  killWithChildren(): Promise<void>
  stop(): Promise<void>
}

/** A tend in a process of its own; comes back when it is ready, was refused, or is as far as `until` says. */
export async function tend(
  dataDir: string,
  options: { as?: typeof stranger; until?: () => boolean } = {},
): Promise<Tend> {
  const fixture = join(import.meta.dirname, 'embedded.fixture.ts')
  const child = spawn(process.execPath, [fixture, dataDir], {
    ...options.as,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const self: Tend = {
    pid: child.pid ?? 0,
    lines: [],
    numbers: [],
    error: undefined,
    ready: { url: '', dataFolder: '' },
    wrote: count => vi.waitFor(() => expect(self.numbers.length).toBeGreaterThanOrEqual(count), 10_000),
    kill: () => ended(child, () => child.kill('SIGKILL')),
    killAlone: () => {
      killShellsOf(self.pid)
      return self.kill()
    },
    killWithChildren: () => ended(child, () => process.kill(-self.pid, 'SIGKILL')),
    stop: () => ended(child, () => child.stdin.write('stop\n')),
  }
  // It may be ending by itself while it is told to.
  child.stdin.on('error', () => {})
  createInterface(child.stdout).on('line', line => {
    const event = JSON.parse(line)
    if (event.log) self.lines.push(event.log)
    else if (event.number) self.numbers.push(event.number)
    else if (event.error) self.error = event.error
    else self.ready = event
  })
  onTestFinished(self.stop)
  const until = options.until ?? (() => Boolean(self.error || self.ready.url))
  await vi.waitFor(() => expect(until()).toBe(true), { timeout: 15_000, interval: 5 })
  return self
}

function killShellsOf(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  for (const child of children)
    if (readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'sh') process.kill(child, 'SIGKILL')
}

async function ended(child: ChildProcess, end: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  end()
  await exit
}

export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function show(url: string, ...names: string[]): Promise<unknown[]> {
  const shown = await Promise.all(names.map(name => ask(url, `SHOW ${name}`)))
  return shown.flatMap(([row]) => Object.values(row ?? {}))
}

export async function numbers(url: string): Promise<unknown[]> {
  return (await ask(url, 'SELECT number FROM written')).map(row => row.number)
}

export function postmasterOf({ dataFolder: cluster }: Pick<RunningPostgres, 'dataFolder'>): number {
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** A process whose memory is gone still bears its number for a moment. */
export function hasEnded(pid: number): Promise<void> {
  return vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 5000, interval: 5 })
}
