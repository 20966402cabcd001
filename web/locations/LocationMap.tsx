import { useTranslation } from 'react-i18next'
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
      <PlaceMap label={t('locations.outline')} centre={outline[0]}>
        <OutlineLayer points={outline} />
      </PlaceMap>
    </section>
  )
}
