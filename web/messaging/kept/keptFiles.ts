/** The files of messages that wait to be sent, each in a row of its own with its bytes, sealed like everything here. */
import { inDatabase, type OfflineDatabase } from '../../lib/offline/database/database.ts'

export type KeptFile = {
  uuid: string
  entry_uuid: string
  name: string
  content_type: string
  position: number
  bytes: ArrayBuffer
}

const tableOf = (database: OfflineDatabase) => database.table<KeptFile, string>('messageFiles')

export const keepFiles = (userId: number, files: KeptFile[]): Promise<unknown> =>
  inDatabase(userId, database => tableOf(database).bulkPut(files))

export const keptFiles = (userId: number, entryUuid: string): Promise<KeptFile[]> =>
  inDatabase(userId, async database =>
    (await tableOf(database).where('entry_uuid').equals(entryUuid).toArray()).sort(
      (one, other) => one.position - other.position,
    ),
  )

export const removeFiles = (userId: number, entryUuid: string): Promise<unknown> =>
  inDatabase(userId, database => tableOf(database).where('entry_uuid').equals(entryUuid).delete())
