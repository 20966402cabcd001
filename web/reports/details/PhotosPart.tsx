import { useTranslation } from 'react-i18next'
import type { PhotosPart as Photos } from '#shared/reports/data.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { useReportWords } from '../useReportWords.ts'
import { Part } from './Part.tsx'
import styles from './Report.module.css'

/** The newest photos, each with what it is about and when; each leads to its submission. */
export function PhotosPart({ photos: { photos, total } }: { photos: Photos }) {
  const { t } = useTranslation()
  const { formats, read } = useReportWords()
  return (
    <Part part="photos">
      <p className={styles.line}>
        {t('reports.morePhotos', { shown: formats.number(photos.length), total: formats.number(total) })}
      </p>
      <ul className={styles.photos}>
        {photos.map(photo => {
          const name = formats.list(photo.subjects) || read(photo.form_name)
          const date = formats.dateTime(photo.completed_at)
          return (
            <li key={photo.id}>
              <PathLink href={`/submission/view/${photo.submission_id}`} className={styles.photo}>
                <img
                  src={`/storage/${photo.preview_path ?? photo.path}`}
                  alt={t('reports.photoOf', { name, date })}
                  width={photo.width ?? 320}
                  height={photo.height ?? 240}
                  loading="lazy"
                  decoding="async"
                />
                {photo.caption && <bdi>{photo.caption}</bdi>}
                <bdi>{name}</bdi>
                <small>{date}</small>
              </PathLink>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
