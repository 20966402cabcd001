import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { FarmMap } from '../../locations/LocationsMap.tsx'
import { FitLayer, PathLayer, PointLayer } from '../../ui/map/mapParts.tsx'
import styles from '../SubmissionPage.module.css'
import type { AnsweredPlace } from './placesOf.ts'

/** The places on one map, and each by name below it, which brings the map to it. */
export function PlacesMap({ places }: { places: AnsweredPlace[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [chosen, setChosen] = useState<string>()
  const shown = places.find(({ key }) => key === chosen)
  const numbers = places.length > 1
  return (
    <>
      <FarmMap label={t('submissionPage.places.map')} centre={undefined}>
        {places.map(({ key, points, accuracy, shape }, index) => {
          const [point] = points
          if (shape) return <PathLayer key={key} points={points} isClosed={shape === 'area'} />
          return (
            point && (
              <PointLayer
                key={key}
                {...point}
                accuracy={accuracy}
                number={numbers ? format.number(index + 1) : undefined}
              />
            )
          )
        })}
        <FitLayer points={shown ? shown.points : places.flatMap(({ points }) => points)} />
      </FarmMap>
      <ol className={styles.list} aria-label={t('submissionPage.places.title')} data-numbered={numbers || undefined}>
        {places.map(({ key, label, said }, index) => (
          <li key={key}>
            <button
              type="button"
              className={styles.place}
              aria-pressed={numbers ? key === chosen : undefined}
              onClick={() => setChosen(key === chosen ? undefined : key)}
            >
              <span className={styles.label} dir="auto">
                {numbers && `${format.number(index + 1)}. `}
                {label}
              </span>
              <bdi className={styles.said}>{said}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
