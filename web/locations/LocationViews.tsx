import { Button } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../ui/PathLink.tsx'

/** Other ways to see places: as a tree, and on the map beside the list. */
export function LocationViews({ isMapOpen, onMap }: { isMapOpen: boolean; onMap: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <PathLink href="/locations/tree">{t('locations.tree')}</PathLink>
      <Button
        variant="default"
        leftSection={<IconMap size={20} aria-hidden />}
        aria-pressed={isMapOpen}
        onClick={() => onMap(!isMapOpen)}
      >
        {t('locations.outline')}
      </Button>
    </>
  )
}
