import L from 'leaflet'
import { useEffect } from 'react'
import { useMap } from './MapContext.ts'
import type { Point } from './PlaceMap.tsx'

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
