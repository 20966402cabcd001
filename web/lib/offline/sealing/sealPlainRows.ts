import { inDatabase, type OfflineDatabase } from '../database.ts'
import { allKinds } from '../kinds.ts'
import { findKey, isMarkedPlain, unmarkPlain } from './deviceKey.ts'

/** Sees to it that the signed-in person has a key here, and seals what was kept without one. Throws what `bring` throws. */
export async function sealPlainRows(userId: number, bring: () => Promise<unknown>): Promise<void> {
  if (!(await findKey(userId))) await bring()
  for (const kind of (await allKinds()).all) await kind.carryOver?.(userId)
  if (!(await findKey(userId)) || !isMarkedPlain(userId)) return
  await inDatabase(userId, sealTables)
  unmarkPlain(userId)
}

/** What is written again is sealed. One row at a time, because photos are large. */
async function sealTables(database: OfflineDatabase): Promise<void> {
  for (const table of database.tables) {
    for (const key of await table.toCollection().primaryKeys()) {
      await database.transaction('rw', table, async () => {
        const row = await table.get(key)
        if (row) await table.put(row)
      })
    }
  }
}
