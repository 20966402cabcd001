import { useTranslation } from 'react-i18next'
import { PathLink } from '../ui/PathLink.tsx'
import { MapButton } from './MapButton.tsx'

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
