import { IconCamera, IconPaperclip } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileReference } from '#shared/forms/answers.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { PhotoRow } from '../lib/offline/entry.ts'
import { AddButton } from './AddButton.tsx'
import { useDraft } from './DraftContext.tsx'
import styles from './PhotoButton.module.css'
import { drawnName, drawPhoto, takePhoto } from './takePhoto.ts'

type Props = {
  question: Question
  /** A large button of its own, for questions that ask for nothing else. */
  isMain?: boolean
  /** Changes the photos as they are at that moment; `photo` is to be kept with them. */
  onChange: (change: (photos: FileReference[]) => FileReference[], photo?: PhotoRow) => void
}

/** Opens the camera, keeps the picture at once, and makes it fit for sending. */
export function PhotoButton({ question, isMain = false, onChange }: Props) {
  const { t } = useTranslation()
  const draft = useDraft()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const isFile = question.type === 'file'
  const [isBusy, setBusy] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)

  async function take(files: FileList | null) {
    setUnreadable(false)
    setBusy(true)
    for (const file of files ?? []) {
      const work = keep(file).catch(() => setUnreadable(true))
      draft.awaits(work)
      await work
    }
    setBusy(false)
    if (input.current) input.current.value = ''
  }

  async function keep(file: File) {
    const taken = await takePhoto(file, draft.entry.uuid, question.id)
    onChange(now => [...now, { uuid: taken.uuid, name: drawnName(taken) }], taken)
    try {
      const photo = await drawPhoto(taken)
      onChange(now => now, photo)
    } catch (error) {
      onChange(now => now.filter(({ uuid }) => uuid !== taken.uuid))
      throw error
    }
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
