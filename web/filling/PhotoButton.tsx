import { IconCamera, IconPaperclip } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileReference } from '#shared/forms/answers.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { PhotoRow } from '../lib/offline/entry.ts'
import { AddButton } from './AddButton.tsx'
import { useDraft } from './DraftContext.tsx'
import styles from './PhotoButton.module.css'
import { takePhoto } from './takePhoto.ts'

type Props = {
  question: Question
  /** A large button of its own, for questions that ask for nothing else. */
  isMain?: boolean
  onPhoto: (reference: FileReference, photo: PhotoRow) => void
}

/** Opens the camera, and makes the picture fit for keeping and sending. */
export function PhotoButton({ question, isMain = false, onPhoto }: Props) {
  const { t } = useTranslation()
  const { entry } = useDraft()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const isFile = question.type === 'file'
  const [isBusy, setBusy] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)

  async function take(files: FileList | null) {
    setUnreadable(false)
    setBusy(true)
    for (const file of files ?? []) {
      const photo = await takePhoto(file, entry.uuid, question.id).catch(() => null)
      if (photo) onPhoto({ uuid: photo.uuid, name: photo.name }, photo)
      else setUnreadable(true)
    }
    setBusy(false)
    if (input.current) input.current.value = ''
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={isFile ? undefined : 'environment'}
        multiple={isFile}
        hidden
        onChange={event => void take(event.currentTarget.files)}
      />
      <AddButton
        icon={isFile ? IconPaperclip : IconCamera}
        isWide={isMain}
        isBusy={isBusy}
        describedBy={isUnreadable ? problemId : undefined}
        onClick={() => input.current?.click()}
      >
        {isFile ? t('filling.file') : t('filling.photo')}
      </AddButton>
      {isUnreadable && (
        <p id={problemId} className={styles.problem} data-status="attention" role="alert">
          {t('filling.unreadablePhoto')}
        </p>
      )}
    </>
  )
}
