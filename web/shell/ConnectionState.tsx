import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Says when this device has no connection; silent otherwise. */
export function ConnectionState() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  return <span role="status">{!online && <StatusBadge status="attention">{t('shell.offline')}</StatusBadge>}</span>
}
