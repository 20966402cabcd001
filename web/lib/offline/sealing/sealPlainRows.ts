import { onDevice } from '../../storage.ts'
import { inDatabase, type OfflineDatabase } from '../database/database.ts'
import { allKinds } from '../kinds.ts'
import { findKey } from './deviceKey.ts'
import { everyTable, plainTable } from './sealing.ts'

/** Pages of earlier versions note in local storage that something lies openly. */
const earlierMark = (userId: number) => `tend_unsealed_${userId}`

/** Sees to it that the signed-in person has a key here, and seals what was kept without one. Throws what `bring` throws. */
export async function sealPlainRows(userId: number, bring: () => Promise<unknown>): Promise<void> {
  if (!(await findKey(userId))) await bring()
  for (const kind of (await allKinds()).all) await kind.carryOver?.(userId)
  if (!(await findKey(userId))) return
  await inDatabase(userId, sealMarked)
  if (onDevice.read(earlierMark(userId)) == null) return
  await inDatabase(userId, sealAll)
  onDevice.remove(earlierMark(userId))
}

async function sealMarked(database: OfflineDatabase): Promise<void> {
  const { plain } = database
  for (const { table, mark } of await plain.toArray()) {
    await (table === everyTable ? sealAll(database) : sealTable(database, table))
    await database.transaction('rw', plain, async () => {
      // Something was kept openly meanwhile, by a tab without a key.
      if ((await plain.get(table))?.mark === mark) await plain.delete(table)
    })
  }
}

async function sealAll(database: OfflineDatabase): Promise<void> {
  for (const { name } of database.tables) if (name !== plainTable) await sealTable(database, name)
}

/** What is written again is sealed. One row at a time, because photos are large. */
async function sealTable(database: OfflineDatabase, name: string): Promise<void> {
  const table = database.table(name)
  for (const key of await table.toCollection().primaryKeys()) {
    await database.transaction('rw', table, async () => {
      const row = await table.get(key)
      if (row) await table.put(row)
    })
  }
}
