import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import { reportFormatter } from '#shared/reports/formatter.ts'
import { useFormat } from '../lib/format.ts'

/** Reports in the reader's words. */
export function useReportFormatter() {
  const { t, i18n } = useTranslation()
  const formats = useFormat()
  return useMemo(
    () => reportFormatter({ locale: toLocale(i18n.language), t: t as unknown as Translate, formats }),
    [i18n.language, t, formats],
  )
}
