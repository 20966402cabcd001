/**
 * What features keep on a device beside the outbox: their tables, with what each is found by, and by what of theirs entries are found. What is
 * named here stays unsealed.
 */
import { formIndexes, formTables } from './filling/storage/tables.ts'

import { messagingTables } from './messaging/kept/tables.ts'
import { taskTables } from './tasks/completion/tables.ts'

export const featureTables = { ...formTables }
/** What came later, by the version of the database that it came with. */
export const laterFeatureTables = { 3: { ...messagingTables }, 4: { ...taskTables } }
export const featureIndexes = [...formIndexes]
