import { Input } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from './DateField.tsx'
import styles from './DateTimeField.module.css'
import { TimeField } from './TimeField.tsx'

type Props = {
  /** Absent inside a question, whose name the field has. */
  label?: string
  description?: ReactNode
  required?: boolean
  error?: ReactNode
  size?: 'sm' | 'xl'
  /** YYYY-MM-DDTHH:MM by the clock on the wall, or nothing. */
  value: string
  /** The first moment that can be meant. */
  min?: string
  onBlur?: () => void
  onChange: (moment: string) => void
}

/** A day with a time. One without the other is kept here, and is no moment yet. */
export function DateTimeField({
  label,
  description,
  required,
  error,
  size = 'sm',
  value,
  min,
  onBlur,
  onChange,
}: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [half, setHalf] = useState({ day: '', time: '' })
  const day = value.slice(0, 10) || half.day
  const time = value.slice(11, 16) || half.time
  function give(next: { day: string; time: string }) {
    setHalf(next)
    onChange(next.day && next.time ? `${next.day}T${next.time}` : '')
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      required={required ?? false}
      error={error}
    >
      <div
        {...(label && { role: 'group', 'aria-labelledby': `${id}-label` })}
        className={styles.moment}
        data-size={size}
      >
        <DateField
          aria-label={t('dates.day')}
          size={size}
          className={styles.day}
          value={day}
          error={Boolean(error)}
          {...(min && { min: min.slice(0, 10) })}
          onBlur={onBlur}
          onChange={next => give({ day: next, time })}
        />
        <TimeField
          aria-label={t('dates.time')}
          size={size}
          className={styles.time}
          value={time}
          error={Boolean(error)}
          onBlur={onBlur}
          onChange={next => give({ day, time: next })}
        />
      </div>
    </Input.Wrapper>
  )
}
