/** Dates, numbers and lists as the reader's language writes them, in the person's time zone. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Formats, formatsOf } from '#shared/lib/formats.ts'
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
