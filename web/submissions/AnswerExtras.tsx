import { useTranslation } from 'react-i18next'
import { filesOf } from '#shared/forms/files.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { ReportAnswer } from '#shared/submissions/report.ts'
import type { Words } from '#shared/submissions/words.ts'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import styles from './AnswerExtras.module.css'

type Props = { item: ReportAnswer; submission: SubmissionDetail; words: Words }

/** The note and the photos of an answer. */
export function AnswerExtras({ item: { key, answer, label }, submission, words }: Props) {
  const { t } = useTranslation()
  if (!answer) return null
  const uuids = filesOf({ [key]: answer })
  const photos = submission.files.filter(file => uuids.includes(file.uuid))
  return (
    <>
      {answer.note && (
        <p className={styles.note}>
          <bdi>{answer.note}</bdi>
        </p>
      )}
      {photos.length > 0 && (
        <div className={styles.photos}>
          {photos.map((file, index) => (
            <PhotoThumb
              key={file.uuid}
              src={`/storage/${file.path}`}
              alt={t('submissions.photoOf', {
                number: words.formats.number(index + 1),
                question: label,
              })}
              size={88}
            />
          ))}
        </div>
      )}
    </>
  )
}
