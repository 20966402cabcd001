import { DatePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { PopoverAt, type PopoverState } from '../menu/PopoverAt.tsx'
import '@mantine/dates/styles.layer.css'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import styles from './DateTimeField.module.css'
import { useWeek } from './useWeek.ts'

type Props = PopoverState & {
  value: string
  min: string | undefined
  max: string | undefined
  onPick: (day: string) => void
}

/** The calendar at a `DateField`. */
export function CalendarPopover({ value, min, max, onPick, ...state }: Props) {
  const { t } = useTranslation()
  return (
    <PopoverAt {...state} label={t('dates.calendar')}>
      <CalendarPicker
        {...{ value, min, max }}
        onPick={day => {
          onPick(day)
          state.onChange(false)
        }}
      />
    </PopoverAt>
  )
}

type CalendarPickerProps = {
  value: string
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
}

/**
 * A month to pick a day from, by pointer or arrows, in the words of the reader's language and in the person's weeks.
 * The words come from Intl, like all dates of the app: no locale of Day.js is loaded.
 */
export function CalendarPicker({ value, min, max, onPick }: CalendarPickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const week = useWeek()
  const calendar = useRef<HTMLDivElement>(null)
  const words = (options: Intl.DateTimeFormatOptions) => (day: string) => format.day(day, options)
  const month = words({ month: 'long', year: 'numeric' })

  // Opened by key, the focus goes to the chosen day, or to the first possible one.
  useEffect(() => {
    const days = calendar.current
    const first =
      days?.querySelector<HTMLElement>('[data-selected], [data-today]') ?? days?.querySelector<HTMLElement>('td button')
    first?.focus()
  }, [])

  return (
    <DatePicker
      {...week}
      ref={calendar}
      classNames={{ day: styles.calendarPickerDay ?? '', weekday: styles.weekday ?? '' }}
      value={value || null}
      {...(value && { defaultDate: value })}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      size="md"
      highlightToday
      onChange={day => day && onPick(day)}
      weekdayFormat={words({ weekday: 'short' })}
      monthLabelFormat={month}
      yearLabelFormat={words({ year: 'numeric' })}
      monthsListFormat={words({ month: 'short' })}
      yearsListFormat={words({ year: 'numeric' })}
      decadeLabelFormat={(start, end) => `${words({ year: 'numeric' })(start)} – ${words({ year: 'numeric' })(end)}`}
      getDayAriaLabel={words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
      ariaLabels={{
        monthLevelControl: t('dates.chooseMonth'),
        yearLevelControl: t('dates.chooseYear'),
        previousMonth: t('dates.previousMonth'),
        nextMonth: t('dates.nextMonth'),
        previousYear: t('dates.previousYear'),
        nextYear: t('dates.nextYear'),
        previousDecade: t('dates.previousYears'),
        nextDecade: t('dates.nextYears'),
      }}
    />
  )
}
