import { Skeleton } from '@mantine/core'
import { IconChevronDown, IconMapPin } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazySection } from '../../ui/lazyPart.tsx'
import styles from './Places.module.css'
import type { AnsweredPlace } from './placesOf.ts'

const PlacesMap = lazySection(() => import('./PlacesMap.tsx').then(part => part.PlacesMap))

/** As the page lays itself out in columns. */
const hasSide = () => matchMedia('(min-width: 961px)').matches

/** Where the answers lie. On phones it is unfolded by whoever wants it, and the map is fetched then. Nothing where nothing lies anywhere. */
export function Places({ places }: { places: AnsweredPlace[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(hasSide)
  if (places.length === 0) return null
  return (
    <details className={styles.places} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.head}>
        <IconMapPin size={20} />
        <h2 className={styles.title}>{t('submissionPage.places.title')}</h2>
        <IconChevronDown size={20} className={styles.chevron} />
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton height={288} />}>
          <PlacesMap places={places} />
        </Suspense>
      )}
    </details>
  )
}
