import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function ArchiveSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Switch label={t('common.archived')} checked={isOn} onChange={event => onChange(event.currentTarget.checked)} />
  )
}
