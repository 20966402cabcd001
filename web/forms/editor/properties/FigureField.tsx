import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostDigits } from '#shared/lib/digits.ts'
import { toLocale } from '#shared/lib/language.ts'
import { hasTooManyDigits, parseNumber } from '#shared/lib/parseNumber.ts'
import { useFormat } from '../../../lib/format.ts'

type Props = {
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

/** A figure as the person writes it: with a comma or a point, in any digits. What is no figure, or out of bounds, is said and not taken. */
export function FigureField({ label, field, value, onChange, error, min, max, suffix, help }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const [typed, setTyped] = useState<string>()
  const read = (text: string) => parseNumber(text, toLocale(i18n.language))
  const plain =
    value === undefined ? '' : format.number(value, { maximumFractionDigits: mostDigits, useGrouping: false })
  const wanted = typed === undefined ? undefined : read(typed)
  // What was typed stands for as long as it means the value, or nothing that could be taken.
  const isOpen = typed !== undefined && (wanted === null || problemOf(wanted) !== undefined || wanted === value)

  function problemOf(figure: number | null | undefined): string | undefined {
    if (figure === null)
      return hasTooManyDigits(typed ?? '', toLocale(i18n.language))
        ? t('problem.field.too_many_digits', { maximum: mostDigits })
        : t('problem.field.wrong_format')
    if (figure === undefined) return undefined
    if (min !== undefined && figure < min) return t('problem.field.too_small', { minimum: format.number(min) })
    if (max !== undefined && figure > max) return t('problem.field.too_large', { maximum: format.number(max) })
  }

  function change(text: string) {
    setTyped(text)
    if (text.trim() === '') return onChange(undefined)
    const figure = read(text)
    if (figure !== null && problemOf(figure) === undefined) onChange(figure)
  }

  const problem = isOpen && typed.trim() !== '' ? problemOf(wanted) : undefined
  return (
    <div data-field={field}>
      <TextInput
        label={label}
        description={help}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        // The keypads of iPhones have no minus.
        inputMode={min === undefined || min < 0 ? 'text' : 'decimal'}
        autoComplete="off"
        maxLength={20}
        rightSection={suffix}
        error={problem ?? error}
        value={isOpen ? typed : plain}
        onChange={event => change(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
    </div>
  )
}
