/** The tables of the journal, as Dexie writes them: the answers, photos, forms and common grounds of entries. */
export const formTables = {
  answers: '[uuid+question_id], uuid',
  photos: 'uuid, entry_uuid',
  forms: '[form_id+version], form_id',
  bases: 'uuid',
}

/** By what entries of forms are found, besides their uuid, state and age. */
export const formIndexes = ['server_id', 'task_sent_id']
