import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import type { Words } from '#shared/submissions/formatter.ts'
import { captionOf, givenFiles, sizeInWords } from '#shared/submissions/givenFiles.ts'
import type { ReportAnswer } from '#shared/submissions/report.ts'
import { Captioned } from '../ui/Captioned.tsx'
import { FileLink } from '../ui/FileLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import styles from './AnswerExtras.module.css'
import { useGallery } from './gallery/Gallery.tsx'

type Props = { item: ReportAnswer; submission: SubmissionDetail; words: Words }

/** The note, the photos and the files of an answer. */
export function AnswerExtras({ item: { question, answer, label }, submission, words }: Props) {
  const { t } = useTranslation()
  if (!answer) return null
  const { pictures: photos, others } = givenFiles(answer, submission.files)
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
            <Captioned key={file.uuid} caption={captionOf(answer, file.uuid)}>
              <Picture
                isWhole={question.type === 'signature'}
                uuid={file.uuid}
                src={`/storage/${file.path}`}
                alt={t('submissions.photoOf', {
                  number: words.formats.number(index + 1),
                  question: label,
                })}
              />
            </Captioned>
          ))}
        </div>
      )}
      {others.map(({ uuid, path, name, size }) => (
        <FileLink key={uuid} href={`/storage/${path}`} name={name} size={sizeInWords(size, words.formats)} />
      ))}
    </>
  )
}

/** A signature is wide and says nothing in part. */
function Picture({ isWhole, uuid, src, alt }: { isWhole: boolean; uuid: string; src: string; alt: string }) {
  const { t } = useTranslation()
  const open = useGallery()
  if (isWhole) return <img src={src} alt={alt} className={styles.signature} loading="lazy" />
  if (!open) return <PhotoThumb src={src} alt={alt} size={88} />
  return (
    <button
      type="button"
      className={styles.photo}
      aria-haspopup="dialog"
      title={t('common.openPhoto')}
      onClick={() => open(uuid)}
    >
      <img src={src} alt={alt} width={88} height={88} loading="lazy" decoding="async" />
    </button>
  )
}
