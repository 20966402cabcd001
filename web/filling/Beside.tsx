import { Textarea } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer, FileReference } from '#shared/forms/answers.ts'
import { mostFiles } from '#shared/forms/files.ts'
import { judge } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import { AddButton } from './AddButton.tsx'
import styles from './Beside.module.css'
import { useAnswerPart, useDraft } from './DraftContext.tsx'
import { PhotoButton } from './PhotoButton.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'

const noPhotos: FileReference[] = []

/** What a person adds to an answer: photos and a note. A photo question has its photos as the answer. */
export function Beside({ question }: { question: Question }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const text = useAnswerPart(question.id, answer => answer.note ?? '')
  const photos = useAnswerPart(question.id, answer => answer.photos ?? noPhotos)
  const isNoteWanted = useAnswerPart(question.id, answer => wantsNote(question, answer))
  const [isOpen, setOpen] = useState(false)
  const note = useRef<HTMLTextAreaElement>(null)
  const takesPhotos = question.type !== 'photo'
  // A text is a note already.
  const canNote = question.type !== 'text'
  const hasNote = isOpen || text !== '' || isNoteWanted

  function openNote() {
    setOpen(true)
    requestAnimationFrame(() => note.current?.focus())
  }

  return (
    <>
      {takesPhotos && (
        <PhotoStrip photos={photos} onChange={change => draft.setPhotos(question, change(photosOf(draft, question)))} />
      )}
      {hasNote && (
        <Textarea
          ref={note}
          label={t('filling.note')}
          maxLength={5_000}
          minRows={2}
          value={text}
          onChange={event => draft.setNote(question, event.currentTarget.value)}
        />
      )}
      <div className={styles.buttons}>
        {takesPhotos && photos.length < mostFiles && (
          <PhotoButton
            question={question}
            onPhoto={(reference, photo) => draft.setPhotos(question, [...photosOf(draft, question), reference], photo)}
          />
        )}
        {canNote && !hasNote && (
          <AddButton icon={IconNote} onClick={openNote}>
            {t('filling.note')}
          </AddButton>
        )}
      </div>
    </>
  )
}

const photosOf = (draft: ReturnType<typeof useDraft>, { id }: Question) => draft.rowOf(id)?.answer.photos ?? []

const wantsNote = (question: Question, answer: Answer): boolean =>
  'when_failed' in question && question.when_failed?.require_note === true && judge(question, answer).failed
