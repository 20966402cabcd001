/**
 * What features keep on a device beside the outbox: their tables, with what each is found by, and by what of theirs entries are found. What is
 * named here stays unsealed.
 */
import { journalIndexes, journalTables } from './filling/journal/tables.ts'

import { messagingTables } from './messaging/kept/tables.ts'
import { taskTables } from './tasks/ends/tables.ts'

export const tablesOfNouns = { ...journalTables }
/** What came later, by the version of the database that it came with. */
export const laterTablesOfNouns = { 3: { ...messagingTables }, 4: { ...taskTables } }
export const indexesOfNouns = [...journalIndexes]
