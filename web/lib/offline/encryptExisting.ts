/** Encrypts rows that were stored in plain because this device had no key yet. */
import { findKey } from '../encryption/deviceKey.ts'
import { everyTable, plainTable } from '../encryption/encryption.ts'
import { onDevice } from '../storage.ts'
import { inDatabase, type OfflineDatabase, outboxStore } from './database.ts'
import { loadHandlers } from './outboxHandler.ts'

/** Pages of earlier versions note in local storage that something lies openly. */
const earlierMark = (userId: number) => `tend_unsealed_${userId}`

/**
 * Sees to it that the signed-in person has a key here, and seals what was kept without one. Throws what `bring` throws.
 */
export async function encryptExistingRows(userId: number, bring: () => Promise<unknown>): Promise<void> {
  if (!(await findKey(userId))) await bring()
  for (const handler of (await loadHandlers()).all) await handler.carryOver?.(userId, outboxStore)
  if (!(await findKey(userId))) return
  await inDatabase(userId, encryptMarkedTables)
  if (onDevice.read(earlierMark(userId)) == null) return
  await inDatabase(userId, encryptAllTables)
  onDevice.remove(earlierMark(userId))
}

async function encryptMarkedTables(database: OfflineDatabase): Promise<void> {
  const { plain } = database
  for (const { table, mark } of await plain.toArray()) {
    await (table === everyTable ? encryptAllTables(database) : encryptTable(database, table))
    await database.transaction('rw', plain, async () => {
      // A tab without a key stored something unencrypted in between.
      if ((await plain.get(table))?.mark === mark) await plain.delete(table)
    })
  }
}

async function encryptAllTables(database: OfflineDatabase): Promise<void> {
  for (const { name } of database.tables) if (name !== plainTable) await encryptTable(database, name)
}

/** Rewriting encrypts a row. One row at a time, because photos are large. */
async function encryptTable(database: OfflineDatabase, name: string): Promise<void> {
  const table = database.table(name)
  for (const key of await table.toCollection().primaryKeys()) {
    await database.transaction('rw', table, async () => {
      const row = await table.get(key)
      if (row) await table.put(row)
    })
  }
}
