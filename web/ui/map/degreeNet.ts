import L from 'leaflet'
import { useEffect } from 'react'
import { useFormat } from '../../lib/format.ts'
import styles from './PlaceMap.module.css'

/** A name needs so much room, or it lies on the next one. */
const nameWidthPx = 60

/** Draws lines of latitude and longitude with their degrees, where no picture of the land is to be had. */
export function useDegreeNet(map: L.Map | undefined, isShown: boolean) {
  const format = useFormat()
  useEffect(() => {
    if (!map || !isShown) return
    const net = L.layerGroup().addTo(map)
    const named = (degrees: number, digits: number, at: L.LatLngTuple, className = '') =>
      L.marker(at, {
        interactive: false,
        keyboard: false,
        icon: L.divIcon({
          className: `${styles.degrees} ${className}`,
          iconSize: [0, 0],
          html: `<span>${format.number(degrees, { minimumFractionDigits: digits, maximumFractionDigits: digits })}°</span>`,
        }),
      })
    function draw() {
      if (!map) return
      net.clearLayers()
      const bounds = map.getBounds()
      const [west, east, south, north] = [bounds.getWest(), bounds.getEast(), bounds.getSouth(), bounds.getNorth()]
      const { latitudes, longitudes, digits } = degreeLines({ west, east, south, north })
      const line = (from: L.LatLngTuple, to: L.LatLngTuple) =>
        L.polyline([from, to], { interactive: false, className: styles.line ?? '' }).addTo(net)
      for (const latitude of latitudes) {
        line([latitude, west], [latitude, east])
        named(latitude, digits, [latitude, west]).addTo(net)
      }
      const every = Math.ceil((nameWidthPx * longitudes.length) / Math.max(1, map.getSize().x))
      for (const [index, longitude] of longitudes.entries()) {
        line([south, longitude], [north, longitude])
        if (index % every === 0) named(longitude, digits, [north, longitude], styles.below).addTo(net)
      }
    }
    draw()
    map.on('moveend', draw)
    return () => {
      map.off('moveend', draw)
      net.remove()
    }
  }, [map, isShown, format])
}

type Box = { west: number; east: number; south: number; north: number }

/** How far lines may lie apart, in degrees: from half the earth to a metre. */
const steps = [
  60, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005, 0.00002,
  0.00001,
]
const fewest = 3

/** The lines of latitude and longitude that divide a piece of the earth, at round degrees, and the digits that their names need. */
export function degreeLines({ west, east, south, north }: Box) {
  const span = Math.min(east - west, north - south)
  const step = steps.find(one => span / one >= fewest) ?? 0.00001
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const between = (from: number, to: number) => {
    const first = Math.ceil(from / step)
    const count = Math.max(0, Math.floor(to / step) - first + 1)
    return Array.from({ length: Math.min(count, 50) }, (_, index) => Number(((first + index) * step).toFixed(digits)))
  }
  return { latitudes: between(Math.max(south, -85), Math.min(north, 85)), longitudes: between(west, east), digits }
}
