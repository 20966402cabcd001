/**
 * A day, typed or picked: the one field of the app for it. It is typed as the reader's language writes days; the
 * calendar, which is fetched when it is first opened, is one key or tap away.
 */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../lazyPart.tsx'
import { usePopover } from '../menu/menuState.ts'
import { useTypedDay } from './useTypedDay.ts'

const CalendarPopover = lazyPart(() => import('./CalendarPopover.tsx').then(part => part.CalendarPopover))

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'rightSection'> & {
  /** YYYY-MM-DD, or nothing. */
  value: string
  /** The first and the last day that can be picked or typed. */
  min?: string
  max?: string
  /** Without one, a day is only typed. */
  hasCalendar?: boolean
  onChange: (day: string) => void
}

export function DateField({ value, min, max, hasCalendar = true, onChange, onBlur, error, ...rest }: Props) {
  const { t } = useTranslation()
  const { text, problem, type, leave } = useTypedDay(value, onChange, { min, max })
  const anchor = useRef<HTMLInputElement>(null)
  const { opened, onChange: setOpened } = usePopover()
  return (
    <>
      <TextInput
        {...rest}
        ref={anchor}
        inputMode="text"
        autoComplete="off"
        maxLength={40}
        placeholder={rest.readOnly ? undefined : t('dates.pattern')}
        value={text}
        error={problem ? t(`dates.${problem.key}`, { pattern: t('dates.pattern'), day: problem.day }) : error}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || rest.readOnly || !hasCalendar) return
          event.preventDefault()
          setOpened(true)
        }}
        onBlur={event => {
          leave()
          onBlur?.(event)
        }}
        rightSectionWidth={44}
        rightSection={
          !rest.readOnly &&
          hasCalendar && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={40}
              aria-label={t('dates.open')}
              aria-expanded={opened ?? false}
              aria-haspopup="dialog"
              disabled={rest.disabled ?? false}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={20} />
            </ActionIcon>
          )
        }
      />
      {opened !== undefined && (
        <CalendarPopover {...{ anchor, opened, value, min, max }} onChange={setOpened} onPick={onChange} />
      )}
    </>
  )
}
