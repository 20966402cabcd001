import { MultiSelect } from '@mantine/core'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { foldedOptions } from '../../ui/fields/foldedOptions.ts'
import type { Choice } from '../../ui/fields/formFields.tsx'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  description?: string
  required?: boolean
  choices: Choice[]
}

/** Picks several of a few that are known from the start. The field's value is the list of their values. */
export function ManyField<Values extends FieldValues>({
  form,
  name,
  label,
  description,
  required,
  choices,
}: Props<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: required ? { validate: (value: string[]) => value.length > 0 || t('problem.field.required') } : {},
  })
  return (
    <MultiSelect
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      description={description}
      error={fieldState.error?.message}
      required={required}
      searchable
      filter={foldedOptions}
      hidePickedOptions
      nothingFoundMessage={t('common.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
      data={choices}
      value={field.value as string[]}
      onChange={field.onChange}
    />
  )
}
