/**
 * A day, typed or picked: the one field of the app for it. It is typed as the reader's language writes days; the
 * calendar, which is fetched when it is first opened, is one key or tap away.
 */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { parseDay, typedDay } from '#shared/lib/parseDay.ts'
import { useFormat } from '../../lib/format.ts'
import { lazyPart } from '../lazyPart.tsx'
import { usePopover } from '../menu/menuState.ts'

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

/** The first and the last day that may be typed. */
type Range = { min?: string | undefined; max?: string | undefined }

/**
 * The text in a field for a day. It stays as typed until the field is left, and for good where it is no day of the
 * range, so that nobody types it twice; a value from elsewhere replaces it.
 */
function useTypedDay(value: string, onChange: (day: string) => void, { min, max }: Range = {}) {
  const locale = toLocale(useTranslation().i18n.language)
  const today = useFormat().dayOf(Date.now())
  const [typed, setTyped] = useState<{ text: string; means: string; before: string; isLeft: boolean }>()
  // Some keep the day that they had while none is typed.
  const isTyped = typed !== undefined && (typed.means === value || (!typed.means && typed.before === value))
  const text = isTyped ? typed.text : value && typedDay(value, locale)
  const read = (next: string, wholeYear = false) => parseDay(next, locale, { today, wholeYear }) ?? ''
  const refused = isTyped && typed.isLeft && !typed.means ? read(typed.text) : undefined

  function problemOf(day: string) {
    if (!day) return { key: 'unreadable' } as const
    if (min && day < min) return { key: 'tooEarly', day: typedDay(min, locale) } as const
    if (max && day > max) return { key: 'tooLate', day: typedDay(max, locale) } as const
  }

  function take(next: string, isTyping: boolean) {
    const day = read(next, isTyping)
    const means = problemOf(day) ? '' : day
    const isOpen = isTyping || (!means && next.trim() !== '')
    setTyped(isOpen ? { text: next, means, before: value, isLeft: !isTyping } : undefined)
    if (means !== value) onChange(means)
  }

  /** The field is left: a day that was typed in short is understood now. */
  const leave = () => isTyped && take(typed.text, false)

  // The other day of a range has changed.
  useEffect(() => {
    if (refused && !problemOf(refused)) leave()
  })

  return {
    text,
    /** Why what was left in the field is not taken. */
    problem: refused === undefined ? undefined : problemOf(refused),
    type: (next: string) => take(next, true),
    leave,
  }
}
