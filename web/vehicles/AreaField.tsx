import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { parseNumber } from '#shared/lib/parseNumber.ts'
import { useFormat } from '../lib/format.ts'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  description: string
}

/**
 * Square metres as the person writes them: with a comma or a point, in any digits. What is no number stays as it was typed, and is
 * said when the form is saved.
 */
export function AreaField<Values extends FieldValues>({ form, name, label, description }: Props<Values>) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState<string>()
  const isNumber = (value: unknown) => value === null || typeof value === 'number'
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: { validate: value => isNumber(value) || t('problem.field.wrong_format') },
  })
  const read = (text: string) => (text.trim() === '' ? null : (parseNumber(text, toLocale(i18n.language)) ?? text))
  const value: unknown = field.value
  const plain =
    typeof value === 'number'
      ? format.number(value, { maximumFractionDigits: 6, useGrouping: false })
      : String(value ?? '')
  return (
    <TextInput
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      label={label}
      description={description}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      error={fieldState.error?.message}
      // What was typed stands for as long as it means the value.
      value={typed !== undefined && read(typed) === value ? typed : plain}
      onChange={event => {
        setTyped(event.currentTarget.value)
        field.onChange(read(event.currentTarget.value))
      }}
    />
  )
}
