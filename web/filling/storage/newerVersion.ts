/**
 * Moves a draft to a newer version of its form: answers that fit are carried, the others stay with the draft, outside
 * of the form, until the person has read them (`docs/decisions/0086-drafts-of-older-versions.md`).
 */
import { migrateAnswers } from '#shared/forms/answers/migrateAnswers.ts'
import { type AnswerRow, answersOf } from '../../answers/draft/rows.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { change, changed } from './commands.ts'
import { type Entry, type FormRow, findForm, inFormDatabase, type LeftAnswers } from './entry.ts'

/** Whether a draft can move to this version. A follow-up stays with the version that it asks again. */
const canMove = (entry: Entry, { version }: Pick<FormRow, 'version'>): boolean =>
  isEditable(entry) && !entry.follows && !entry.conflict && version > entry.version

/** Finds the newest version on this device to which a draft can move. */
export const newerFormHere = async (entry: Entry): Promise<FormRow | undefined> => {
  const forms = await inFormDatabase(entry.user_id, ({ forms }) =>
    forms.where('form_id').equals(entry.form_id).toArray(),
  )
  return forms.filter(form => canMove(entry, form)).at(-1)
}

/** Returns the answers that have no place in a form, as the draft keeps them; undefined where all have one. */
export function leftOf({ definition }: Pick<FormRow, 'definition'>, rows: AnswerRow[], version: number) {
  const { left } = migrateAnswers(definition, answersOf(rows))
  return Object.keys(left).length > 0 ? ({ version, answers: left } satisfies LeftAnswers) : undefined
}

/** Moves a draft with its answers. Returns false where another tab has completed or moved it already. */
export const moveToNewer = ({ user_id, uuid }: Entry, form: FormRow): Promise<boolean> =>
  inFormDatabase(user_id, database =>
    database.transaction('rw', database.entries, database.answers, async () => {
      const entry = await findForm(database, uuid)
      if (!entry || !canMove(entry, form)) return false
      const rows = await database.answers.where('uuid').equals(uuid).toArray()
      const left = leftOf(form, rows, entry.version)
      await database.answers.bulkPut(emptied(uuid, Object.keys(left?.answers ?? {})))
      await database.entries.put({
        ...changed(entry),
        ...{ version: form.version, form_name: form.name, last_error: null },
        left: [...(entry.left ?? []), ...(left ? [left] : [])],
      })
      return true
    }),
  )

/** Rows that remove answers. */
export const emptied = (uuid: string, keys: string[]): AnswerRow[] =>
  keys.map(question_id => ({ uuid, question_id, answer: {}, changed_at: Date.now() }))

/** Forgets the answers that had no place, because the person has read them. */
export const forgetLeft = ({ user_id, uuid }: Entry): Promise<boolean> =>
  change(user_id, uuid, entry => ({ ...entry, left: [] }))
