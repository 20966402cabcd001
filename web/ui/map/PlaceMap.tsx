/**
 * A map by Leaflet, with the tiles that the server's settings name, or as a plain net of degrees with a scale: that needs no signal and no
 * third party. What lies on it are its children, which take the map from `useMap`.
 */
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MapContext } from './MapContext.ts'
import styles from './PlaceMap.module.css'
import { useDegreeNet } from './useDegreeNet.ts'
import { useTiles } from './useTiles.ts'

export type Point = { latitude: number; longitude: number }

type Props = {
  label: string
  /** What the map begins with; it follows by itself when the place is elsewhere. */
  centre: Point | undefined
  /** Somebody tapped the map, or pressed Enter while its middle was there. */
  onPick?: ((point: Point) => void) | undefined
  children?: ReactNode
}

const nearZoom = 16
const world: [number, number] = [25, 10]

export function PlaceMap({ label, centre, onPick, children }: Props) {
  const { t } = useTranslation()
  const helpId = useId()
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map>()

  useEffect(() => {
    if (!box.current) return
    const made = L.map(box.current, {
      attributionControl: false,
      zoomControl: false,
      // The wheel belongs to the page until somebody is in the map.
      scrollWheelZoom: false,
      maxBounds: [
        [-90, -540],
        [90, 540],
      ],
      worldCopyJump: true,
      minZoom: 1,
      maxZoom: 19,
    }).setView(world, 1)
    L.control.zoom({ zoomInTitle: t('map.zoomIn'), zoomOutTitle: t('map.zoomOut') }).addTo(made)
    L.control.scale({ imperial: false }).addTo(made)
    made.on('focus', () => made.scrollWheelZoom.enable())
    made.on('blur', () => made.scrollWheelZoom.disable())
    setMap(made)
    return () => void made.remove()
  }, [t])

  const { latitude, longitude } = centre ?? {}
  useEffect(() => {
    if (!map || latitude === undefined || longitude === undefined) return
    if (map.getZoom() < 8) map.setView([latitude, longitude], nearZoom, { animate: false })
    else if (!map.getBounds().contains([latitude, longitude])) map.panTo([latitude, longitude], { animate: false })
  }, [map, latitude, longitude])

  useEffect(() => {
    if (!map || !onPick) return
    const pick = ({ lat, lng }: L.LatLng) =>
      onPick({ latitude: lat, longitude: L.Util.wrapNum(lng, [-180, 180], true) })
    const onClick = (event: L.LeafletMouseEvent) => pick(event.latlng)
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Enter' && target === map.getContainer()) pick(map.getCenter())
    }
    map.on('click', onClick)
    map.getContainer().addEventListener('keydown', onKey)
    return () => {
      map.off('click', onClick)
      map.getContainer().removeEventListener('keydown', onKey)
    }
  }, [map, onPick])

  const { attribution, isEmpty } = useTiles(map)
  useDegreeNet(map, isEmpty)

  return (
    <div className={styles.frame}>
      <div
        ref={box}
        dir="ltr"
        role="application"
        aria-label={label}
        aria-describedby={onPick && helpId}
        className={styles.map}
      />
      {onPick && (
        <p id={helpId} className={styles.help}>
          {t('map.help')}
        </p>
      )}
      {attribution && (
        <p className={styles.attribution} dir="auto">
          {attribution}
        </p>
      )}
      {map && <MapContext value={map}>{children}</MapContext>}
    </div>
  )
}
