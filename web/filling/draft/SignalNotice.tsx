import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'

/** Without signal: that nothing has to be done about it. */
export function SignalNotice() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  return online ? null : <Notice kind="info">{t('filling.withoutSignal')}</Notice>
}
