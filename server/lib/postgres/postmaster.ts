// The server process of a cluster, as its file postmaster.pid tells: PostgreSQL writes it at the start (line 1 the
// process, 4 the port, 5 the socket folder, 6 the address, 8 the state) and removes it at the end, unless it was
// killed.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, type Place } from './place.ts'

/** A living server, and whether it takes connections: it does not while it recovers from a crash or is stopping. */
export type Postmaster = { pid: number; host: string; port: number; isReady: boolean }

/**
 * The living server of this cluster. Clears away a file that would keep a new one from starting
 * although none lives: PostgreSQL trusts any process that bears the number, and gives up on a file left empty.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid')
  const lines = readIfThere(file).split('\n')
  const pid = Number(lines[0])
  if (pid > 0 && !isRunning(pid)) return undefined
  if (pid > 0 && isPostmasterOf(cluster, pid))
    return { pid, port: Number(lines[3]), host: lines[4] || lines[5] || '', isReady: lines[7]?.trim() === 'ready' }
  if (pid > 0 || isOlderThanSeconds(file, 5)) rmSync(file, { force: true })
  return undefined
}

/**
 * Ends a server as PostgreSQL's "fast" shutdown does: open transactions are rolled back, all else is written. Waits
 * until it is gone, and kills it only after 30 seconds.
 */
export async function stopPostmaster(
  cluster: string,
  pid: number,
  native: string,
  log: (line: string) => void,
): Promise<void> {
  if (!isPostmasterOf(cluster, pid)) return
  // Windows has no signals: there PostgreSQL listens on a pipe, which pg_ctl knows.
  if (process.platform === 'win32') spawnSync(join(native, 'bin', 'pg_ctl'), ['kill', 'INT', String(pid)])
  else process.kill(pid, 'SIGINT')
  const patienceEnds = Date.now() + 30_000
  let killed = false
  while (isPostmasterOf(cluster, pid)) {
    if (!killed && Date.now() > patienceEnds) {
      log('The database server does not stop: killing it (nothing is lost, the next start takes longer)')
      process.kill(pid, 'SIGKILL')
      killed = true
    }
    await sleep(20)
  }
}

/** Whether a process of this number exists. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Numbers are reused, and in containers always the same: the command line tells. That of a dead process is empty. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'win32') return true
  return `${commandLine(pid)} `.includes(` -D ${cluster} `)
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ESRCH') return ''
    throw error
  }
}

function isOlderThanSeconds(path: string, seconds: number): boolean {
  const entry = statSync(path, { throwIfNoEntry: false })
  return entry !== undefined && Date.now() - entry.mtimeMs > seconds * 1000
}

// A tend that is killed cannot stop its PostgreSQL. So a shell waits beside the two, at the end of a pipe that tend
// holds open: however
// tend ends, the system closes the pipe, and the shell asks the server for a fast shutdown. It is a process of less
// than a megabyte,
// in a session of its own, so that what ends tend does not end it. Windows has none: there the next start takes the
// server over.

/** Numbers are reused: the server is asked only where its file still bears the number. */
const script = 'read -r _; read -r pid < "$1/postmaster.pid" && [ "$pid" = "$2" ] && kill -INT "$pid"'

/** Ends the server of this number when this process ends. Returns what calls that off. */
export function endWithTend({ cluster, identity }: Place, pid: number): () => void {
  if (process.platform === 'win32') return () => {}
  const shell = spawn('/bin/sh', ['-c', script, 'sh', cluster, String(pid)], {
    ...identity,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without it the server outlives a killed tend, and the next start takes it over.
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return () => void shell.kill('SIGKILL')
}

/**
 * The environment of PostgreSQL's programs: theirs, and none of tend's secrets. LC_ALL keeps messages in English, and
 * macOS from loading a library that makes the server multithreaded; the database's own locale is fixed by initdb.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env
  const { PATH, TZ } = process.env
  return { PATH, ...(TZ && { TZ }), LC_ALL: 'C' }
}
