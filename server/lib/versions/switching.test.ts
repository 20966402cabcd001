import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listRunning, serveAs } from './switching.ts'
import { type CurrentVersion, versionsFolder, writeCurrent } from './versions.ts'

/** A data folder, whose tend was installed by npm as 1.0.0. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tend-switching-'))
  const before = process.env.TEND_INSTALLED
  process.env.TEND_INSTALLED = join(folder, 'installed')
  for (const path of [join(folder, 'installed'), versionsFolder(folder)]) mkdirSync(path)
  writeFileSync(join(folder, 'installed/package.json'), '{"version":"1.0.0"}')
  onTestFinished(() => {
    if (before === undefined) delete process.env.TEND_INSTALLED
    else process.env.TEND_INSTALLED = before
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

const record = (change: Partial<CurrentVersion> = {}): CurrentVersion => ({
  ...{ current: '2.0.0', former: '1.0.0', installed: '1.0.0', state: 'new', backup: 'one', readyWithin: 1000 },
  ...{ migrations: [], waitsForStart: false, keptAt: null, isReturning: false },
  ...change,
})

/** A tend of that version on a data folder; whether it was to follow. */
function serving(dataDir: string, version: string) {
  const follow = vi.fn()
  const stop = serveAs(dataDir, { version, address: 'http://127.0.0.1:3000', processes: 1 }, follow)
  onTestFinished(stop)
  return { follow, stop }
}

test('a tend that runs follows the version that its data folder names, while it runs and at its start', async () => {
  const dataDir = dataFolder()
  const { follow, stop } = serving(dataDir, '1.0.0')
  expect(listRunning(dataDir)).toMatchObject([{ version: '1.0.0' }])
  expect(follow).not.toHaveBeenCalled()
  writeCurrent(dataDir, record())
  await expect.poll(() => follow.mock.calls.length).toBeGreaterThan(0)
  stop()
  expect(listRunning(dataDir)).toEqual([])
  expect(serving(dataDir, '1.0.0').follow).toHaveBeenCalled()
})

test.each<[string, Partial<CurrentVersion>, string]>([
  ['it is that version', {}, '2.0.0'],
  ['the version has failed', { state: 'failed' }, '1.0.0'],
  ['people said that it waits for a start', { waitsForStart: true }, '1.0.0'],
  ['npm has installed another one since', { installed: '0.9.0' }, '1.0.0'],
])('nothing is followed where %s', (_, change, version) => {
  const dataDir = dataFolder()
  writeCurrent(dataDir, record(change))
  expect(serving(dataDir, version).follow).not.toHaveBeenCalled()
})

test('a rollback is followed by the version that it leaves, which brings the database back', () => {
  const dataDir = dataFolder()
  writeCurrent(dataDir, record({ state: 'served', isReturning: true }))
  expect(serving(dataDir, '2.0.0').follow).toHaveBeenCalled()
})

test('tends of several machines that share a data folder take turns, and one that was killed keeps none', () => {
  const dataDir = dataFolder()
  const turn = (until: number) =>
    writeFileSync(join(versionsFolder(dataDir), 'turn'), JSON.stringify({ host: 'other', pid: 7, until }))
  writeCurrent(dataDir, record())
  turn(Date.now() + 60_000)
  expect(serving(dataDir, '1.0.0').follow).not.toHaveBeenCalled()
  turn(Date.now() - 1)
  expect(serving(dataDir, '1.0.0').follow).toHaveBeenCalled()
})

test('what a tend that was killed has left says of nobody that it runs', () => {
  const dataDir = dataFolder()
  mkdirSync(join(dataDir, 'running'))
  writeFileSync(join(dataDir, 'running', `${hostname()}-999999999`), '{"version":"1.0.0"}')
  expect(listRunning(dataDir)).toEqual([])
  const { stop } = serving(dataDir, '1.0.0')
  stop()
  expect(readdirSync(join(dataDir, 'running'))).toEqual([])
})
