import { IconCamera } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import { useDraft } from '../draft/DraftContext.tsx'
import { AddButton } from './AddButton.tsx'
import { type ChangeFiles, keepPhoto } from './keepPhoto.ts'
import styles from './PhotoButton.module.css'

type Props = {
  question: Question
  /** A large button of its own, for questions that ask for nothing else. */
  isMain?: boolean
  onChange: ChangeFiles
}

const edgeOf = (question: Question) => (question.type === 'photo' ? question.max_pixels : undefined)

/** Opens the camera, keeps the picture at once, and makes it fit for sending. */
export function PhotoButton({ question, isMain = false, onChange }: Props) {
  const { t } = useTranslation()
  const draft = useDraft()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [isBusy, setBusy] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)

  async function take(files: FileList | null) {
    setUnreadable(false)
    setBusy(true)
    for (const file of files ?? []) {
      const work = keepPhoto(file, draft, question.id, onChange, edgeOf(question)).catch(() => setUnreadable(true))
      draft.awaits(work)
      await work
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
        capture="environment"
        hidden
        onChange={event => void take(event.currentTarget.files)}
      />
      <AddButton
        icon={IconCamera}
        isWide={isMain}
        isBusy={isBusy}
        describedBy={isUnreadable ? problemId : undefined}
        onClick={() => input.current?.click()}
      >
        {t('filling.photo')}
      </AddButton>
      {isUnreadable && (
        <p id={problemId} className={styles.problem} data-status="attention" role="alert">
          {t('filling.unreadablePhoto')}
        </p>
      )}
    </>
  )
}
