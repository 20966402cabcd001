import { Button } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Location, MapPicture } from '#shared/locations/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
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

/** Where the animals or groups of a list are now: a pin for each place that is on the map, or whose parent is. */
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

/**
 * Opens the map beside a list, and closes it. Without a picture of the land there is nothing to find one's way by, and
 * no button.
 */
export function MapButton({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  if (!useHasMap()) return null
  return (
    <Button
      variant="default"
      leftSection={<IconMap size={20} />}
      aria-pressed={isOpen}
      onClick={() => onChange(!isOpen)}
    >
      {t('locations.outline')}
    </Button>
  )
}

/** True where the server has tiles, or the company a picture of its farm. */
export function useHasMap(): boolean {
  const { data } = useQuery({ ...api.system.map.query({}), staleTime: Number.POSITIVE_INFINITY })
  return Boolean(useMapPicture() || data?.tiles)
}

const pictureFreshMs = 300_000

/** The company's picture of its farm; undefined without one, and for people who may not see locations. */
export function useMapPicture(): MapPicture | undefined {
  const isAllowed = useAbility()('read', 'Location')
  const { data } = useQuery({ ...api.mapPicture.get.query({}), staleTime: pictureFreshMs, enabled: isAllowed })
  return data ?? undefined
}
