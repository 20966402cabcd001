import { useTranslation } from 'react-i18next'
import { useCompanyFormat } from '../companies/queries.ts'
import { useOldestCopy } from '../lib/offline/copied.ts'
import { PageNotice } from '../ui/page/PageNotice.tsx'

/** Says from when the screen is, where there is no answer from the server. */
export function CopyNotice() {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const asOf = useOldestCopy()
  if (asOf === undefined) return null
  const isOld = format.dayOf(asOf) !== format.dayOf(Date.now())
  return (
    <PageNotice kind="info">{t('shell.copy', { time: isOld ? format.dateTime(asOf) : format.time(asOf) })}</PageNotice>
  )
}
