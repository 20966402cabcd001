/** Programs of Debian's packages that the tests of several machines run, on ports of their own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const path = `${process.env.PATH}:/usr/sbin`
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Names what must be installed before programs can run, by the names of Debian; none where all are there. */
export const missingPackages = (...packages: ('haproxy' | 'patroni' | 'etcd-server' | 'postgresql')[]): string[] =>
  packages.filter(name => (name === 'postgresql' ? !postgresPrograms() : !isInstalled(name.replace('-server', ''))))

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path } })
    return true
  } catch {
    return false
  }
}

/** Where Debian puts the newest PostgreSQL. */
export function postgresPrograms(): string | undefined {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : []
  const [newest] = versions.filter(version => version >= 15).toSorted((one, other) => other - one)
  return newest === undefined ? undefined : join(folder, String(newest), 'bin')
}

export async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as { port: number }
  socket.close()
  await once(socket, 'close')
  return port
}

/** A folder that other users may enter. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tend-cluster-'))
  chmodSync(folder, 0o755)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) }
}

/** A file of `deploy/` with other words in some places. Throws where it lacks one, so that it is what people copy. */
export function deployed(file: string, changes: [from: string | RegExp, to: string][]): string {
  let text = readFileSync(`${root}deploy/${file}`, 'utf8')
  for (const [from, to] of changes) {
    const place = typeof from === 'string' ? from : new RegExp(from, 'gm')
    if (text.split(place).length < 2) throw new Error(`deploy/${file} has no ${from}.`)
    text = text.replaceAll(place, () => to)
  }
  return text
}

export type Program = { child: ChildProcess; said: () => string; stop: (signal?: NodeJS.Signals) => Promise<void> }

/** Runs a program, as another user where one is named. */
export function runProgram(name: string, words: string[], user?: { uid: number; gid: number }): Program {
  const env = { ...process.env, PATH: path }
  const child = spawn(name, words, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...user })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => (said = `${said}${piece}`.slice(-20_000)))
  return {
    child,
    said: () => said,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

/** Waits until something is so, and says of a program that ended, or of one that does not get there, what it wrote. */
export async function untilSo(is: () => Promise<boolean>, what: string, programs: Program[], seconds = 60) {
  for (const until = Date.now() + seconds * 1000; !(await is().catch(() => false)); await sleep(100)) {
    const said = () => programs.map(program => program.said()).join('\n')
    if (Date.now() > until) throw new Error(`${what} did not come:\n${said()}`)
  }
}

/** HAProxy by `deploy/haproxy.cfg` before tends, on plain http. */
export async function startFront(folder: string, ports: number[]): Promise<Program & { port: number }> {
  const port = await freePort()
  const servers = ports.map((tend, at) => `    server node${at} 127.0.0.1:${tend} check`)
  const config = deployed('haproxy.cfg', [
    ['bind *:80', `bind 127.0.0.1:${port}`],
    [/^ +bind \*:443.*\n/, ''],
    [/^ +http-request redirect scheme https.*\n/, ''],
    [/^ +server one 127.0.0.1:3000 check/, servers.join('\n')],
  ])
  // What follows "check" in the file belongs to each server.
  const [, options = ''] = /check( inter .*)$/m.exec(config) ?? []
  const file = join(folder, 'front.cfg')
  writeFileSync(file, config.replace(options, '').replaceAll(/( check)$/gm, `$1${options}`))
  const program = runProgram('haproxy', ['-f', file])
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok
  await untilSo(isReady, 'A tend behind HAProxy', [program])
  return { ...program, port }
}
