/**
 * Rows of registers that were made on this device and have no id of the server's yet: answers and subjects call them by a temporary one.
 * The submission waits until the server has given them theirs.
 */
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { AnswerRow } from '../../answers/draft/rows.ts'
import type { Entry } from './entry.ts'
import { findForm, inJournal } from './journalDatabase.ts'

type Ids = ReadonlyMap<number, number>

/** The temporary ids in an entry's subjects and answers. */
export const temporaryIdsIn = async ({ user_id, uuid, subjects }: Entry): Promise<number[]> => {
  const rows = await inJournal(user_id, ({ answers }) => answers.where('uuid').equals(uuid).toArray())
  const ids = [...subjects.map(({ id }) => id), ...rows.flatMap(({ answer }) => idsIn(answer))]
  return ids.filter(id => id < 0)
}

/** Puts the server's ids in their place. */
export const resolveIds = ({ user_id, uuid }: Entry, ids: Ids): Promise<void> =>
  inJournal(user_id, database =>
    database.transaction('rw', database.entries, database.answers, async () => {
      const entry = await findForm(database, uuid)
      if (!entry) return
      const rows = await database.answers.where('uuid').equals(uuid).toArray()
      await database.answers.bulkPut(rows.map(row => withIds(row, ids)))
      const subjects = entry.subjects.map(subject => ({ ...subject, id: ids.get(subject.id) ?? subject.id }))
      await database.entries.put({ ...entry, subjects, change: entry.change + 1 })
    }),
  )

const idsIn = ({ value }: Answer): number[] =>
  Array.isArray(value) ? value.flatMap(item => (typeof item === 'object' && 'id' in item ? [item.id] : [])) : []

function withIds(row: AnswerRow, ids: Ids): AnswerRow {
  const { value } = row.answer
  if (!Array.isArray(value) || idsIn(row.answer).every(id => !ids.has(id))) return row
  const named = [...value].map(item =>
    typeof item === 'object' && 'id' in item ? { ...item, id: ids.get(item.id) ?? item.id } : item,
  )
  return { ...row, answer: { ...row.answer, value: named as typeof value }, changed_at: row.changed_at + 1 }
}
