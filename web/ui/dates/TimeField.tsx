import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime } from './parseTime.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** HH:MM, or nothing. */
  value: string
  onChange: (time: string) => void
}

const pattern = '14:30'
const minutesOfDay = 24 * 60
const step = 15

/**
 * A time of day, typed: the one field of the app for it. It shows 24 hours, also where the browser has a 12-hour clock;
 * "630", "6.30" and "6:30 pm" are understood, and the arrow keys go by quarters of an hour.
 */
export function TimeField({ value, onChange, onBlur, onKeyDown, error, ...rest }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<{ text: string; means: string; isLeft: boolean }>()
  // A value that came from elsewhere takes the place of what was typed.
  const isTyped = typed !== undefined && typed.means === value
  const problem = isTyped && typed.isLeft && !typed.means ? t('dates.noTime', { pattern }) : undefined

  function take(text: string, isTyping: boolean) {
    const means = parseTime(text) ?? ''
    setTyped(isTyping || (!means && text.trim() !== '') ? { text, means, isLeft: !isTyping } : undefined)
    if (means !== value) onChange(means)
  }

  function move(by: number) {
    const [hours = 0, minutes = 0] = (value || '00:00').split(':').map(Number)
    const next = (hours * 60 + minutes + by + minutesOfDay) % minutesOfDay
    setTyped(undefined)
    onChange([Math.floor(next / 60), next % 60].map(part => String(part).padStart(2, '0')).join(':'))
  }

  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      dir="ltr"
      placeholder={rest.readOnly ? undefined : pattern}
      value={isTyped ? typed.text : value}
      error={problem ?? error}
      onChange={event => take(event.currentTarget.value, true)}
      onKeyDown={event => {
        onKeyDown?.(event)
        if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || rest.readOnly) return
        event.preventDefault()
        move(event.key === 'ArrowUp' ? step : -step)
      }}
      onBlur={event => {
        if (isTyped) take(typed.text, false)
        onBlur?.(event)
      }}
    />
  )
}
