import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import { deleteDatabase, inDatabase, whenDropped } from '../database.ts'

const anna = 95

test('work that a dropped database never ends is done again in the one that comes after it', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  let tries = 0
  const done = inDatabase(anna, async database => {
    if (++tries > 1) return database.entries.count()
    await database.entries.count()
    // As the browser tells of it, and then nothing more.
    setTimeout(() => database.on.close.fire(new CustomEvent('close')), 10)
    return new Dexie.Promise<number>(() => undefined)
  })
  expect(await done).toBe(0)
  expect(tries).toBe(2)
  await deleteDatabase(anna)
  vi.unstubAllGlobals()
}, 20_000)

test('a database that work fails in, and is left for another, was not dropped; one that the browser closed was', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  let told = 0
  const unwatch = whenDropped(() => told++)
  const fails = async () => {
    throw Object.assign(new Error('The disk took nothing'), { name: 'UnknownError' })
  }
  await inDatabase(anna, database => database.entries.count())
  await expect(inDatabase(anna, fails)).rejects.toThrow('The disk took nothing')
  expect(told).toBe(0)
  await inDatabase(anna, async database => {
    await database.entries.count()
    database.on.close.fire(new CustomEvent('close'))
  })
  expect(told).toBe(1)
  unwatch()
  await deleteDatabase(anna)
  vi.unstubAllGlobals()
})
