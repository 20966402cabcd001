import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { FitLayer } from '../ui/map/FitLayer.tsx'
import { LinkLayer } from '../ui/map/LinkLayer.tsx'
import { PathLayer } from '../ui/map/PathLayer.tsx'
import { PlaceMap, type Point } from '../ui/map/PlaceMap.tsx'
import styles from './LocationStock.module.css'

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
  const places = rows.flatMap(({ outline, ...row }) => (outline?.length ? [{ ...row, outline }] : []))
  return (
    <section className={styles.section} aria-label={t('locations.outline')}>
      <p className={styles.quiet}>
        {t('locations.mapShows', { shown: format.number(shown ?? places.length), all: format.number(all) })}
      </p>
      {places.length > 0 && (
        <PlaceMap label={t('locations.outline')} centre={undefined}>
          {places.map(({ id, outline }) => outline.length > 1 && <PathLayer key={id} points={outline} isClosed />)}
          <LinkLayer places={places} onOpen={id => void navigate({ to: `/locations/${id}` })} />
          <FitLayer points={places.flatMap(({ outline }) => outline)} />
        </PlaceMap>
      )}
    </section>
  )
}
