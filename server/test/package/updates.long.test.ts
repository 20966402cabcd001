/** Updates and returns while people write, and is killed meanwhile: what was acknowledged stays, and one version serves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { versionOf } from '../../lib/config/config.ts'
import { reachPostgres } from '../../lib/postgres/embedded.ts'
import { callerOf, Tally } from '../kills/caller.ts'
import { seeded } from '../kills/random.ts'
import { signIn } from '../nodes/tends.ts'
import { answers, folder, freePort, nextVersion, pack, run, shell, start } from './installed.ts'
import { unpack } from './unpacked.ts'

const timeout = 30 * 60_000
const own = versionOf()
/** Each is an update and a return, both killed once. */
const rounds = 4

const adds = 'alter table locations add column of_the_test integer;\n'
/** On the copy it does nothing; there PostgreSQL's data is in a folder of the trial. */
const failsAtHome = `update locations set name = upper(name);
--> statement-breakpoint
do $$ begin
  if current_setting('data_directory') not like '%trial-%' then raise exception 'fails at home'; end if;
end $$;
`

async function runningTend() {
  const packages = await folder()
  const file = await pack(packages)
  const { command, env: path } = await unpack(file)
  const env = { ...path, DATA_DIR: await folder(), PORT: await freePort(), BACKUP_HOUR: 'off' }
  const asked = (...words: string[]) => run(command, [...words, '--json'], env)
  await start(command, env)
  onTestFinished(() => stopAll(env.DATA_DIR))
  const url = async () => (await reachPostgres(env.DATA_DIR, () => {})).url
  const [person] = await signIn(await url(), 1)
  const tally = new Tally()
  const caller = callerOf(person?.token ?? '', () => `http://127.0.0.1:${env.PORT}`, seeded(1), tally)
  const names: string[] = []
  /** Writes locations one after the other until it is told to stop, and remembers those that were acknowledged. */
  const write = (sign: string) => {
    let isOn = true
    const first = Date.now()
    let [last, longest] = [first, 0]
    const written = (async () => {
      for (let number = 0; isOn; number++) {
        const body = { name: `${sign}.${number}`, type: 'pen' }
        await caller.write('POST', '/location', { key: crypto.randomUUID(), body }, 'created_at')
        names.push(body.name)
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
  const expectAll = async () => {
    const { rows } = await askDatabase('select name from locations')
    const there = new Set(rows.map(({ name }) => name))
    expect(names.filter(name => !there.has(name))).toEqual([])
  }
  const isChanged = async () =>
    (await askDatabase("select from pg_attribute where attname = 'of_the_test' and not attisdropped")).rowCount === 1
  const next = (version: string, migration: string | null) => nextVersion(file, packages, version, migration)
  return { command, env, asked, write, names, expectAll, isChanged, next }
}

/** The tends that say that they run on a data folder. */
async function pidsOf(dataDir: string): Promise<number[]> {
  const { readdir } = await import('node:fs/promises')
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

async function versionThatServes(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const [pid] = await pidsOf(env.DATA_DIR ?? '')
  const { readdir } = await import('node:fs/promises')
  const folder = join(env.DATA_DIR ?? '', 'running')
  const name = (await readdir(folder)).find(each => each.endsWith(`-${pid}`))
  return name && JSON.parse(await readFile(join(folder, name), 'utf8')).version
}

test(
  'an update restarts tend by itself and a rollback returns, also over a changed schema, while people write',
  async () => {
    const { env, asked, write, names, expectAll, isChanged, next } = await runningTend()

    let end = write('failing')
    const broken = await asked('update', await next('9.0.1', failsAtHome))
    expect([broken.code, JSON.parse(broken.stdout)]).toEqual([1, expect.objectContaining({ serving: own })])
    expect(await end()).toBeLessThan(60_000)
    expect(await versionThatServes(env)).toBe(own)
    await expectAll()

    end = write('same schema')
    const updated = await asked('update', await next('9.0.2', null))
    expect(JSON.parse(updated.stdout)).toMatchObject({ serving: '9.0.2', shares_schema: true, migrations: [] })
    expect(await versionThatServes(env)).toBe('9.0.2')
    const returned = await asked('rollback')
    expect(JSON.parse(returned.stdout)).toEqual({ version: own, from: '9.0.2', serving: own, lost: [] })
    expect(await end()).toBeLessThan(60_000)
    await expectAll()
    expect((await asked('rollback')).stderr).toContain('no update to return from')

    const later = await asked('update', await next('9.0.3', null), '--later')
    expect(JSON.parse(later.stdout)).toMatchObject({ version: '9.0.3', serving: null })
    expect(await versionThatServes(env)).toBe(own)

    end = write('before the schema changed')
    const changed = await asked('update', await next('9.0.4', adds))
    expect(JSON.parse(changed.stdout)).toMatchObject({ serving: '9.0.4', shares_schema: false })
    expect(await end()).toBeLessThan(60_000)
    await expectAll()
    expect(await isChanged()).toBe(true)
    const kept = names.length
    end = write('since the update')
    await sleep(1000)
    await end()
    const refused = await asked('rollback')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/\d+ in locations.*--yes/s)])
    expect(await versionThatServes(env)).toBe('9.0.4')
    const back = await asked('rollback', '--yes')
    expect(JSON.parse(back.stdout)).toMatchObject({
      serving: own,
      lost: expect.arrayContaining([expect.objectContaining({ table: 'locations' })]),
    })
    expect(await isChanged()).toBe(false)
    // What was written between the copy and the first call of the new version would be missed here.
    const gone = names.splice(kept)
    expect(gone.length).toBeGreaterThan(0)
    await expectAll()
    end = write('after the return')
    await sleep(500)
    await end()
    await expectAll()
  },
  timeout,
)

test(
  `${rounds * 2} kills of updates and returns at seeded moments lose nothing and leave one whole version`,
  async () => {
    const { command, env, asked, write, expectAll, isChanged, next } = await runningTend()
    const versions = [await next('9.0.2', null), await next('9.0.4', adds)]
    const random = seeded(34)
    let took = { update: 20_000, rollback: 4_000 }
    const killed = async (what: 'update' | 'rollback', ...words: string[]) => {
      const child = spawn(command, [what, ...words, '--json'], { env: { ...shell, ...env }, stdio: 'ignore' })
      const ended = once(child, 'exit')
      await Promise.race([ended, sleep(random.between(0.1, 1) * took[what])])
      if (random.next() < 0.5) {
        child.kill('SIGKILL')
      } else {
        // tend itself, with whatever it is doing at that moment; the command then waits in vain.
        for (const pid of await pidsOf(env.DATA_DIR)) if (isThere(pid)) process.kill(pid, 'SIGKILL')
        child.kill('SIGKILL')
      }
      await ended
      for (const until = Date.now() + 60_000; !(await answers(env, '/ready')) && Date.now() < until; ) {
        if ((await pidsOf(env.DATA_DIR)).some(isThere)) await sleep(200)
        else await start(command, env)
      }
      expect(await answers(env, '/ready')).toBe(true)
      await expectAll()
      const serving = await versionThatServes(env)
      expect([own, '9.0.2', '9.0.4']).toContain(serving)
      expect(await isChanged()).toBe(serving === '9.0.4')
    }
    for (let round = 0; round < rounds; round++) {
      const file = versions[round % 2] ?? ''
      // A return over a changed schema loses what came since, so nobody writes there.
      const isShared = round % 2 === 0
      const end = write(`round ${round}`)
      await killed('update', file)
      if (!isShared) await end()
      const begun = Date.now()
      if ((await versionThatServes(env)) === own) expect((await asked('update', file)).code).toBe(0)
      took = { ...took, update: Math.max(took.update, Date.now() - begun) }
      expect(await isChanged()).toBe(!isShared)
      await killed('rollback', '--yes')
      if ((await versionThatServes(env)) !== own) expect((await asked('rollback', '--yes')).code).toBe(0)
      if (isShared) await end()
      expect(await versionThatServes(env)).toBe(own)
      await expectAll()
    }
  },
  timeout,
)

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
