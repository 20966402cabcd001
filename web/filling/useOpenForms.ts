import { useQuery } from '@tanstack/react-query'
import { aboutTypes } from '#shared/forms/about.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { SubjectType } from '#shared/subjects/registry.ts'
import { useAbility } from '../lib/ability.tsx'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { useLive } from '../lib/useLive.ts'
import { allForms } from './queries.ts'
import { type FormRow, inFormDatabase } from './storage/entry.ts'

export type OpenForm = {
  id: number
  name: LocalizedText
  description?: LocalizedText
  about_types: readonly SubjectType[]
}

type OpenForms = {
  forms: OpenForm[] | undefined
  /** The server did not say which. */
  areCopies: boolean
  /** What went wrong there, where it is not the connection. */
  error: Error | null
  retry: () => void
  asOf: string | undefined
}

/**
 * The forms that can be filled in; without a connection those of which this device has a copy, and how old the oldest
 * of them is. Undefined while neither is known.
 */
export function useOpenForms(): OpenForms {
  const user = useUser()
  const can = useAbility()
  // Copies are here of all that a task may ask for.
  const mayFill = ({ company_id, definition: { settings } }: FormRow) =>
    can('fill', 'Form', {
      company_id,
      status: 'open',
      filler_role_ids: settings?.filled_by?.role_ids ?? null,
      for_guests: settings?.filled_by?.guests ?? false,
    })
  const query = useQuery({
    ...allForms({ status: 'open', is_fillable: true, sort: 'name' }),
    // Without a network the call has to fail for the copies to be shown.
    networkMode: 'always',
  })
  const copies = useLive(async () => {
    if (!user) return []
    const forms = await inFormDatabase(user.id, database => database.forms.orderBy('[form_id+version]').toArray())
    const latest = new Map(forms.filter(form => form.company_id === user.company_id).map(form => [form.form_id, form]))
    return [...latest.values()]
  }, [user?.id, user?.company_id])
  const hadNoConnection = query.error instanceof RequestError && query.error.status === 0
  const asked = {
    areCopies: !query.data && query.error !== null,
    error: query.data || hadNoConnection ? null : query.error,
    retry: () => void query.refetch(),
  }
  if (query.data) return { ...asked, forms: query.data, asOf: undefined }
  if (!query.error) return { ...asked, forms: undefined, asOf: undefined }
  return {
    ...asked,
    forms: copies?.filter(mayFill).map(({ form_id: id, name, definition }) => ({
      id,
      name,
      about_types: aboutTypes(definition),
    })),
    asOf: copies?.map(({ kept_at }) => kept_at).sort()[0],
  }
}
