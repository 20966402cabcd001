import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { MapButton, useHasMap, useMapPicture } from './LocationsMap.tsx'
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
