import { Button } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Opens the map beside a list, and closes it. */
export function MapButton({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconMap size={20} aria-hidden />}
      aria-pressed={isOpen}
      onClick={() => onChange(!isOpen)}
    >
      {t('locations.outline')}
    </Button>
  )
}
