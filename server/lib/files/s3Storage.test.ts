import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { startFakeS3 } from '../../test/fakeS3.ts'
import { storageAt } from './s3Storage.ts'
import { ifMissing } from './storage.ts'

let s3: Awaited<ReturnType<typeof startFakeS3>> | undefined
afterEach(() => s3?.close())

async function bucket(address = 's3://farm/tend') {
  s3 = await startFakeS3()
  return storageAt(address, s3.settings)
}
const megabyte = 1024 * 1024
async function* pieces(count: number) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(megabyte, at)
}

test('a bucket keeps, reads, measures, lists and removes files as a folder does', async () => {
  const storage = await bucket()
  await storage.write('1/a b & ű.jpg', Buffer.from('a picture'))
  expect([...(s3?.objects.keys() ?? [])]).toEqual(['tend/1/a b & ű.jpg'])
  expect((await storage.read('1/a b & ű.jpg')).toString()).toBe('a picture')
  expect(await storage.size('1/a b & ű.jpg')).toBe(9)
  expect((await buffer(await storage.open('1/a b & ű.jpg', { start: 2, end: 4 }))).toString()).toBe('pic')
  for (let at = 0; at < 7; at++) await storage.write(`2/${at}`, Buffer.from('x'))
  const paths: string[] = []
  for await (const { path, size, writtenAt } of storage.list()) {
    paths.push(path)
    expect(await size()).toBe(path.startsWith('1/') ? 9 : 1)
    expect((await writtenAt()).getTime()).toBeGreaterThan(Date.now() - 60_000)
  }
  expect(paths.sort()).toEqual(['1/a b & ű.jpg', ...Array.from({ length: 7 }, (_, at) => `2/${at}`)])
  await storage.remove('1/a b & ű.jpg')
  await storage.removeFolder('2')
  expect(s3?.objects.size).toBe(0)
})

test('a bucket and a folder list the folders at their top, and what lies below one of them alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tend-storage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const storage of [await bucket(), storageAt(folder, undefined)]) {
    expect(await storage.listFolders()).toEqual([])
    const paths = ['top', '1/a', '1/deep/er/b', '10/c', '2/d', '3/e', '4/f', '5/g']
    for (const path of paths) await storage.write(path, Buffer.from(path))
    expect((await storage.listFolders()).sort()).toEqual(['1', '10', '2', '3', '4', '5'])
    const below = async (one?: string) => {
      const found: string[] = []
      for await (const { path } of storage.list(one)) found.push(path)
      return found.sort()
    }
    expect(await below()).toEqual(paths.toSorted())
    expect(await below('1')).toEqual(['1/a', '1/deep/er/b'])
    expect(await below('1/deep')).toEqual(['1/deep/er/b'])
    expect(await below('none')).toEqual([])
  }
})

test('a file that is not there is missing, and what cannot be reached is another error', async () => {
  const storage = await bucket()
  expect(await storage.read('1/none').catch(ifMissing)).toBeNull()
  expect(await storage.open('1/none').catch(ifMissing)).toBeNull()
  expect(await storage.size('1/none').catch(ifMissing)).toBeNull()
  await storage.remove('1/none')
  await expect(storage.read('../other/secret')).rejects.toThrow('leads out of the store')
  const other = storageAt('s3://farm/tend', { ...(s3 as NonNullable<typeof s3>).settings, secretAccessKey: 'wrong' })
  await expect(other.read('1/none').catch(ifMissing)).rejects.toThrow('403')
})

test('content of any length is written in parts; what breaks off is no file and leaves none', async () => {
  const storage = await bucket()
  expect(await storage.writeAll('large', pieces(20))).toBe(20 * megabyte)
  expect(await storage.size('large')).toBe(20 * megabyte)
  const middle = await buffer(await storage.open('large', { start: 9 * megabyte, end: 9 * megabyte }))
  expect([...middle]).toEqual([9])
  expect(await storage.writeAll('small', pieces(1))).toBe(megabyte)
  expect(await storage.writeAll('nothing', pieces(0))).toBe(0)
  expect(await storage.size('nothing')).toBe(0)
  const broken = async function* () {
    yield* pieces(9)
    throw new Error('The database is gone')
  }
  await expect(storage.writeAll('broken', broken())).rejects.toThrow('The database is gone')
  expect(await storage.size('broken').catch(ifMissing)).toBeNull()
  expect(s3?.uploads.size).toBe(0)
})

test('an address in an S3 needs its keys', () => {
  expect(() => storageAt('s3://farm/tend', undefined)).toThrow('S3_ACCESS_KEY_ID')
  expect(storageAt('/srv/backups', undefined).folder).toBe('/srv/backups')
})
