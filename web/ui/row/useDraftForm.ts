/**
 * A react-hook-form whose unsaved input survives a reload, a crash of the tab and an ended session: it is kept in
 * session storage under the draft's name until it was saved or discarded.
 */
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { currentUser } from '../../lib/session/session.ts'
import { inTab, isRecord, storedJson } from '../../lib/storage.ts'

export type DraftForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** Input of an earlier visit was brought back. */
  wasRestored: boolean
  /** Forgets what was typed; the form shows `values`, or what it began with. */
  restart: (values?: Values) => void
}

/** `name` identifies the draft: the feature, and the row's id when one is edited. */
export function useDraftForm<Values extends FieldValues>(name: string, defaults: Values): DraftForm<Values> {
  // What somebody typed is theirs, in the company in which they typed it.
  const [stored] = useState(() => {
    const user = currentUser()
    const key = `tend_draft_${user?.id ?? 0}_${user?.company_id ?? 0}_${name}`
    return storedJson(inTab, key, kept => draftOf(kept, defaults))
  })
  const [draft] = useState(stored.read)
  const [wasRestored, setRestored] = useState(draft !== null)
  const form = useForm<Values>({ defaultValues: defaults as DefaultValues<Values> })

  // Put in after the defaults are known, so that the form can tell what differs from them.
  useEffect(() => {
    for (const [field, value] of Object.entries(draft ?? {}))
      form.setValue(field as FieldPath<Values>, value, { shouldDirty: true })
    const subscription = form.watch(values => void stored.write(values as Partial<Values>))
    return () => subscription.unsubscribe()
  }, [form, draft, stored])

  function restart(values: Values = defaults) {
    form.reset(values)
    setRestored(false)
    stored.remove()
  }

  return { form, wasRestored, restart }
}

/** What was typed; of an earlier version's form, what this one can show. */
function draftOf<Values extends FieldValues>(kept: unknown, defaults: Values): Partial<Values> | null {
  if (!isRecord(kept)) return null
  const fitting = Object.entries(kept).filter(
    ([field, value]) => Array.isArray(value) || !Array.isArray(defaults[field]),
  )
  return Object.fromEntries(fitting) as Partial<Values>
}
