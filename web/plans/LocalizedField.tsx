import { Textarea, TextInput } from '@mantine/core'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  /** The language that is being written. */
  locale: Locale
  required?: boolean
  isLong?: boolean
}

/** A text in one of its languages; where that has none yet, another shows through. */
export function LocalizedField<Values extends FieldValues>(props: Props<Values>) {
  const { form, name, label, locale, required, isLong } = props
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: required
      ? {
          validate: (text: LocalizedText) =>
            Object.values(text).some(words => words?.trim()) || t('problem.field.required'),
        }
      : {},
  })
  const text: LocalizedText = field.value
  const input = {
    ref: field.ref,
    label,
    required,
    error: fieldState.error?.message,
    lang: locale,
    dir: directionOf(locale),
    maxLength: 5_000,
    placeholder: textIn(text, locale, 'en').text,
    value: text[locale] ?? '',
    onBlur: field.onBlur,
    onChange(event: { currentTarget: { value: string } }) {
      const { [locale]: _, ...others } = text
      const words = event.currentTarget.value
      field.onChange(words ? { ...others, [locale]: words } : others)
    },
  }
  return isLong ? <Textarea {...input} autosize minRows={2} /> : <TextInput {...input} />
}
