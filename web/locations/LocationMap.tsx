import { useTranslation } from 'react-i18next'
import { FitLayer } from '../ui/map/FitLayer.tsx'
import { PlaceMap, type Point } from '../ui/map/PlaceMap.tsx'
import styles from './LocationStock.module.css'
import { OutlineLayer } from './OutlineLayer.tsx'

/** Where a place lies. */
export function LocationMap({ outline }: { outline: readonly Point[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.section} aria-labelledby="location-map">
      <h2 id="location-map" className={styles.heading}>
        {t('locations.outline')}
      </h2>
      <PlaceMap label={t('locations.outline')} centre={undefined}>
        <OutlineLayer points={outline} />
        <FitLayer points={outline} />
      </PlaceMap>
    </section>
  )
}
