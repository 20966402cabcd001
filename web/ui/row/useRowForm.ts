/**
 * The form of a row: its draft, saving, and the server's field errors at their fields. When somebody else saved the
 * same row, their changes are taken over, mine are saved again, and both versions of a conflict are shown until the
 * person decides.
 */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { merge3 } from '#shared/lib/merge3.ts'
import { RequestError } from '../../lib/requestError.ts'
import { useDraftForm } from './useDraftForm.ts'

type Row = { id: number; revision: number }
type Options<Values extends FieldValues, Saved extends Row> = {
  /** The draft's name: the feature. */
  name: string
  /** The row to change; a new one without it. */
  row: Saved | undefined
  /** The form's values of a row, or of a new one. */
  valuesOf: (row: Saved | undefined) => Values
  /** Sends them. `base` is the row that they change, with the revision that the server compares. */
  save: (values: Values, base: Saved | undefined) => Promise<Saved>
  onSaved: (row: Saved, isAnother: boolean) => void
  /** With what the next new row begins where people save and add another, and in which field. */
  nextAfter?: (values: Values) => Values
  nextField?: FieldPath<Values>
}

type Saving<Values, Saved> = { values: Values; onto: Saved | undefined; isAnother: boolean }

export type Conflict<Values> = {
  mine: Values
  theirs: Values
  /** The fields that both changed. */
  fields: (keyof Values & string)[]
  keepMine: () => void
  takeTheirs: () => void
}

export type RowForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  /** For the form element. With `isAnother` the form begins again for the next row. */
  onSubmit: (isAnother?: boolean) => void
  isSaving: boolean
  hasUnsaved: boolean
  wasRestored: boolean
  discard: () => void
  /** An error that belongs to no field. */
  problem: unknown
  conflict: Conflict<Values> | undefined
}

export function useRowForm<Values extends FieldValues, Saved extends Row>(
  options: Options<Values, Saved>,
): RowForm<Values> {
  const { name, row, valuesOf, save, onSaved, nextAfter, nextField } = options
  const [base, setBase] = useState(row)
  const [conflict, setConflict] = useState<Pick<Conflict<Values>, 'mine' | 'theirs' | 'fields'>>()
  const { form, wasRestored, restart } = useDraftForm(`${name}_${row?.id ?? 'new'}`, valuesOf(row))

  const [added, setAdded] = useState(0)
  // After a reset the fields are known to the form from the next render on.
  useEffect(() => {
    if (added > 0 && nextField) form.setFocus(nextField)
  }, [added, nextField, form])

  const saving = useMutation({
    mutationFn: ({ values, onto }: Saving<Values, Saved>) => save(values, onto),
    onSuccess(saved, { values, isAnother }) {
      restart(isAnother && nextAfter ? nextAfter(values) : valuesOf(saved))
      onSaved(saved, isAnother)
      if (isAnother) setAdded(count => count + 1)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      if (error.code === 'stale_revision') mergeTheirs(error.data as Saved)
      showFieldErrors(form, error)
    },
  })
  const submit = (onto = base, isAnother = false) =>
    form.handleSubmit(values => saving.mutate({ values, onto, isAnother }))()

  /** Brings mine and theirs together, as far as no field was changed by both. */
  function mergeTheirs(theirRow: Saved) {
    const [before, mine, theirs] = [valuesOf(base), form.getValues(), valuesOf(theirRow)]
    const { taken, conflicting } = merge3<unknown>({ base: before, mine, theirs, isSame })
    for (const [field, value] of taken) form.setValue(field as FieldPath<Values>, value as never)
    setBase(theirRow)
    if (conflicting.length > 0) setConflict({ mine, theirs, fields: conflicting })
    else submit(theirRow)
  }

  return {
    form,
    onSubmit: isAnother => submit(base, isAnother),
    isSaving: saving.isPending,
    hasUnsaved: form.formState.isDirty,
    wasRestored,
    discard: () => restart(),
    problem: conflict || isAtFields(form, saving.error) ? undefined : (saving.error ?? undefined),
    conflict: conflict && {
      ...conflict,
      keepMine() {
        setConflict(undefined)
        submit()
      },
      takeTheirs() {
        for (const field of conflict.fields) form.setValue(field as FieldPath<Values>, conflict.theirs[field])
        setConflict(undefined)
        saving.reset()
      },
    },
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: RequestError) {
  const known = Object.entries(error.errors).filter(([field]) => field in form.getValues())
  for (const [field, texts] of known) form.setError(field as FieldPath<Values>, { message: texts.join(' ') })
  if (known[0]) form.setFocus(known[0][0] as FieldPath<Values>)
}

/** Whether all that is wrong is said at its fields. */
function isAtFields<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  const fields = error instanceof RequestError ? Object.keys(error.errors) : []
  return fields.length > 0 && fields.every(field => field in form.getValues())
}
