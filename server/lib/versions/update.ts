/** `tend update`: a version is installed beside, tried on a copy, and only then named to run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Migration, readMigrations } from '../db/migrations.ts'
import { systemFolder } from '../postgres/place.ts'
import {
  installedFolder,
  packageIn,
  readCurrent,
  versionIn,
  versionsFolder,
  wantedBy,
  writeCurrent,
} from './versions.ts'

/** Far longer than a start with a long migration takes. */
const readyWithinMs = 30 * 60_000
/** What a first start may take beside twice its time on the copy: the former version is back within a minute then. */
const patienceMs = 30_000
/** Bytes of the database that a slow disk copies in a millisecond, before migrations (keptDatabase.ts). */
const copiedPerMs = 20_000

type Steps = {
  dataDir: string
  /** A file, or a version that npm's registry has. */
  wanted: string
  /** The version that runs now. */
  version: string
  /** Makes a backup, and says its name and the folder that it is in. */
  backUp: () => Promise<{ name: string; folder: string }>
  /** Whether a running tend is not to be restarted now, by the migrations that the version adds; and how much data. */
  look: (migrations: string[]) => Promise<{ waitsForStart: boolean; bytes: number }>
  say: (line: string) => void
}

export type Updated = { version: string; backup: string; migrations: string[] }

/**
 * Installs a version, tries it on a copy of the data, and names it: a tend that runs follows at once, and otherwise the
 * next start. A failure changes nothing of the
 * version that runs now, and of its data.
 * @returns the migrations that it will run; without any, old and new share the schema
 */
export async function update({ dataDir, wanted, version, backUp, look, say }: Steps): Promise<Updated> {
  const versions = versionsFolder(dataDir)
  const draft = join(versions, `draft-${process.pid}`)
  const trial = join(versions, `trial-${process.pid}`)
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  try {
    say(`Installing ${wanted}`)
    await install(wanted, draft)
    const next = versionIn(packageIn(draft))
    if (next === version) throw new Error(`tend ${version} is the version that runs.`)
    const migrations = newMigrations(
      readMigrations(),
      readMigrations(join(packageIn(draft), 'server/migrations')),
      next,
    )
    say('Backing up')
    const backup = await backUp()
    say(`Trying tend ${next} on a copy of the data`)
    mkdirSync(trial, { mode: 0o755 })
    const took = await tryOn(packageIn(draft), trial, backup)
    const kept = join(versions, next)
    rmSync(kept, { recursive: true, force: true })
    renameSync(draft, kept)
    const before = readCurrent(dataDir)
    const installed = versionIn(installedFolder())
    // One that has never served is nothing to return to.
    const former = before?.state === 'new' ? before.former : before ? wantedBy(before) : installed
    const { waitsForStart, bytes } = await look(migrations)
    writeCurrent(dataDir, {
      ...{ current: next, former, installed, state: 'new', backup: backup.name, migrations },
      readyWithin: Math.round(patienceMs + 2 * took + (migrations.length > 0 ? bytes / copiedPerMs : 0)),
      waitsForStart,
      ...{ keptAt: null, isReturning: false },
    })
    removeOthers(versions, [next, former, version])
    return { version: next, backup: backup.name, migrations }
  } finally {
    removeTrial(trial)
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Names what a version adds. Throws where it lacks what this one has: data does not go back by an update. */
function newMigrations(own: Migration[], theirs: Migration[], next: string): string[] {
  const [known, offered] = [own, theirs].map(all => new Set(all.map(({ hash }) => hash)))
  if (own.some(({ hash }) => !offered?.has(hash)))
    throw new Error(`tend ${next} is older than this one: it does not know all migrations of this version.`)
  return theirs.filter(({ hash }) => !known?.has(hash)).map(({ name }) => name)
}

async function install(wanted: string, prefix: string): Promise<void> {
  const what = existsSync(wanted) ? resolve(wanted) : `tend@${wanted}`
  const words = ['install', '--silent', '--omit=dev', '--no-save', '--prefer-offline', '--prefix', prefix, what]
  const npm = spawn('npm', words, { stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' })
  await finished(npm, `npm did not install ${basename(what)}`)
}

/**
 * Restores the backup into a folder of its own and starts the version there, where nobody hears of it.
 * @returns how many milliseconds it took to be ready
 */
async function tryOn(folder: string, trial: string, { name, folder: backups }: { name: string; folder: string }) {
  const launch = join(folder, 'server/launch.js')
  // Nothing of this tend's surroundings: no database, mail server, name or certificate. What opens the backup stays.
  const none = { DATABASE_URL: '', SMTP_URL: '', PUBLIC_URL: '', TLS_CERT: '', TLS_KEY: '', TIME_STAMP_URL: '' }
  const quiet = { PROCESSES: '1', BACKUP_DIR: '', BACKUP_HOUR: 'off', FILES_STORAGE: '' }
  const own = { DATA_DIR: trial, HOST: '127.0.0.1', PORT: '0', ...quiet }
  const env = { ...process.env, ...none, ...own }
  const begin = (...words: string[]) =>
    spawn(process.execPath, [launch, ...words], { env, cwd: trial, stdio: ['ignore', 'pipe', 'pipe'] })
  const restoring = begin('restore', backups, '--backup', name)
  restoring.stdout.resume()
  await finished(restoring, 'It does not restore the backup')

  const begun = performance.now()
  const running = begin('start', '--trial')
  const ended = finished(running, 'It does not start')
  ended.catch(() => {})
  try {
    const address = await addressSaid(running.stdout)
    if (!address) {
      await ended
      throw new Error('It ends before it is ready.')
    }
    const ready = await fetch(`${address}/ready`)
    if (!ready.ok) throw new Error(`It is not ready: /ready answers ${ready.status}.`)
    return Math.ceil(performance.now() - begun)
  } finally {
    running.kill('SIGTERM')
    await ended.catch(() => {})
  }
}

/** Where a tend answers that says so, or undefined for one that ends before. */
async function addressSaid(output: Readable): Promise<string | undefined> {
  for await (const line of createInterface({ input: output, signal: AbortSignal.timeout(readyWithinMs) })) {
    const [, address] = /^tend ready (\S+)/.exec(line) ?? []
    if (!address) continue
    output.resume()
    return address
  }
  return undefined
}

/** Throws, with the last lines of what it complained of, where a process ends with a failure. */
async function finished(child: ChildProcess, failure: string): Promise<void> {
  const [complaint, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')])
  if (code !== 0) throw new Error(`${failure}:\n${complaint.trim().split('\n').slice(-5).join('\n')}`)
}

/** Keeps the versions that may run; what others left half done goes too. */
function removeOthers(versions: string, kept: string[]): void {
  for (const entry of readdirSync(versions, { withFileTypes: true }))
    if (entry.isDirectory() && !kept.includes(entry.name) && !entry.name.endsWith(`-${process.pid}`))
      rmSync(join(versions, entry.name), { recursive: true, force: true })
}

/** PostgreSQL's data may be elsewhere, where its user could not enter the folder. */
function removeTrial(trial: string): void {
  const note = join(trial, 'postgres.location')
  const [home = ''] = existsSync(note) ? readFileSync(note, 'utf8').split('\n') : []
  if (home.startsWith(`${systemFolder}/`)) rmSync(home, { recursive: true, force: true })
  rmSync(trial, { recursive: true, force: true })
}
