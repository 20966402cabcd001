/**
 * A draft goes over to a newer version of its form: what fits is carried, and what does not stays with the draft, outside of the form, until the
 * person has read it. `docs/decisions/0086-drafts-of-older-versions.md`.
 */
import { goOver } from '#shared/forms/answers/goOver.ts'
import { type AnswerRow, answersOf } from '../../answers/draft/rows.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { change, changed } from './commands.ts'
import { type Entry, type FormRow, findForm, inFormDatabase, type LeftAnswers } from './entry.ts'

/** Whether the draft can go over to this version. What asks again is bound to the version that it asks of. */
const canGoOver = (entry: Entry, { version }: Pick<FormRow, 'version'>): boolean =>
  isEditable(entry) && !entry.follows && !entry.conflict && version > entry.version

/** The newest version of its form on this device that a draft can go over to. */
export const newerFormHere = async (entry: Entry): Promise<FormRow | undefined> => {
  const forms = await inFormDatabase(entry.user_id, ({ forms }) =>
    forms.where('form_id').equals(entry.form_id).toArray(),
  )
  return forms.filter(form => canGoOver(entry, form)).at(-1)
}

/** What of these rows has no place in a form, as the draft keeps it; undefined where all has. */
export function leftOf({ definition }: Pick<FormRow, 'definition'>, rows: AnswerRow[], version: number) {
  const { left } = goOver(definition, answersOf(rows))
  return Object.keys(left).length > 0 ? ({ version, answers: left } satisfies LeftAnswers) : undefined
}

/** Takes the draft over, with its answers. Whether that was possible: it may have been completed or have gone over in another tab. */
export const takeOver = ({ user_id, uuid }: Entry, form: FormRow): Promise<boolean> =>
  inFormDatabase(user_id, database =>
    database.transaction('rw', database.entries, database.answers, async () => {
      const entry = await findForm(database, uuid)
      if (!entry || !canGoOver(entry, form)) return false
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

/** Rows that say that the person took the answers away. */
export const emptied = (uuid: string, keys: string[]): AnswerRow[] =>
  keys.map(question_id => ({ uuid, question_id, answer: {}, changed_at: Date.now() }))

/** The person has read what had no place. */
export const forgetLeft = ({ user_id, uuid }: Entry): Promise<boolean> =>
  change(user_id, uuid, entry => ({ ...entry, left: [] }))
