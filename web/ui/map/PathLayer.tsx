import L from 'leaflet'
import { useEffect } from 'react'
import { useMap } from './MapContext.ts'
import styles from './PlaceMap.module.css'
import type { Point } from './PlaceMap.tsx'

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
