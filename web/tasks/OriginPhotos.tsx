import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { useFormat } from '../lib/format.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import styles from './OriginPhotos.module.css'

/** What was photographed when it was found; nothing where nothing was. */
export function OriginPhotos({ sent }: { sent: SentTask }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { origin_photos } = sent
  // Copies of earlier versions know of none.
  if (!origin_photos?.length) return null
  return (
    <div className={styles.photos}>
      {origin_photos.map(({ path }, index) => (
        <PhotoThumb
          key={path}
          src={`/storage/${path}`}
          alt={t('submissions.photoOf', { number: format.number(index + 1), question: taskTitle(sent) })}
          size={88}
        />
      ))}
    </div>
  )
}
