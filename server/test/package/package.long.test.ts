/** Packs tend, installs it where nothing is, uses its command, updates it and returns; says how long that took. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { versionOf } from '../../lib/config/config.ts'
import {
  answers,
  folder,
  freePort,
  install,
  missingRegistry,
  nextVersion,
  pack,
  post,
  run,
  start,
  stop,
} from './installed.ts'

const unreachable = await missingRegistry()
const ready = () => {
  if (unreachable) console.log(`Skipped, because the registry of npm cannot be reached: ${unreachable}`)
  return !unreachable
}
const seconds = (from: number, to = Date.now()) => ((to - from) / 1000).toFixed(1)
/** Five versions are installed, of 365 MB each. */
const timeout = 30 * 60_000

test.runIf(ready())(
  'the package is installed and started without a checkout, a compiler or a build',
  async () => {
    const file = await pack(await folder())
    const env = { DATA_DIR: await folder(), PORT: await freePort() }

    const begun = Date.now()
    const tend = await install(file, await folder())
    const installed = Date.now()
    const running = await start(tend, env)
    console.log(`Installed in ${seconds(begun, installed)} s, first page after ${seconds(installed)} s more`)

    expect(existsSync(join(tend, '../../lib/node_modules/tend/node_modules/vite'))).toBe(false)
    expect(await answers(env, '/ready')).toBe(true)
    expect(await answers(env, '/api/docs/swagger-ui-bundle.js')).toBe(true)
    expect(JSON.parse((await run(tend, ['version', '--json'], env)).stdout)).toMatchObject({ version: versionOf() })
    const { stdout } = await run(tend, ['doctor', '--json'], env)
    expect(JSON.parse(stdout).areas).toContainEqual(expect.objectContaining({ area: 'work', light: 'ok' }))
    const { code, stdout: made } = await run(tend, ['backup', '--json'], env)
    expect([code, JSON.parse(made)]).toEqual([0, expect.objectContaining({ missing: [] })])
    expect((await run(tend, ['verify', '--json'], env)).code).toBe(0)
    expect(await stop(running)).toBe(0)
    expect(await answers(env, '/ready')).toBe(false)
  },
  timeout,
)

const fails = 'update users set name = upper(name);\n--> statement-breakpoint\nselect 1 / 0;\n'
/** On the copy it does nothing; there PostgreSQL's data is in a folder of the trial. */
const failsAtHome = `update users set name = upper(name);
--> statement-breakpoint
do $$ begin
  if current_setting('data_directory') not like '%trial-%' then raise exception 'fails at home'; end if;
end $$;
`
const adds = 'alter table users add column of_the_test integer;\n'

test.runIf(ready())(
  'an update that fails leaves what runs, one that works has a way back, and no row is lost',
  async () => {
    const file = await pack(await folder())
    const tend = await install(file)
    const env = { DATA_DIR: await folder(), PORT: await freePort() }
    const packages = await folder()
    const versionThatRuns = async () => JSON.parse((await run(tend, ['version', '--json'], env)).stdout).version
    const running = await start(tend, env)
    const anna = { name: 'Anna Farmer', email: 'anna@farm.example', password: 'correct horse battery' }
    const { address } = JSON.parse((await run(tend, ['admin', 'link', '--json'], env)).stdout)
    const made = await post(env, auth.firstAdministrator.path, { ...anna, token: address.split('/').at(-1) })
    expect(made.status).toBeLessThan(300)
    const annaIsThere = async () => {
      const { status, text } = await post(env, auth.login.path, { email: anna.email, password: anna.password })
      expect([status, text]).toEqual([200, expect.stringContaining('"Anna Farmer"')])
    }

    const broken = await nextVersion(file, packages, '9.0.0', fails)
    const refused = await run(tend, ['update', broken, '--json'], env)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('of-the-test failed')])
    expect(await answers(env, '/ready')).toBe(true)
    expect(await versionThatRuns()).toBe(versionOf())
    await annaIsThere()
    expect(readdirSync(join(env.DATA_DIR, 'versions'))).toEqual([])

    const brokenAtHome = await nextVersion(file, packages, '9.0.1', failsAtHome)
    const failing = Date.now()
    const failed = await run(tend, ['update', brokenAtHome, '--json'], env)
    expect([failed.code, JSON.parse(failed.stdout)]).toEqual([1, expect.objectContaining({ serving: versionOf() })])
    console.log(`Back ${seconds(failing)} s after the beginning of an update that failed`)
    expect(await versionThatRuns()).toBe(versionOf())
    await annaIsThere()
    expect((await run(tend, ['rollback'], env)).code).toBe(1)

    const same = await nextVersion(file, packages, '9.0.2', null)
    const shared = await run(tend, ['update', same, '--json'], env)
    expect(JSON.parse(shared.stdout)).toMatchObject({ serving: '9.0.2', migrations: [], shares_schema: true })
    expect(await versionThatRuns()).toBe('9.0.2')
    await annaIsThere()
    const returning = await run(tend, ['rollback', '--json'], env)
    expect(JSON.parse(returning.stdout)).toEqual({
      version: versionOf(),
      from: '9.0.2',
      serving: versionOf(),
      lost: [],
    })
    expect(await versionThatRuns()).toBe(versionOf())
    await annaIsThere()

    const next = await nextVersion(file, packages, '9.0.3', adds)
    const updated = await run(tend, ['update', next, '--json'], env)
    expect(JSON.parse(updated.stdout)).toMatchObject({
      serving: '9.0.3',
      migrations: [expect.stringContaining('of-the-test')],
    })
    expect(await versionThatRuns()).toBe('9.0.3')
    await annaIsThere()
    const stays = await run(tend, ['rollback'], env)
    expect([stays.code, stays.stderr]).toEqual([1, expect.stringContaining('--yes')])
    expect(await versionThatRuns()).toBe('9.0.3')
    expect((await run(tend, ['rollback', '--yes'], env)).code).toBe(0)
    expect(await versionThatRuns()).toBe(versionOf())
    await annaIsThere()
    expect(await stop(running)).toBe(0)
  },
  timeout,
)
