import type { Map as LeafletMap } from 'leaflet'
import { createContext, useContext } from 'react'

export const MapContext = createContext<LeafletMap | null>(null)

/** The map that this lies on. */
export function useMap(): LeafletMap {
  const map = useContext(MapContext)
  if (!map) throw new Error('This belongs on a PlaceMap.')
  return map
}
