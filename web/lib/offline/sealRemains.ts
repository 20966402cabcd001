import { inDatabase, type OfflineDatabase } from './database.ts'
import { findKey, isMarkedPlain, unmarkPlain } from './deviceKey.ts'
import { hideRescues } from './rescue.ts'

/** Sees to it that the signed-in person has a key here, and seals what was kept without one. Throws what `bring` throws. */
export async function sealRemains(userId: number, bring: () => Promise<void>): Promise<void> {
  if (!(await findKey(userId))) await bring()
  if (!(await findKey(userId))) return
  await hideRescues(userId)
  if (!isMarkedPlain(userId)) return
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
