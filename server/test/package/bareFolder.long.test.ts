/**
 * From nothing to everything again: the installed package is started and used, its folder is destroyed, and the first
 * page of another brings all back, into its own PostgreSQL and into an outside one.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { Client } from 'pg'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../e2e/apiCalls.ts'
import { browserLaunch } from '../../../e2e/browser.ts'
import { startPostgres } from '../../lib/postgres/embedded.ts'
import { folder, freePort, install, missingRegistry, pack, run, start, stop } from './installed.ts'

const unreachable = await missingRegistry()
if (unreachable) console.log(`Skipped, because the registry of npm cannot be reached: ${unreachable}`)

const picture = { width: 60, height: 40, channels: 3, background: '#386b2c' } as const
const anna = { name: 'Anna Farmer', email: 'anna@farm.example', password: 'correct horse battery' }

/** Opens the address that a new tend prints for its first administrator. */
async function firstPage(tend: string, env: NodeJS.ProcessEnv): Promise<Page> {
  const { stdout } = await run(tend, ['admin', 'link', '--json'], env)
  const browser = await chromium.launch(await browserLaunch())
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(
    `http://127.0.0.1:${env.PORT}/auth/first-administrator/${JSON.parse(stdout).address.split('/').at(-1)}`,
  )
  return page
}

/** Where a picture of the store is the same, byte by byte. */
const bytesAt = (page: Page, path: string) =>
  page.evaluate(async path => Array.from(new Uint8Array(await (await fetch(`/storage/${path}`)).arrayBuffer())), path)

/** A PostgreSQL of its own port: Debian's where it is installed, the one that comes with tend otherwise. */
async function outsidePostgres(): Promise<string> {
  const programs = globSync('/usr/lib/postgresql/*/bin')[0]
  if (!programs) {
    const started = await startPostgres({ dataDir: await folder(), log: () => {} })
    onTestFinished(() => started.stop())
    console.log('Restored into a second PostgreSQL that comes with tend, because none is installed')
    return started.url
  }
  const [place, port] = [await folder(), await freePort()]
  const isRoot = process.getuid?.() === 0
  const numberOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const user = isRoot ? { uid: numberOf('-u'), gid: numberOf('-g') } : {}
  if (isRoot) await chown(place, numberOf('-u'), numberOf('-g'))
  const [data, password] = [join(place, 'data'), join(place, 'password')]
  await writeFile(password, 'outside\n', { mode: 0o644 })
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'farm', '--pwfile', password, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...user, stdio: 'ignore' },
  )
  const settings = ['-D', data, '-p', port, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const server = spawn(join(programs, 'postgres'), settings, { ...user, stdio: 'ignore' })
  onTestFinished(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  })
  const url = `postgres://farm:outside@127.0.0.1:${port}/postgres`
  for (const until = Date.now() + 60_000; ; await sleep(100)) {
    const client = new Client({ connectionString: url })
    const version = await client.connect().then(
      async () => (await client.query('show server_version')).rows[0].server_version,
      () => null,
    )
    await client.end().catch(() => {})
    if (version) {
      console.log(`Restored into PostgreSQL ${version}`)
      return url
    }
    if (Date.now() > until) throw new Error('The outside PostgreSQL does not answer.')
  }
}

test.runIf(!unreachable)(
  'what the installed package keeps survives its folder, and comes back on the first page, also onto an outside server',
  async () => {
    const tend = await install(await pack(await folder()))
    const backups = await folder()
    const settings = { BACKUP_DIR: backups, BACKUP_HOUR: 'off' }
    const lost = { ...settings, DATA_DIR: await folder(), PORT: await freePort() }
    const running = await start(tend, lost)
    const page = await firstPage(tend, lost)
    await page.getByLabel('Your name').fill(anna.name)
    await page.getByLabel('Email').fill(anna.email)
    await page.locator('input[name="password"]').fill(anna.password)
    await page.getByRole('button', { name: 'Create account', exact: true }).click()
    await page.waitForURL(url => !url.pathname.startsWith('/auth'))
    const place = { country_id: 826, language_id: 1, time_zone: 'Europe/London' }
    const { id } = await call<{ id: number }>(page, 'POST', '/company', { name: 'Green Valley', ...place })
    await call(page, 'POST', '/location', { name: 'Long barn', type: 'barn' })
    const path = await page.evaluate(
      async ({ bytes, type }) => {
        const body = new FormData()
        body.append('file', new File([new Uint8Array(bytes)], 'barn.png', { type }))
        const headers = { authorization: `Bearer ${localStorage.getItem('tend_token')}` }
        return (await (await fetch('/api/file', { method: 'POST', headers, body })).json()).data.path as string
      },
      { bytes: [...(await sharp({ create: picture }).png().toBuffer())], type: 'image/png' },
    )
    const stored = await bytesAt(page, path)
    expect(stored.length).toBeGreaterThan(50)
    expect((await run(tend, ['backup', '--json'], lost)).code).toBe(0)
    await page.context().close()
    expect(await stop(running)).toBe(0)
    await rm(lost.DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
    expect(existsSync(lost.DATA_DIR)).toBe(false)

    for (const database of [undefined, await outsidePostgres()]) {
      const env = {
        ...{ ...settings, DATA_DIR: await folder(), PORT: await freePort() },
        ...(database && { DATABASE_URL: database }),
      }
      const again = await start(tend, env)
      const first = await firstPage(tend, env)
      await first.getByRole('button', { name: 'Restore from a backup' }).click()
      await first.getByRole('button', { name: 'Restore', exact: true }).click()
      await first.getByText('Your backup is restored').waitFor({ timeout: 180_000 })
      await first.getByLabel('Email').fill(anna.email)
      await first.locator('input[name="password"]').fill(anna.password)
      await first.getByRole('button', { name: 'Sign in', exact: true }).click()
      await first.waitForURL(url => !url.pathname.startsWith('/auth'))
      expect(await call(first, 'GET', `/company/${id}`)).toMatchObject({ name: 'Green Valley' })
      expect(await call(first, 'GET', '/location')).toMatchObject([{ name: 'Long barn' }])
      expect(await bytesAt(first, path)).toEqual(stored)
      await first.context().close()
      expect(await stop(again)).toBe(0)
    }
  },
  30 * 60_000,
)
