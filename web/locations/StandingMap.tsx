import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Location } from '#shared/locations/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { LocationsMap } from './LocationsMap.tsx'

type Row = { id: number; name: string; location_id: number | null }

const freshMs = 60_000
/** No place is a part of more. */
const deepest = 20

/** Where animals or groups of a list stand now, as far as their places, or what these are parts of, are drawn: a pin for each place. */
export function StandingMap({ rows }: { rows: readonly Row[] }) {
  const format = useFormat()
  const queries = useQueryClient()
  const ids = [...new Set(rows.flatMap(({ location_id }) => location_id ?? []))].sort((a, b) => a - b)
  const { data = [] } = useQuery({
    queryKey: [...api.locations.key, 'drawnAround', ids],
    queryFn: () => Promise.all(ids.map(async id => [id, await drawnAround(queries, id)] as const)),
    placeholderData: before => before,
  })
  const drawn = new Map(data)
  const placeOf = ({ location_id }: Row) => (location_id === null ? undefined : drawn.get(location_id))
  const standing = Map.groupBy(
    rows.filter(row => placeOf(row)),
    row => placeOf(row)?.id,
  )
  const places = [...standing.values()].flatMap(inPlace => {
    const place = inPlace[0] && placeOf(inPlace[0])
    if (!place) return []
    const names = inPlace.length > 3 ? format.number(inPlace.length) : format.list(inPlace.map(({ name }) => name))
    return [{ id: place.id, name: `${place.name}: ${names}`, outline: place.outline }]
  })
  return <LocationsMap rows={places} shown={places.length > 0 ? sum(standing) : 0} all={rows.length} />
}

const sum = (standing: ReadonlyMap<unknown, readonly Row[]>) =>
  [...standing.values()].reduce((total, { length }) => total + length, 0)

/** The place, or the nearest one around it, that somebody drew; undefined where nobody did, or one may not see it. */
async function drawnAround(queries: QueryClient, id: number): Promise<Location | undefined> {
  let at: number | null = id
  for (let depth = 0; at !== null && depth < deepest; depth++) {
    const place: Location | undefined = await queries
      .fetchQuery({ ...api.locations.get.query({ id: at }), staleTime: freshMs })
      .catch(() => undefined)
    if (!place || place.outline?.length) return place
    at = place.parent_id
  }
  return undefined
}
