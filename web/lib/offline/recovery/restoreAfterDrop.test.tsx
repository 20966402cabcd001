import { expect, test } from 'vitest'
import { keyDatabaseName, storeKey } from '../../encryption/deviceKey.ts'
import { deleteDatabase, inDatabase } from '../database.ts'
import '../sending.ts'

const anna = 98
const secret = btoa('0123456789abcdef0123456789abcdef').replaceAll('=', '')

const ended = <T,>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** What a small database of one store has under `own`. */
async function own(name: string, store: string): Promise<unknown> {
  // To open one that is not there would make it.
  if (!(await indexedDB.databases()).some(one => one.name === name)) return undefined
  const database = await ended(indexedDB.open(name))
  try {
    return database.objectStoreNames.contains(store)
      ? await ended(database.transaction(store).objectStore(store).get('own'))
      : undefined
  } finally {
    database.close()
  }
}

test('after the browser dropped the site’s databases the key and the session’s copy are there again, also when they went a moment later', async () => {
  localStorage.setItem('tend_token', 'token')
  localStorage.setItem('user', JSON.stringify({ id: anna, role_id: 1, time_zone: 'Europe/London' }))
  await storeKey(anna, secret)
  const names = ['tend-session', keyDatabaseName(anna)]
  const drop = () => Promise.all(names.map(name => ended(indexedDB.deleteDatabase(name))))
  const areKept = async () => [
    Boolean(await own('tend-session', 'session').catch(() => undefined)),
    Boolean(await own(keyDatabaseName(anna), 'key').catch(() => undefined)),
  ]
  await inDatabase(anna, async database => {
    await database.entries.count()
    database.on.close.fire(new CustomEvent('close'))
  })
  for (const times of [1, 2]) {
    await drop()
    await expect.poll(areKept, { message: `the ${times}. time`, timeout: 5_000 }).toEqual([true, true])
  }
  await deleteDatabase(anna)
  await drop()
  localStorage.clear()
})
