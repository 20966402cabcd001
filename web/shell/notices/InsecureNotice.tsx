import { useTranslation } from 'react-i18next'
import { usePutAway } from '../../lib/usePutAway.ts'
import { ClosableNotice } from '../../ui/page/PageNotice.tsx'

/** Warns on plain http from another machine, where browsers withhold what tend needs in the field. Silent everywhere else. */
export function InsecureNotice() {
  const { t } = useTranslation()
  const [wasRead, close] = usePutAway('tend_insecure_read')
  if (window.isSecureContext || wasRead) return null
  return (
    <ClosableNotice kind="attention" onClose={close}>
      <strong>{t('common.insecure.title')}</strong>
      <div>{t('common.insecure.text')}</div>
    </ClosableNotice>
  )
}
