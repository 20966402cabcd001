import L from 'leaflet'
import { useEffect, useState } from 'react'
import type { ResultOf } from '#shared/lib/contract.ts'
import type { system } from '#shared/system/contract.ts'
import { request } from '../../lib/client.ts'

type MapSettings = ResultOf<typeof system.map>
const none: MapSettings = { tiles: null, attribution: null }
let asked: Promise<MapSettings> | undefined

/** Where pictures of maps come from. Asked once; without an answer, when somebody looks at the next map. */
function mapSettings(): Promise<MapSettings> {
  asked ??= request<MapSettings>('GET', '/system/map').catch(() => {
    asked = undefined
    return none
  })
  return asked
}

/** Lays tiles under the map where the settings name some; `isEmpty` while none has come. */
export function useTiles(map: L.Map | undefined) {
  const [attribution, setAttribution] = useState<string | null>(null)
  const [isEmpty, setEmpty] = useState(true)
  useEffect(() => {
    if (!map) return
    let isOver = false
    let layer: L.TileLayer | undefined
    void mapSettings().then(settings => {
      if (isOver || !settings.tiles) return
      layer = L.tileLayer(settings.tiles, { maxZoom: 19, referrerPolicy: 'strict-origin-when-cross-origin' })
      layer.on('tileload', () => {
        setEmpty(false)
        setAttribution(settings.attribution)
      })
      layer.addTo(map)
    })
    return () => {
      isOver = true
      layer?.remove()
    }
  }, [map])
  return { attribution, isEmpty }
}
