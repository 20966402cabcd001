import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { useFormat } from '../lib/format.ts'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import styles from './OriginPhotos.module.css'

/** What was photographed by whoever did it. */
export function ProofPhotos({ photos }: { photos: SentTask['proof_photos'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.photos}>
      {photos.map(({ path }, index) => (
        <PhotoThumb
          key={path}
          src={`/storage/${path}`}
          alt={t('filling.photoNumber', { number: format.number(index + 1) })}
          size={88}
        />
      ))}
    </div>
  )
}
