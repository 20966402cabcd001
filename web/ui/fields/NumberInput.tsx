import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { hasTooManyDigits, maxDigits, parseNumber } from '#shared/lib/numbers.ts'
import { useFormat } from '../../lib/format.ts'

type Bounds = { min?: number | undefined; max?: number | undefined; isWhole?: boolean | undefined }

/**
 * Reads numbers as the person writes them, within bounds: the number, null for an empty text, or the fault in
 * `problem`.
 */
export function useNumberReader({ min, max, isWhole }: Bounds) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const locale = toLocale(i18n.language)
  return (text: string): { number: number | null; problem?: string } => {
    if (text.trim() === '') return { number: null }
    const number = parseNumber(text, locale, { isWhole })
    const refuse = (problem: string) => ({ number: null, problem })
    if (number === null)
      return refuse(
        hasTooManyDigits(text, locale)
          ? t('problem.field.too_many_digits', { maximum: maxDigits })
          : t('problem.field.wrong_format'),
      )
    if (isWhole && !Number.isInteger(number)) return refuse(t('problem.field.whole_only'))
    if (min !== undefined && number < min) return refuse(t('problem.field.too_small', { minimum: format.number(min) }))
    if (max !== undefined && number > max) return refuse(t('problem.field.too_large', { maximum: format.number(max) }))
    return { number }
  }
}

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> &
  Bounds & {
    /** A text is what was typed and is no number within the bounds. */
    value: number | string | null | undefined
    /** `number` is null where nothing, or nothing that can be taken, is typed; `problem` says why it cannot. */
    onChange: (number: number | null, typed: string, problem?: string) => void
  }

/**
 * A number as the person writes it: with a comma or a point, in any digits. Anything else, or a number out of bounds,
 * is refused under the field.
 */
export function NumberInput({ value, onChange, min, max, isWhole, error, onBlur, ...input }: Props) {
  const format = useFormat()
  const read = useNumberReader({ min, max, isWhole })
  const [typed, setTyped] = useState<string>()
  const plain =
    typeof value === 'number'
      ? format.number(value, { maximumFractionDigits: maxDigits, useGrouping: false })
      : (value ?? '')
  const written = typed ?? (typeof value === 'string' ? value : undefined)
  const found = written === undefined ? undefined : read(written)
  // The typed text stays while it means the value, or cannot be read as a number.
  const isOpen = found !== undefined && (found.problem !== undefined || found.number === (value ?? null))
  return (
    <TextInput
      {...input}
      // The keypads of iPhones have no minus.
      inputMode={min === undefined || min < 0 ? 'text' : isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={40}
      error={(isOpen && found?.problem) || error}
      value={isOpen ? written : plain}
      onChange={event => {
        const text = event.currentTarget.value
        setTyped(text)
        const { number, problem } = read(text)
        onChange(number, text, problem)
      }}
      onBlur={event => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
