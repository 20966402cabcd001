/**
 * How a running tend follows the version that its data folder names: it finishes what people asked for, stops, and
 * `server/launch.js` runs the other one in its place. The record itself carries the request, so nothing is lost where
 * the command that wrote it is killed, and no signal is needed, which not every system has.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unwatchFile,
  utimesSync,
  watchFile,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode, writeDurably } from '../postgres/place.ts'
import { isRunning } from '../postgres/postmaster.ts'
import { installedFolder, readCurrent, recordFile, versionsFolder, wantedBy } from './versions.ts'

/** How often the record is read. */
const lookMs = 1000
const minute = 60_000
/** A tend of another machine that has not said for so long that it runs does not. */
const silentMs = 3 * minute
/** `server/launch.js` runs the version that is named then, where it waits beside a tend that ends with this. */
const switchCode = 75

/** A tend that runs on a data folder, in `DATA_DIR/running`. */
export type RunningTend = { version: string; address: string; processes: number }

const runningFolder = (dataDir: string) => join(dataDir, 'running')
const turnFile = (dataDir: string) => join(versionsFolder(dataDir), 'turn')

/** The tends that run on a data folder; several only where they share an outside database. */
export function listRunning(dataDir: string): RunningTend[] {
  return entriesOf(dataDir).flatMap(({ file, isThere }) =>
    isThere ? [JSON.parse(readFileSync(file, 'utf8')) as RunningTend] : [],
  )
}

function entriesOf(dataDir: string): { file: string; isThere: boolean }[] {
  return readdirIfThere(runningFolder(dataDir)).flatMap(name => {
    const file = join(runningFolder(dataDir), name)
    const [, host, pid] = /^(.+)-(\d+)$/.exec(name) ?? []
    const saidAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (!host || saidAt === undefined) return []
    return [{ file, isThere: host === hostname() ? isRunning(Number(pid)) : Date.now() - saidAt < silentMs }]
  })
}

/**
 * Says that this process serves a data folder, and calls `follow` once another version is to run in its place. Of
 * several tends that share a folder one follows at a time.
 * @returns what takes that back, when this process ends
 */
export function serveAs(dataDir: string, tend: RunningTend, follow: () => void): () => void {
  const file = join(runningFolder(dataDir), `${hostname()}-${process.pid}`)
  mkdirSync(runningFolder(dataDir), { recursive: true, mode: 0o755 })
  // Who was killed has left its own.
  for (const entry of entriesOf(dataDir)) if (!entry.isThere) rmSync(entry.file, { force: true })
  writeDurably(file, JSON.stringify(tend))
  endTurn(dataDir)
  const look = () => {
    // While npm installs another version over this one, what it has written is no whole package.
    const record = readIfWhole(dataDir)
    if (!record || record.waitsForStart) return
    const isWanted = wantedBy(record) !== tend.version || record.isReturning
    if (isWanted && takeTurn(dataDir, record.readyWithin)) follow()
  }
  // Who has to wait for a turn looks again.
  const looking = setInterval(look, lookMs * 5).unref()
  const saying = setInterval(() => utimesSync(file, new Date(), new Date()), minute).unref()
  watchFile(recordFile(dataDir), { interval: lookMs, persistent: false }, look)
  look()
  return () => {
    clearInterval(looking)
    clearInterval(saying)
    unwatchFile(recordFile(dataDir), look)
    rmSync(file, { force: true })
  }
}

function readIfWhole(dataDir: string) {
  try {
    return readCurrent(dataDir)
  } catch {
    return null
  }
}

/** Runs the version that is named now in place of this process, which has stopped. */
export function becomeNamedVersion(): never {
  const { execve, platform, execPath } = process
  if (execve && platform !== 'win32' && !process.env.TEND_WATCHED) {
    const words = [execPath, join(installedFolder(), 'server/launch.js'), ...process.argv.slice(2)]
    execve(execPath, words, process.env)
  }
  process.exit(switchCode)
}

/** Whether nobody else is about to follow. Who was killed then keeps a turn no longer than a start takes. */
function takeTurn(dataDir: string, readyWithin: number): boolean {
  const until = Date.now() + readyWithin + minute
  const own: Turn = { host: hostname(), pid: process.pid, until }
  const turn = JSON.stringify(own)
  try {
    writeFileSync(turnFile(dataDir), turn, { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    const found = readTurn(dataDir)
    const isOwn = found?.host === own.host && found.pid === own.pid
    if (found && !isOwn && found.until > Date.now()) return false
    writeFileSync(turnFile(dataDir), turn)
    return true
  }
}

function endTurn(dataDir: string): void {
  if (readTurn(dataDir)?.host === hostname()) rmSync(turnFile(dataDir), { force: true })
}

type Turn = { host: string; pid: number; until: number }

function readTurn(dataDir: string): Turn | null {
  try {
    return JSON.parse(readFileSync(turnFile(dataDir), 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

function readdirIfThere(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
