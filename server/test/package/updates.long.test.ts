/** Updates and returns while people write, also with kills: what was acknowledged stays, and one version serves. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { versionOf } from '../../lib/config/config.ts'
import { isRunning } from '../../lib/postgres/postmaster.ts'
import { readCurrent, wantedBy } from '../../lib/versions/versions.ts'
import { seeded } from '../kills/random.ts'
import { answers, shell } from './installed.ts'
import { pidsOf, runningTend, versionThatServes } from './unpacked.ts'

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
    // Nobody is answered between the stop of the former version and this moment.
    const keptAt = Date.parse(readCurrent(env.DATA_DIR)?.keptAt ?? '')
    const count = names.length
    end = write('since the update')
    await expect.poll(() => names.length, { timeout: 10_000 }).toBeGreaterThan(count)
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
    // All that the former version acknowledged is there; the rest was said before it was lost.
    const kept = names.filter(({ at }) => at < keptAt)
    expect(kept.length).toBeGreaterThan(0)
    expect(names.splice(0, names.length, ...kept).length).toBeGreaterThan(kept.length)
    await expectAll()
    const before = names.length
    end = write('after the return')
    await expect.poll(() => names.length, { timeout: 10_000 }).toBeGreaterThan(before)
    await end()
    await expectAll()
  },
  timeout,
)

test(
  `${rounds * 2} kills of updates and returns at seeded moments lose nothing and leave one whole version`,
  async () => {
    const { command, env, asked, write, expectAll, isChanged, next, revive } = await runningTend()
    const versions = [await next('9.0.2', null), await next('9.0.4', adds)]
    const random = seeded(34)
    let took = { update: 20_000, rollback: 4_000 }
    /** Whether the version serves that the data folder names: one that is about to follow it is ready too. */
    const isSettled = async () => {
      const record = readCurrent(env.DATA_DIR)
      if (record?.state === 'new' || record?.isReturning || !(await answers(env, '/ready'))) return false
      return !record || (await versionThatServes(env)) === wantedBy(record)
    }
    const killed = async (what: 'update' | 'rollback', ...words: string[]) => {
      const child = spawn(command, [what, ...words, '--json'], { env: { ...shell, ...env }, stdio: 'ignore' })
      const ended = once(child, 'exit')
      await Promise.race([ended, sleep(random.between(0.1, 1) * took[what])])
      if (random.next() < 0.5) {
        child.kill('SIGKILL')
      } else {
        // tend itself, in the middle of its work; the command then waits in vain.
        for (const pid of await pidsOf(env.DATA_DIR)) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
        child.kill('SIGKILL')
      }
      await ended
      for (const until = Date.now() + 60_000; !(await isSettled()) && Date.now() < until; ) await revive()
      expect(await isSettled()).toBe(true)
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
