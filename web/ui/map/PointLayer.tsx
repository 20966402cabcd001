import L from 'leaflet'
import { useEffect } from 'react'
import { useMap } from './MapContext.ts'
import styles from './PlaceMap.module.css'
import type { Point } from './PlaceMap.tsx'

/** Drawn here, as the theme colours it: Leaflet's own pin is a picture. With its number in the place of the dot where there are several. */
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

/** A place with a circle within which it lies, in metres; `number` stands in its pin. */
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
