import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const full = () => Object.assign(new Error('No room'), { name: 'QuotaExceededError' })
const shelf = new Map<string, string>()
let written = 0
let isFull = false

beforeEach(() => {
  vi.resetModules()
  shelf.clear()
  written = 0
  isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, text: string) => shelf.set(name, text),
    removeItem: (name: string) => shelf.delete(name),
  })
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (isFull) throw full()
    written += value.byteLength
    return put.call(this, value, key)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('after a refused write more is written than a log holds, before anything is called kept', async () => {
  const { logIsSound, noteFailedWrite } = await import('./storageRecovery.ts')
  await logIsSound()
  expect(written).toBe(0)
  noteFailedWrite(new Error('Something else'))
  await logIsSound()
  expect(written).toBe(0)
  noteFailedWrite(full())
  await Promise.all([logIsSound(), logIsSound()])
  expect(written).toBeGreaterThan(4 * 2 ** 20)
  expect(written).toBeLessThan(8 * 2 ** 20)
  const before = written
  await logIsSound()
  expect(written).toBe(before)
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('tend-new-log'),
  )
})

test('while there is no room nothing is called kept, and the next page goes on with it', async () => {
  const here = await import('./storageRecovery.ts')
  isFull = true
  here.noteFailedWrite(full())
  await expect(here.logIsSound()).rejects.toThrow('No room')
  await expect(here.logIsSound()).rejects.toThrow('No room')
  vi.resetModules()
  const next = await import('./storageRecovery.ts')
  isFull = false
  next.resumeLogRepair()
  await next.logIsSound()
  expect(written).toBeGreaterThan(4 * 2 ** 20)
  expect(shelf.size).toBe(0)
})

test('an upgrade that is aborted, as a page is put to rest, tears no log; one that the disk refused does', async () => {
  const { logIsSound, noteFailedWrite } = await import('./storageRecovery.ts')
  const notOpened = (name: string) =>
    Object.assign(new Error('Not opened'), { name: 'OpenFailedError', inner: new DOMException('Over', name) })
  noteFailedWrite(notOpened('AbortError'))
  await logIsSound()
  expect([written, shelf.size]).toEqual([0, 0])
  noteFailedWrite(notOpened('UnknownError'))
  expect(shelf.size).toBe(1)
  await logIsSound()
  expect(written).toBeGreaterThan(4 * 2 ** 20)
})
