import { Button } from '@mantine/core'
import { IconMap, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPicture } from '#shared/locations/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { MapPictureSheet } from './MapPictureSheet.tsx'

/** Other ways to see places: as a tree, and on the map beside the list. */
export function LocationViews({ isMapOpen, onMap }: { isMapOpen: boolean; onMap: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  const hasMap = useHasMap()
  return (
    <>
      <PathLink href="/locations/tree">{t('locations.tree')}</PathLink>
      {hasMap ? <MapButton isOpen={isMapOpen} onChange={onMap} /> : <MapPictureButton />}
    </>
  )
}

/** Opens the map beside a list, and closes it. Without a picture of the land there is nothing to find one's way by, and no button. */
export function MapButton({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  if (!useHasMap()) return null
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

/** True where the server has tiles, or the company a picture of its farm. */
function useHasMap(): boolean {
  const { data } = useQuery({ ...api.system.map.query({}), staleTime: Number.POSITIVE_INFINITY })
  return Boolean(useMapPicture() || data?.tiles)
}

const freshMs = 300_000

/** The company's picture of its farm; undefined without one, and for people who may not see locations. */
export function useMapPicture(): MapPicture | undefined {
  const isAllowed = useAbility()('read', 'Location')
  const { data } = useQuery({ ...api.mapPicture.get.query({}), staleTime: freshMs, enabled: isAllowed })
  return data ?? undefined
}

/** Sets the picture of the farm, for people who manage the company. */
export function MapPictureButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const picture = useMapPicture()
  const isAllowed = useAbility()('update', 'Company', { id: useUser()?.company_id })
  if (!isAllowed) return null
  return (
    <>
      <Button variant="default" leftSection={<IconPhoto size={20} />} onClick={() => setOpen(true)}>
        {t(picture ? 'locations.picture.title' : 'locations.picture.add')}
      </Button>
      {isOpen && <MapPictureSheet picture={picture} onClosed={() => setOpen(false)} />}
    </>
  )
}
