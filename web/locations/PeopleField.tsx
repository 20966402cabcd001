import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { maxAlsoResponsible } from '#shared/locations/rules.ts'
import { useFormat } from '../lib/format.ts'
import { PeopleSelect, usePeopleNames } from '../members/PeopleSelect.tsx'

type Props<Values extends FieldValues> = { form: UseFormReturn<Values>; name: FieldPath<Values>; label: string }

/** Chooses several people of the company by typing a part of a name. */
export function PeopleField<Values extends FieldValues>({ form, name, label }: Props<Values>) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <PeopleSelect
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      error={fieldState.error?.message}
      ids={field.value}
      most={maxAlsoResponsible}
      offeredFor="tasks"
      onChange={field.onChange}
    />
  )
}

/** Who they are. */
export function PeopleNames({ ids }: { ids: readonly number[] }) {
  const format = useFormat()
  return <bdi>{format.list(usePeopleNames(ids).map(({ name }) => name))}</bdi>
}
