import { formsApi } from '../../forms/api.ts'
import { keepFollowUps } from '../again/keepFollowUps.ts'
import { inJournal } from '../journal/journalDatabase.ts'
import { fetchForm } from './loadForm.ts'

/**
 * Brings every form that can be filled in onto this device, one after the other, and what the person is asked to fill in again; what is here
 * already is not fetched again.
 */
export async function keepForms(userId: number): Promise<void> {
  const { data } = await formsApi.list({ status: 'open', sort: 'name', per_page: 100 })
  for (const { id, version } of data) {
    if (version === null) continue
    const isHere = await inJournal(userId, ({ forms }) => forms.get([id, version]))
    if (!isHere) await fetchForm(userId, id)
  }
  await keepFollowUps(userId)
}
