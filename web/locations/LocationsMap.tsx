import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/locations/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import {
  FitLayer,
  LinkLayer,
  PathLayer,
  PlaceMap,
  type PlaceMapProps,
  type Point,
  PointLayer,
} from '../ui/map/mapParts.tsx'
import styles from './Locations.module.css'
import { useMapPicture } from './LocationViews.tsx'

type Row = { id: number; name: string; outline: readonly Point[] | null }

type Props = {
  rows: readonly Row[]
  /** How many of how many the map shows, where it shows something else than the places themselves. */
  shown?: number
  all?: number
}

/** Where the places of a list lie, as far as somebody drew it. */
export function LocationsMap({ rows, shown, all = rows.length }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const picture = useMapPicture()
  const places = rows.flatMap(({ outline, ...row }) => (outline?.length ? [{ ...row, outline }] : []))
  return (
    <section className={styles.section} aria-label={t('locations.outline')}>
      <p className={styles.quiet}>
        {t('locations.mapShows', { shown: format.number(shown ?? places.length), all: format.number(all) })}
      </p>
      {(places.length > 0 || picture) && (
        <FarmMap label={t('locations.outline')} centre={undefined}>
          {places.map(({ id, outline }) => outline.length > 1 && <PathLayer key={id} points={outline} isClosed />)}
          <LinkLayer places={places} onOpen={id => void navigate({ to: `/locations/${id}` })} />
          {places.length > 0 && <FitLayer points={places.flatMap(({ outline }) => outline)} />}
        </FarmMap>
      )}
    </section>
  )
}

/** A map on the company's own picture of its farm, where there is one. */
export function FarmMap(props: PlaceMapProps) {
  const picture = useMapPicture()
  return <PlaceMap {...props} picture={picture && { ...picture, url: `/storage/${picture.path}` }} />
}

/** Where a place lies. */
export function LocationMap({ outline }: { outline: readonly Point[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.section} aria-labelledby="location-map">
      <h2 id="location-map" className={styles.heading}>
        {t('locations.outline')}
      </h2>
      <FarmMap label={t('locations.outline')} centre={undefined}>
        <OutlineLayer points={outline} />
        <FitLayer points={outline} />
      </FarmMap>
    </section>
  )
}

type StandingRow = { id: number; name: string; location_id: number | null }

const freshMs = 60_000
/** No place is a part of more. */
const deepest = 20

/** Where animals or groups of a list stand now, as far as their places, or what these are parts of, are drawn: a pin for each place. */
export function StandingMap({ rows }: { rows: readonly StandingRow[] }) {
  const format = useFormat()
  const queries = useQueryClient()
  const ids = [...new Set(rows.flatMap(({ location_id }) => location_id ?? []))].sort((a, b) => a - b)
  const { data = [] } = useQuery({
    queryKey: [...api.locations.key, 'drawnAround', ids],
    queryFn: () => Promise.all(ids.map(async id => [id, await drawnAround(queries, id)] as const)),
    placeholderData: before => before,
  })
  const drawn = new Map(data)
  const placeOf = ({ location_id }: StandingRow) => (location_id === null ? undefined : drawn.get(location_id))
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

const sum = (standing: ReadonlyMap<unknown, readonly StandingRow[]>) =>
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

/** One point as a pin, more as what they enclose. */
export function OutlineLayer({ points }: { points: readonly Point[] }) {
  const [first] = points
  if (points.length > 1) return <PathLayer points={points} isClosed />
  return first ? <PointLayer {...first} /> : null
}
