import { useTranslation } from 'react-i18next'
import { filesOf } from '#shared/forms/files.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Words } from '#shared/submissions/words.ts'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import styles from './AnswerExtras.module.css'

type Props = { question: Question; submission: SubmissionDetail; words: Words }

/** The note and the photos of an answer. */
export function AnswerExtras({ question, submission, words }: Props) {
  const { t } = useTranslation()
  const answer = submission.answers[question.id]
  if (!answer) return null
  const uuids = filesOf({ [question.id]: answer })
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
                question: words.read(question.label),
              })}
              size={88}
            />
          ))}
        </div>
      )}
    </>
  )
}
