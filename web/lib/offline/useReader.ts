import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { useUser } from '../session/session.ts'
import type { Reader } from './kind.ts'

/** How the person who looks at the screen reads. */
export function useReader(): Reader {
  const { t, i18n } = useTranslation()
  return { locale: toLocale(i18n.language), timeZone: useUser()?.time_zone, t: t as unknown as Reader['t'] }
}
