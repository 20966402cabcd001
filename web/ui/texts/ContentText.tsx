import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { defaultLocale, directionOf, type Locale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../lib/format.ts'

type Props = {
  text: LocalizedText | undefined
  /** The language that the content was written in first. */
  fallback?: Locale
}

/**
 * A text of the content in the reader's language. One in another language says so to those who listen, and keeps its
 * direction.
 */
export function ContentText({ text, fallback = defaultLocale }: Props) {
  const { i18n } = useTranslation()
  const reader = toLocale(i18n.language)
  const found = textIn(text, reader, fallback)
  if (found.language === reader) return found.text
  return (
    <span lang={found.language} dir={directionOf(found.language)}>
      {found.text}
    </span>
  )
}

type JoinedTextsProps = {
  /** Those that are empty are left out. */
  texts: readonly (string | false | null | undefined)[]
  /** A comma is written as the reader's language has it. */
  between?: string
}

/**
 * Names and other short texts beside each other. Each keeps its own direction, so that they are in the order of the
 * page.
 */
export function JoinedTexts({ texts, between = ' · ' }: JoinedTextsProps) {
  const { comma } = useFormat()
  return texts
    .filter(text => text)
    .map((text, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two of them may say the same, and none has a state
      <Fragment key={index}>
        {index > 0 && (between === ', ' ? comma : between)}
        <bdi>{text}</bdi>
      </Fragment>
    ))
}

type LocalTimeProps = {
  value: string
  /** Format: the day, day and time, the time, or how long ago. All of it is shown on hover. */
  as?: 'date' | 'dateTime' | 'time' | 'relative'
}

/** A moment in the reader's language and time zone. */
export function LocalTime({ value, as = 'dateTime' }: LocalTimeProps) {
  const format = useFormat()
  return (
    <time dateTime={value} title={format.dateTime(value)}>
      {format[as](value)}
    </time>
  )
}
