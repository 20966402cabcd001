/**
 * Tables of features in a device's database, beside the outbox, each with its indexes, and the indexes of entries.
 * Columns that are named here are not encrypted.
 */

/** Tables of forms: answers, photos, forms and merge bases of entries. */
const formTables = {
  answers: '[uuid+question_id], uuid',
  photos: 'uuid, entry_uuid',
  forms: '[form_id+version], form_id',
  bases: 'uuid',
}

/** Indexes of entries of forms, besides their uuid, state and age. */
const formIndexes = ['server_id', 'task_sent_id']

/** Tables of messaging: files of messages that wait, and the conversations and messages of the last weeks. */
const messagingTables = {
  messageFiles: 'uuid, entry_uuid',
  keptConversations: 'id',
  keptMessages: 'id, conversation_id, created_at',
}

/** Tables of tasks: words and photos that prove what was done, from the first letter until the server has them. */
const taskTables = {
  taskProofs: 'sent_id',
  taskPhotos: 'uuid, sent_id',
}

export const featureTables = { ...formTables }
/** Tables that came later, by the version of the database. */
export const laterFeatureTables = { 3: { ...messagingTables }, 4: { ...taskTables } }
export const featureIndexes = [...formIndexes]
