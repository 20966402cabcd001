/**
 * Mantine's inputs bound to react-hook-form: label, value, and the error of the browser or of the server at the field.
 * An optional field that is left empty is null.
 */

import { Switch, Textarea, TextInput } from '@mantine/core'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateField } from '../dates/DateField.tsx'
import { TimeField } from '../dates/TimeField.tsx'
import { Select } from '../floatingParts.tsx'
import { NumberInput, useNumberReader } from './NumberInput.tsx'

type Bound<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  /** A line of help under the label. */
  description?: string
  required?: boolean
}

function useField<Values extends FieldValues>(
  { form, name, label, description, required }: Bound<Values>,
  validate?: (value: unknown) => string | undefined,
) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: { ...(required && { required: t('problem.field.required') }), ...(validate && { validate }) },
  })
  return {
    value: field.value as unknown,
    change: (value: unknown) => field.onChange(value === '' ? null : value),
    input: {
      ref: field.ref,
      name: field.name,
      onBlur: field.onBlur,
      label,
      description,
      required,
      error: fieldState.error?.message,
    },
  }
}

type TextProps<Values extends FieldValues> = Bound<Values> & {
  maxLength?: number
  type?: 'text' | 'email' | 'tel'
  /** Says the fault of a value, if it has one. */
  validate?: (value: unknown) => string | undefined
}

export function TextField<Values extends FieldValues>({ maxLength, type, validate, ...bound }: TextProps<Values>) {
  const { input, value, change } = useField(bound, validate)
  return (
    <TextInput
      {...input}
      type={type}
      maxLength={maxLength}
      value={String(value ?? '')}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

/** A day, as YYYY-MM-DD. */
export function DayField<Values extends FieldValues>(bound: Bound<Values>) {
  const { input, value, change } = useField(bound)
  return <DateField {...input} value={String(value ?? '')} onChange={change} />
}

/** A time of day, as HH:MM. */
export function ClockField<Values extends FieldValues>(bound: Bound<Values>) {
  const { input, value, change } = useField(bound)
  return <TimeField {...input} value={String(value ?? '')} onChange={change} />
}

export function LongTextField<Values extends FieldValues>(bound: Bound<Values>) {
  const { input, value, change } = useField(bound)
  return <Textarea {...input} value={String(value ?? '')} onChange={event => change(event.currentTarget.value)} />
}

export function NumberField<Values extends FieldValues>(
  bound: Bound<Values> & { min?: number; max?: number; allowDecimal?: boolean },
) {
  const { min, max, allowDecimal, ...rest } = bound
  const bounds = { min, max, isWhole: allowDecimal === false }
  const read = useNumberReader(bounds)
  // A text that is no number stays as typed until the form is saved.
  const { input, value, change } = useField(rest, typed =>
    typeof typed === 'string' ? read(typed).problem : undefined,
  )
  return (
    <NumberInput
      {...input}
      {...bounds}
      value={value as number | string | null}
      onChange={(number, typed, problem) => change(problem === undefined ? number : typed)}
    />
  )
}

export type Choice = { value: string; label: string }

export function ChoiceField<Values extends FieldValues>({ choices, ...bound }: Bound<Values> & { choices: Choice[] }) {
  const { input, value, change } = useField(bound)
  return (
    <Select
      {...input}
      data={choices}
      value={typeof value === 'string' ? value : null}
      onChange={change}
      clearable={!bound.required}
      allowDeselect={false}
      searchable={choices.length > 8}
    />
  )
}

export function SwitchField<Values extends FieldValues>(bound: Bound<Values>) {
  const { input, value, change } = useField(bound)
  return (
    <Switch {...input} size="md" checked={value === true} onChange={event => change(event.currentTarget.checked)} />
  )
}
