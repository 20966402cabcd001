import { Button } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { PathLink } from '../ui/PathLink.tsx'

/** Other ways to see places: as a tree, and on the map beside the list. */
export function LocationViews({ isMapOpen, onMap }: { isMapOpen: boolean; onMap: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <PathLink href="/locations/tree">{t('locations.tree')}</PathLink>
      <MapButton isOpen={isMapOpen} onChange={onMap} />
    </>
  )
}

/** Opens the map beside a list, and closes it. Without pictures of the country there is nothing to find one's way by, and no button. */
export function MapButton({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...api.system.map.query({}), staleTime: Number.POSITIVE_INFINITY })
  if (!data?.tiles) return null
  return (
    <Button
      variant="default"
      leftSection={<IconMap size={20} />}
      aria-pressed={isOpen}
      onClick={() => onChange(!isOpen)}
    >
      {t('locations.outline')}
    </Button>
  )
}
