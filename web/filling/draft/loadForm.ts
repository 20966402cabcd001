import { keepPictures } from '../../answers/texts/keepPictures.ts'
import { formsApi } from '../../forms/api.ts'
import { RequestError } from '../../lib/requestError.ts'
import type { FormRow } from '../journal/entry.ts'
import { inJournal } from '../journal/journalDatabase.ts'

/** With a copy at hand, nobody waits longer for a newer one. */
const patienceMs = 3_000

/**
 * The published version of a form, as new as can be had now: the server's, or this device's copy where there is no answer in time.
 * Throws a `RequestError` when there is neither.
 */
export async function loadForm(userId: number, formId: number): Promise<FormRow> {
  const copies = await inJournal(userId, ({ forms }) => forms.where('form_id').equals(formId).toArray())
  const copy = copies.at(-1)
  const fresh = fetchForm(userId, formId)
  if (!copy) return fresh
  const isNoAnswer = (error: unknown) => error instanceof RequestError && error.isPassing
  return Promise.race([
    fresh.catch(error => {
      if (isNoAnswer(error)) return copy
      throw error
    }),
    new Promise<FormRow>(resolve => setTimeout(() => resolve(copy), patienceMs)),
  ])
}

/** Fetches the published version of a form and keeps it. */
export async function fetchForm(userId: number, formId: number): Promise<FormRow> {
  const { published, company_id, name, pictures } = await formsApi.get({ id: formId })
  if (!published) throw new RequestError({ status: 409, code: 'form_not_published' })
  const row: FormRow = {
    form_id: formId,
    version: published.number,
    company_id,
    name,
    definition: published.definition,
    kept_at: new Date().toISOString(),
  }
  await inJournal(userId, ({ forms }) => forms.put(row))
  void keepPictures(userId, pictures).catch(cause => console.warn('Pictures of a form are missing here', cause))
  return row
}
