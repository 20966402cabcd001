import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { tend } from '../../test/tend.ts'
import { folderStorage } from '../files/storage.ts'
import { backUp } from './backUp.ts'
import { listLog, pieceOf, textOf } from './log.ts'
import { removeOldSnapshots, snapshotsToKeep } from './retention.ts'
import { findDamage, listSnapshots, readManifest, snapshotName } from './snapshot.ts'

const day = 24 * 3600_000
const night = (at: string, days: number) => snapshotName(new Date(Date.parse(`${at}T03:00:00Z`) + days * day))

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

test('a year of nights leaves seven days, four weeks and twelve months', () => {
  const names = Array.from({ length: 400 }, (_, index) => night('2026-11-29', -index))
  const days = (list: Iterable<string>) => [...list].map(name => name.slice(0, 10)).sort()
  expect(days(snapshotsToKeep(names))).toEqual([
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
    ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'],
    // Sundays end weeks; the last of them is the newest of all.
    ...['2026-11-08', '2026-11-15', '2026-11-22'],
    ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ])
})

test('after each of 1000 nights the newest stays, a week of nights, and no more than 23', () => {
  let names: string[] = []
  for (let index = 0; index < 1000; index++) {
    names.push(night('2024-01-01', index))
    const kept = snapshotsToKeep(names)
    for (let back = 0; back < Math.min(7, index + 1); back++) expect(kept).toContain(night('2024-01-01', index - back))
    expect(kept.size).toBeLessThanOrEqual(23)
    names = names.filter(name => kept.has(name))
  }
  // What was removed each night leaves what a look at all of them at once would.
  const all = Array.from({ length: 1000 }, (_, index) => night('2024-01-01', index))
  expect(names.sort()).toEqual([...snapshotsToKeep(all)].sort())
})

test('of several on one day the last stays, and old ones stay where no new one is made', () => {
  const [early, late] = ['2026-11-29T03-00-00Z', '2026-11-29T14-05-09Z']
  expect([...snapshotsToKeep([late, early])]).toEqual([late])
  const old = Array.from({ length: 5 }, (_, index) => night('2021-03-01', index))
  expect(snapshotsToKeep(old).size).toBe(5)
  expect(snapshotsToKeep([]).size).toBe(0)
})

test('old snapshots go with the files that only they list, and the others stay whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tend-retention-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const [storage, target] = [folderStorage(join(folder, 'files')), folderStorage(join(folder, 'backups'))]
  const { ownerUrl } = await tend()
  await storage.write('1/both', Buffer.from('in each snapshot'))
  await storage.write('1/only-once', Buffer.from('in the first alone'))
  const settings = { ownerUrl, storage, target, version: '1.3.9', sealingSecret: undefined, secrets: {} }
  const first = await backUp({ ...settings, now: new Date('2026-11-29T03:00:00Z') })
  await storage.remove('1/only-once')
  const second = await backUp({ ...settings, now: new Date('2026-11-29T14:00:00Z') })
  await target.write('2026-11-28T03-00-00Z/tables/public.users', Buffer.from('interrupted'))

  // What was written lately may belong to a backup that is under way.
  expect(await removeOldSnapshots(target, new Date())).toEqual([first.name])
  expect(await listSnapshots(target)).toEqual([second.name])
  expect(existsSync(join(target.folder, first.name))).toBe(false)
  expect(existsSync(join(target.folder, 'files/1/only-once'))).toBe(true)

  const before = new Date(Date.now() - 3 * day)
  const lying = ['files/1/only-once', 'files/1/both', '2026-11-28T03-00-00Z/tables/public.users']
  for (const path of lying) await utimes(join(target.folder, path), before, before)
  expect(await removeOldSnapshots(target, new Date())).toEqual([])
  expect(lying.map(path => existsSync(join(target.folder, path)))).toEqual([false, true, false])
  expect(await findDamage(target, await readManifest(target, second.name))).toEqual([])
})

test('copies of the data folder stay for seven days, and the log as long as the oldest of them needs it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tend-retention-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const [storage, target] = [folderStorage(join(folder, 'files')), folderStorage(join(folder, 'backups'))]
  const { ownerUrl } = await tend()
  const settings = { ownerUrl, storage, target, version: '1.3.9', sealingSecret: undefined, secrets: {} }
  const newest = await backUp({ ...settings, now: new Date('2026-11-29T03:00:00Z') })
  const nights = ['2026-10-15', ...Array.from({ length: 8 }, (_, index) => `2026-11-${22 + index}`)]
  const [archive, segment] = ['0123456789ab', 16 * 1024 ** 2]
  for (const [index, date] of nights.entries()) {
    const name = `${date}T03-00-00Z`
    if (name !== newest.name) await cp(join(target.folder, newest.name), join(target.folder, name), { recursive: true })
    const base = {
      ...{ format: 1, archive, begun_at: `${date}T03:00:00Z`, whole_at: `${date}T03:01:00Z`, label: '' },
      ...{ from: textOf(BigInt(index * segment + 40)), to: textOf(BigInt(index * segment + 90)) },
      ...{ segment_size: segment, postgres: '18.4', platform: 'linux-x64', bytes: 0, sha256: '' },
    }
    await target.write(`${name}/base.json`, Buffer.from(JSON.stringify(base)))
    await target.write(`${name}/base.tar.zst`, Buffer.from('a copy'))
    const piece = { archive, timeline: '00000001', from: BigInt(index * segment), to: BigInt((index + 1) * segment) }
    await target.write(pieceOf(piece), Buffer.from('a piece'))
  }
  // Another archive has just begun, and one that nothing needs any more is old.
  const others = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'].map(other =>
    pieceOf({ archive: other, timeline: '00000001', from: 0n, to: 1n }),
  )
  for (const path of others) await target.write(path, Buffer.from('a piece'))
  const before = new Date(Date.now() - 3 * day)
  await utimes(join(target.folder, others[1] ?? ''), before, before)

  await removeOldSnapshots(target, new Date())
  const { bases, pieces } = await listLog(target)
  expect(bases).toEqual(nights.slice(2).map(date => `${date}T03-00-00Z`))
  expect(existsSync(join(target.folder, '2026-10-15T03-00-00Z/base.tar.zst'))).toBe(false)
  expect(pieces.filter(piece => piece.archive === archive).map(({ from }) => Number(from) / segment)).toEqual([
    2, 3, 4, 5, 6, 7, 8,
  ])
  expect(pieces.filter(piece => piece.archive !== archive).map(({ path }) => path)).toEqual([others[0]])
  expect(await listSnapshots(target)).toContain('2026-10-15T03-00-00Z')
})
