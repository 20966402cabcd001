import { useQuery } from '@tanstack/react-query'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { api } from '../lib/api.ts'
import { inDatabase } from '../lib/offline/database.ts'
import { useLive } from '../lib/offline/live.ts'
import { useUser } from '../lib/session.ts'

export type OpenForm = { id: number; name: LocalizedText; description?: LocalizedText }

/**
 * The forms that can be filled in; without a connection those of which this device has a copy, and how old the oldest of them is.
 * Undefined while neither is known.
 */
export function useOpenForms(): { forms: OpenForm[] | undefined; asOf: string | undefined } {
  const user = useUser()
  const query = useQuery({
    ...api.forms.list.query({ status: 'open', sort: 'name', per_page: 100 }),
    // Without a network the call has to fail for the copies to be shown.
    networkMode: 'always',
  })
  const copies = useLive(async () => {
    if (!user) return []
    const forms = await inDatabase(user.id, database => database.forms.orderBy('[form_id+version]').toArray())
    const latest = new Map(forms.filter(form => form.company_id === user.company_id).map(form => [form.form_id, form]))
    return [...latest.values()]
  }, [user?.id, user?.company_id])
  if (query.data) return { forms: query.data.data, asOf: undefined }
  if (!query.error) return { forms: undefined, asOf: undefined }
  return {
    forms: copies?.map(({ form_id: id, name }) => ({ id, name })),
    asOf: copies?.map(({ kept_at }) => kept_at).sort()[0],
  }
}
