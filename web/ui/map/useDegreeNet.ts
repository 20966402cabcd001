import L from 'leaflet'
import { useEffect } from 'react'
import { useFormat } from '../../lib/format.ts'
import { degreeLines } from './degreeLines.ts'
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
