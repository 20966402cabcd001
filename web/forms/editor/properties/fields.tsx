import { Switch, Textarea, TextInput } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf, languages } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { NumberInput } from '../../../ui/fields/NumberInput.tsx'
import { useShown } from '../EditingContext.tsx'
import { withOptionalWords } from '../structure/content.ts'
import styles from './Properties.module.css'

type ToggleProps = {
  label: string
  field?: string
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  help?: string
}

/** Something that is or is not. */
export function Toggle({ label, field, checked, onChange, error, help }: ToggleProps) {
  return (
    <div data-field={field}>
      <Switch
        label={label}
        description={help}
        error={error}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}

type FigureFieldProps = {
  label: string
  field: string
  value: number | undefined
  /** Undefined when the field was emptied. */
  onChange: (value: number | undefined) => void
  error?: string | undefined
  min?: number
  max?: number
  suffix?: string
  help?: string
}

/** A figure of a question's properties. Anything else, or a figure out of bounds, is refused with words. */
export function FigureField({ label, field, value, onChange, error, min, max, suffix, help }: FigureFieldProps) {
  return (
    <div data-field={field}>
      <NumberInput
        label={label}
        description={help}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rightSection={suffix}
        error={error}
        min={min}
        max={max}
        value={value}
        onChange={(number, _, problem) => problem === undefined && onChange(number ?? undefined)}
      />
    </div>
  )
}

type WordsFieldProps = {
  label: string
  /** Its place in the element, by which mistakes find it. */
  field: string
  text: LocalizedText | undefined
  /** Undefined when no language has any words left. */
  onChange: (text: LocalizedText | undefined) => void
  error?: string | undefined
  help?: string
  isLong?: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
}

/**
 * A text in the language that is being written. Where that has no words yet, those of another language show through.
 */
export function WordsField({ label, field, text, onChange, error, help, isLong, onKeyDown, onPaste }: WordsFieldProps) {
  const { t } = useTranslation()
  const { language, content } = useShown().state
  const shown = textIn(text, language, content.definition.default_language)
  const isMissing = shown.text !== '' && shown.language !== language
  const other = languages.find(({ locale }) => locale === shown.language)?.name
  const input = {
    label,
    error,
    description: isMissing ? t('formProperties.showsThrough', { language: other }) : help,
    lang: language,
    dir: directionOf(language),
    maxLength: 5_000,
    placeholder: isMissing ? shown.text : undefined,
    value: text?.[language] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange(withOptionalWords(text, language, event.currentTarget.value)),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[],
  }
  return (
    <div data-field={field}>
      {isLong ? (
        <Textarea {...input} autosize={false} rows={2} classNames={{ input: styles.long }} />
      ) : (
        <TextInput {...input} onKeyDown={onKeyDown} onPaste={onPaste} />
      )}
    </div>
  )
}
