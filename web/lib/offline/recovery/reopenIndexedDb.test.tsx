import { Dexie } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { storeKey } from '../../encryption/deviceKey.ts'
import { deleteDatabase, inDatabase, leaveDatabase, openDatabase } from '../database.ts'
import { reopenIndexedDb } from './fullDevice.ts'

const anna = 97
const secret = btoa('0123456789abcdef0123456789abcdef').replaceAll('=', '')
const words = 'Ewe 12 limps'
const entry = {
  uuid: 'a',
  state: 'draft',
  user_id: anna,
  updated_at: '2026-11-23T07:00:00Z',
  words,
  bytes: new ArrayBuffer(3),
}

const own = indexedDB
const asked = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB') ?? {}

/** As Chromium answers a page whose databases it dropped while there was no room: everything, and for ever. */
function shut(): void {
  const error = () => new DOMException('Internal error.', 'UnknownError')
  vi.spyOn(indexedDB, 'databases').mockImplementation(() => Promise.reject(error()))
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    const request = new EventTarget() as IDBOpenDBRequest
    Object.defineProperty(request, 'error', { get: error })
    setTimeout(() => request.onerror?.(Object.defineProperty(new Event('error'), 'target', { value: request })))
    return request
  })
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
  Object.defineProperty(globalThis, 'indexedDB', asked)
  Dexie.dependencies.indexedDB = own
})

test('a page to which the browser gives no database any more reads and writes through a new frame, what it had kept too', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await storeKey(anna, secret)
  await inDatabase(anna, ({ entries }) => entries.put(entry as never))
  shut()
  leaveDatabase(anna, openDatabase(anna))
  const found = await inDatabase(anna, ({ entries }) => entries.where('state').equals('draft').toArray())
  expect(globalThis.indexedDB).not.toBe(own)
  // Of this page's classes, not of the frame from which they came.
  expect(found).toEqual([entry])
  expect((found[0] as unknown as typeof entry).bytes).toBeInstanceOf(ArrayBuffer)
  expect(await inDatabase(anna, ({ entries }) => entries.get('a'))).toMatchObject({ words })
  expect(await inDatabase(anna, ({ entries }) => entries.bulkGet(['a', 'b']))).toMatchObject([{ words }, undefined])
  await deleteDatabase(anna)
})

test('a page whose databases only take their time keeps its own', async () => {
  vi.spyOn(indexedDB, 'databases').mockImplementation(() => new Promise(() => undefined))
  await reopenIndexedDb()
  expect(globalThis.indexedDB).toBe(own)
  expect(document.querySelector('iframe')).toBeNull()
})
