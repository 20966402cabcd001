/** Dates, numbers and lists as the reader's language writes them, in the person's time zone. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Formats, formatsOf } from '#shared/lib/formats.ts'
import { toLocale } from '#shared/lib/language.ts'
import { currentLocale } from './locale.ts'
import { currentUser, useUser } from './session/session.ts'

/** The formats of the reader; renders again when the language or the person changes. */
export function useFormat(): Formats {
  const { i18n } = useTranslation()
  const timeZone = useUser()?.time_zone
  return useMemo(() => formatsOf(i18n.language, timeZone), [i18n.language, timeZone])
}

/** The formats of the reader, outside components. */
export const currentFormats = () => formatsOf(currentLocale(), currentUser()?.time_zone)

/** For texts that are made outside of React, as titles of outbox entries and files of a copy are. */
export type Reader = {
  locale: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  timeZone: string | undefined
  t: (key: string, values?: Record<string, unknown>) => string
}

/** Returns the language, time zone and texts of the signed-in person. */
export function useReader(): Reader {
  const { t, i18n } = useTranslation()
  return { locale: toLocale(i18n.language), timeZone: useUser()?.time_zone, t: t as unknown as Reader['t'] }
}
