/** The reader of texts that are made outside of React, as titles of outbox entries and files of a copy are. */
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { useUser } from './session/session.ts'

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
