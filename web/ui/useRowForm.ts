/**
 * The form of a row: its draft, saving, the server's field errors at their fields, and the conflict when somebody else saved the same
 * row meanwhile. Then both versions are there until the person decides.
 */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { RequestError } from '../lib/requestError.ts'
import { useDraftForm } from './useDraftForm.ts'

type Row = { id: number; revision: number }
type Options<Values extends FieldValues, Saved extends Row> = {
  /** The draft's name: the noun. */
  name: string
  /** The row to change; a new one without it. */
  row: Saved | undefined
  /** The form's values of a row, or of a new one. */
  valuesOf: (row: Saved | undefined) => Values
  /** Sends them. `base` is the row that they change, with the revision that the server compares. */
  save: (values: Values, base: Saved | undefined) => Promise<Saved>
  onSaved: (row: Saved) => void
}

export type RowForm<Values extends FieldValues, Saved> = {
  form: UseFormReturn<Values>
  /** For the form element. */
  onSubmit: () => void
  isSaving: boolean
  hasUnsaved: boolean
  wasRestored: boolean
  discard: () => void
  /** What went wrong and has no field to stand at. */
  problem: unknown
  conflict: { mine: Values; theirs: Values; theirRow: Saved; keepMine: () => void; takeTheirs: () => void } | undefined
}

export function useRowForm<Values extends FieldValues, Saved extends Row>(
  options: Options<Values, Saved>,
): RowForm<Values, Saved> {
  const { name, row, valuesOf, save, onSaved } = options
  const [base, setBase] = useState(row)
  const [theirRow, setTheirRow] = useState<Saved>()
  const { form, wasRestored, restart } = useDraftForm(`${name}_${row?.id ?? 'new'}`, valuesOf(row))

  const saving = useMutation({
    mutationFn: ({ values, onto }: { values: Values; onto: Saved | undefined }) => save(values, onto),
    onSuccess(saved) {
      restart(valuesOf(saved))
      onSaved(saved)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      if (error.code === 'stale_revision') setTheirRow(error.data as Saved)
      showFieldErrors(form, error)
    },
  })
  const onSubmit = form.handleSubmit(values => saving.mutate({ values, onto: base }))

  return {
    form,
    onSubmit,
    isSaving: saving.isPending,
    hasUnsaved: form.formState.isDirty,
    wasRestored,
    discard: () => restart(),
    problem: theirRow || hasOnlyFieldErrors(form, saving.error) ? undefined : (saving.error ?? undefined),
    conflict: theirRow && {
      mine: form.getValues(),
      theirs: valuesOf(theirRow),
      theirRow,
      keepMine() {
        setBase(theirRow)
        setTheirRow(undefined)
        form.handleSubmit(values => saving.mutate({ values, onto: theirRow }))()
      },
      takeTheirs() {
        setBase(theirRow)
        setTheirRow(undefined)
        saving.reset()
        restart(valuesOf(theirRow))
      },
    },
  }
}

function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: RequestError) {
  const known = Object.entries(error.errors).filter(([field]) => field in form.getValues())
  for (const [field, texts] of known) form.setError(field as FieldPath<Values>, { message: texts.join(' ') })
  if (known[0]) form.setFocus(known[0][0] as FieldPath<Values>)
}

function hasOnlyFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  const fields = error instanceof RequestError ? Object.keys(error.errors) : []
  return fields.length > 0 && fields.every(field => field in form.getValues())
}
