/**
 * A map by Leaflet, with the tiles that the server's settings name, or as a plain net of degrees with a scale: that
 * needs no signal and no third party. What lies on it are its children, which take the map from `useMap`.
 */
import L, { type Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './PlaceMap.module.css'
import { useDegreeNet } from './useDegreeNet.ts'
import { useTiles } from './useTiles.ts'

export type Point = { latitude: number; longitude: number }

/** A picture of the land, with the degrees at its edges. */
type LandPicture = { url: string; description: string; north: number; south: number; east: number; west: number }

export type PlaceMapProps = {
  label: string
  /** What the map begins with; it follows by itself when the place is elsewhere. */
  centre: Point | undefined
  /** Somebody tapped the map, or pressed Enter while its middle was there. */
  onPick?: ((point: Point) => void) | undefined
  /** Lies below everything; the map begins with it where nothing else is asked for. */
  picture?: LandPicture | undefined
  children?: ReactNode
}

const nearZoom = 16
const world: [number, number] = [25, 10]

export function PlaceMap({ label, centre, onPick, picture, children }: PlaceMapProps) {
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
  useDegreeNet(map, isEmpty && !picture)
  const pictureText = picture && JSON.stringify(picture)
  useEffect(() => {
    if (!map || !pictureText) return
    const { url, description, north, south, east, west } = JSON.parse(pictureText) as LandPicture
    const bounds = L.latLngBounds([south, west], [north, east])
    const layer = L.imageOverlay(url, bounds, { alt: description, pane: 'tilePane', zIndex: 2 }).addTo(map)
    if (map.getZoom() === 1) map.fitBounds(bounds, { animate: false })
    return () => void layer.remove()
  }, [map, pictureText])

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

/**
 * Drawn here, as the theme colours it: Leaflet's own pin is a picture. With its number in the place of the dot where
 * there are several.
 */
export const pinWith = (number: string | undefined): L.DivIcon =>
  L.divIcon({
    className: styles.pin ?? '',
    iconSize: [32, 42],
    iconAnchor: [16, 40],
    html: `<svg viewBox="0 0 32 42" aria-hidden="true"><path d="M16 40C9 30 4 23 4 15a12 12 0 1 1 24 0c0 8-5 15-12 25Z"/>${
      number === undefined
        ? '<circle cx="16" cy="15" r="5"/>'
        : `<text x="16" y="20" text-anchor="middle">${number}</text>`
    }</svg>`,
  })

type PointLayerProps = Point & { accuracy?: number | undefined; number?: string | undefined }

/** A place with a circle within which it lies, in metres; `number` is in its pin. */
export function PointLayer({ latitude, longitude, accuracy, number }: PointLayerProps) {
  const map = useMap()
  useEffect(() => {
    const at: L.LatLngTuple = [latitude, longitude]
    const parts = L.layerGroup([
      L.marker(at, { icon: pinWith(number), interactive: false, keyboard: false }),
      ...(accuracy === undefined
        ? []
        : [L.circle(at, { radius: accuracy, interactive: false, className: styles.accuracy ?? '' })]),
    ]).addTo(map)
    return () => void parts.remove()
  }, [map, latitude, longitude, accuracy, number])
  return null
}

/** A line, or an area where it is closed, with a dot at each of its points. */
export function PathLayer({ points, isClosed }: { points: readonly Point[]; isClosed: boolean }) {
  const map = useMap()
  const text = JSON.stringify(points.map(({ latitude, longitude }) => [latitude, longitude]))
  useEffect(() => {
    const at = JSON.parse(text) as L.LatLngTuple[]
    const look = { interactive: false, className: styles.path ?? '' }
    const parts = L.layerGroup([
      isClosed && at.length > 2 ? L.polygon(at, look) : L.polyline(at, { ...look, fill: false }),
      ...at.map(point => L.circleMarker(point, { ...look, radius: 5 })),
    ]).addTo(map)
    return () => void parts.remove()
  }, [map, text, isClosed])
  return null
}

/** More names would cover each other: above this number each is shown on hover or focus of its pin. */
const maxNamed = 20

type Place = { id: number; name: string; outline: readonly Point[] }

/** Pins with names, in the middle of their places. Each opens by click, tap or Enter. */
export function LinkLayer({ places, onOpen }: { places: readonly Place[]; onOpen: (id: number) => void }) {
  const map = useMap()
  const open = useRef(onOpen)
  open.current = onOpen
  const text = JSON.stringify(places.map(({ id, name, outline }) => ({ id, name, at: middleOf(outline) })))
  useEffect(() => {
    const pins = JSON.parse(text) as { id: number; name: string; at: L.LatLngTuple }[]
    const parts = L.layerGroup(
      pins.map(({ id, name, at }) => {
        // An element, and no text: Leaflet takes that for HTML.
        const label = Object.assign(document.createElement('bdi'), { textContent: name })
        return (
          L.marker(at, { icon: pinWith(undefined), title: name })
            .bindTooltip(label, { permanent: pins.length <= maxNamed, direction: 'bottom' })
            .on('click', () => open.current(id))
            // A button to screen readers, and so by both of its keys.
            .on('keydown', ({ originalEvent: event }: L.LeafletKeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              open.current(id)
            })
        )
      }),
    ).addTo(map)
    return () => void parts.remove()
  }, [map, text])
  return null
}

function middleOf(outline: readonly Point[]): L.LatLngTuple {
  const mean = (of: (point: Point) => number) => outline.reduce((sum, point) => sum + of(point), 0) / outline.length
  return [mean(({ latitude }) => latitude), mean(({ longitude }) => longitude)]
}

const nearest = 16

/** Moves the map to where all of these are seen. */
export function FitLayer({ points }: { points: readonly Point[] }) {
  const map = useMap()
  const text = JSON.stringify(points.map(({ latitude, longitude }) => [latitude, longitude]))
  useEffect(() => {
    const all = L.latLngBounds(JSON.parse(text) as L.LatLngTuple[])
    map.fitBounds(all, { padding: [40, 40], maxZoom: nearest, animate: false })
  }, [map, text])
  return null
}

export const MapContext = createContext<LeafletMap | null>(null)

/** The map that this lies on. */
export function useMap(): LeafletMap {
  const map = useContext(MapContext)
  if (!map) throw new Error('This belongs on a PlaceMap.')
  return map
}
