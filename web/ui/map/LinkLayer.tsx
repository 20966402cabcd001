import L from 'leaflet'
import { useEffect, useRef } from 'react'
import { useMap } from './MapContext.ts'
import type { Point } from './PlaceMap.tsx'
import { pinWith } from './PointLayer.tsx'

/** More names than that cover each other: then each is shown to whoever points at its pin, or comes to it by keyboard. */
const maxNamed = 20

type Place = { id: number; name: string; outline: readonly Point[] }

/** Pins with names, in the middle of what they stand for. Each opens by click, tap or Enter. */
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
