import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDatabase, inDatabase, leaveDatabase, openDatabase } from '../database.ts'

const anna = 96

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await deleteDatabase(anna)
  vi.unstubAllGlobals()
})

/** The person's database cannot be opened, for want of room. */
function fillDevice(): void {
  const { open } = IDBFactory.prototype
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, name, version) {
    if (name !== `tend-${anna}`) return open.call(this, name, version)
    const error = new DOMException('Encountered full disk while opening backing store', 'QuotaExceededError')
    const request = { error } as IDBOpenDBRequest
    setTimeout(() => request.onerror?.({ target: request, preventDefault() {}, stopPropagation() {} } as never))
    return request
  })
}

test('a database that could not be opened for want of room is opened when there is room again', async () => {
  await inDatabase(anna, database => database.entries.count())
  leaveDatabase(anna, openDatabase(anna))
  fillDevice()
  for (const _ of [1, 2])
    await expect(inDatabase(anna, database => database.entries.count())).rejects.toThrow('full disk')
  vi.restoreAllMocks()
  expect(await inDatabase(anna, database => database.entries.count())).toBe(0)
})
