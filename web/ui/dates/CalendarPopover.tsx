import { useTranslation } from 'react-i18next'
import { PopoverAt, type PopoverState } from '../menu/PopoverAt.tsx'
import { CalendarPicker } from './CalendarPicker.tsx'

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
