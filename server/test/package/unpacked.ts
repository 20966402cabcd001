/**
 * A packed tend that runs from where it was unpacked, with the packages of this checkout: npm would take half a minute
 * for each of many updates. `package.long.test.ts` does it with npm.
 */
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { reachPostgres } from '../../lib/postgres/embedded.ts'
import { callerOf, Tally } from '../kills/caller.ts'
import { seeded } from '../kills/random.ts'
import { signIn } from '../nodes/tends.ts'
import { call, folder, freePort, hasEnded, nextVersion, pack, run, start } from './installed.ts'

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Stands for npm in `tend update`: unpacks the file that it is to install. */
const npm = `#!${process.execPath}
const { execFileSync } = require('node:child_process')
const { mkdirSync, symlinkSync } = require('node:fs')
const words = process.argv.slice(2)
const tend = words[words.indexOf('--prefix') + 1] + '/node_modules/tend'
mkdirSync(tend, { recursive: true })
execFileSync('tar', ['xzf', words.at(-1), '-C', tend, '--strip-components=1'])
symlinkSync(${JSON.stringify(packages)}, tend + '/node_modules')
`

/** Unpacks a package; the command `tend`, and the environment in which it updates itself. */
export async function unpack(file: string): Promise<{ command: string; env: NodeJS.ProcessEnv }> {
  const [prefix, programs] = [await folder(), await folder()]
  const tend = join(prefix, 'tend')
  await mkdir(tend)
  await call('tar', ['xzf', file, '-C', tend, '--strip-components=1'])
  await symlink(packages, join(tend, 'node_modules'))
  await writeFile(join(programs, 'npm'), npm, { mode: 0o755 })
  const command = join(tend, 'server/launch.js')
  await chmod(command, 0o755)
  return { command, env: { PATH: `${programs}:${process.env.PATH}` } }
}

/**
 * A tend that runs from a package, with one person who writes when told to, and what a test asks it. It is stopped at
 * the end of the test.
 */
export async function runningTend(settings: NodeJS.ProcessEnv = {}) {
  const packages = await folder()
  const file = await pack(packages)
  const { command, env: path } = await unpack(file)
  const env = { ...path, DATA_DIR: await folder(), PORT: await freePort(), BACKUP_HOUR: 'off', ...settings }
  const asked = (...words: string[]) => run(command, [...words, '--json'], env)
  let tend = await start(command, env)
  onTestFinished(() => stopAll(env.DATA_DIR))
  const url = async () => (await reachPostgres(env.DATA_DIR, () => {})).url
  const [person] = await signIn(await url(), 1)
  const tally = new Tally()
  const caller = callerOf(person?.token ?? '', () => `http://127.0.0.1:${env.PORT}`, seeded(1), tally)
  /** The names of locations that were acknowledged, and when. */
  const names: { name: string; at: number }[] = []
  /** Writes locations one after the other until it is told to stop, and remembers those that were acknowledged. */
  const write = (sign: string) => {
    let isOn = true
    const first = Date.now()
    let [last, longest] = [first, 0]
    const written = (async () => {
      for (let number = 0; isOn; number++) {
        const body = { name: `${sign}.${number}`, type: 'pen' }
        await caller.write('POST', '/location', { key: crypto.randomUUID(), body }, 'created_at')
        names.push({ name: body.name, at: Date.now() })
        longest = Math.max(longest, Date.now() - last)
        last = Date.now()
      }
    })()
    return async () => {
      isOn = false
      await written
      return longest
    }
  }
  const askDatabase = async (statement: string) => {
    const client = new Client({ connectionString: await url() })
    await client.connect()
    return client.query(statement).finally(() => client.end())
  }
  /** All that was acknowledged is there, or all that was until a moment. */
  const expectAll = async (until = Number.POSITIVE_INFINITY) => {
    // Somebody may go on writing while it is asked.
    const acknowledged = names.filter(({ at }) => at < until)
    const { rows } = await askDatabase('select name from locations')
    const there = new Set(rows.map(({ name }) => name))
    expect(acknowledged.filter(({ name }) => !there.has(name))).toEqual([])
  }
  const isChanged = async () =>
    (await askDatabase("select from pg_attribute where attname = 'of_the_test' and not attisdropped")).rowCount === 1
  /** Starts it again where it has ended, as a service manager does; one that follows a version keeps its process. */
  const revive = async () => {
    if (hasEnded(tend)) tend = await start(command, env)
    else await sleep(200)
  }
  const next = (version: string, migration: string | null) => nextVersion(file, packages, version, migration)
  return { command, env, asked, write, names, expectAll, isChanged, next, revive }
}

/** The processes of tends that say that they run on a data folder. */
export async function pidsOf(dataDir: string): Promise<number[]> {
  const names = await readdir(join(dataDir, 'running')).catch(() => [])
  return names.flatMap(name => /-(\d+)$/.exec(name)?.[1] ?? []).map(Number)
}

async function stopAll(dataDir: string): Promise<void> {
  for (const pid of await pidsOf(dataDir)) {
    try {
      process.kill(pid, 'SIGTERM')
      while (process.kill(pid, 0)) await sleep(50)
    } catch {
      // It has ended.
    }
  }
}

/** Which version the tend of a data folder says that it is. */
export async function versionThatServes(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const [pid] = await pidsOf(env.DATA_DIR ?? '')
  const folder = join(env.DATA_DIR ?? '', 'running')
  const name = (await readdir(folder)).find(each => each.endsWith(`-${pid}`))
  return name && JSON.parse(await readFile(join(folder, name), 'utf8')).version
}
