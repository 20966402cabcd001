import { InputBase } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFiles } from '#shared/forms/answers/answerKey.ts'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import { demandsAt } from '#shared/forms/evaluation/problemsOf.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { Draft } from '../../answers/draft/Draft.ts'
import { useAnswerPart, useDraft, useWorkedOut } from '../../answers/draft/DraftContext.tsx'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { AddButton } from '../../answers/photos/AddButton.tsx'
import { PhotoButton, PhotoStrip } from '../../answers/photos/PhotoAnswer.tsx'
import { TypedTextarea } from '../../answers/TypedAnswer.tsx'
import { asWritten } from '../../theme/theme.ts'
import { drawThenFocus } from '../../ui/keyboard/drawThenFocus.ts'
import styles from './Beside.module.css'

const noPhotos: FileReference[] = []

/** What a person adds to an answer: photos and a note. A photo question has its photos as the answer. */
export function Beside({ question }: { question: Question }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const isNoted = useAnswerPart(question.id, answer => Boolean(answer.note))
  const photos = useAnswerPart(question.id, answer => answer.photos ?? noPhotos)
  const isNoteWanted = useWorkedOut(question.id, () => wantsNote(draft, question.id))
  const [isOpen, setOpen] = useState(false)
  const note = useRef<HTMLTextAreaElement>(null)
  const takesPhotos = !['photo', 'file', 'signature'].includes(question.type)
  // A text is a note already.
  const canNote = question.type !== 'text'
  const hasNote = isOpen || isNoted || isNoteWanted

  const changePhotos = (change: (photos: FileReference[]) => FileReference[], photo?: PhotoRow) =>
    draft.setPhotos(question, change(photosOf(draft, question)), photo)

  function openNote() {
    drawThenFocus(
      () => setOpen(true),
      () => note.current,
    )
  }

  return (
    <>
      {takesPhotos && <PhotoStrip photos={photos} onChange={changePhotos} />}
      {hasNote && (
        <InputBase
          component={TypedTextarea}
          attributes={asWritten}
          multiline
          ref={note}
          at={question.id}
          textOf={noteOf}
          label={t('filling.note')}
          maxLength={5_000}
          rows={2}
          onChange={event => draft.setNote(question, event.currentTarget.value)}
        />
      )}
      <div className={styles.buttons}>
        {takesPhotos && photos.length < maxFiles && <PhotoButton question={question} onChange={changePhotos} />}
        {canNote && !hasNote && (
          <AddButton icon={IconNote} onClick={openNote}>
            {t('filling.note')}
          </AddButton>
        )}
      </div>
    </>
  )
}

const noteOf = (row: AnswerRow | undefined) => row?.answer.note ?? ''

const photosOf = (draft: Draft, { id }: Question) => draft.rowOf(id)?.answer.photos ?? []

/** Also where it is there already: it does not go away while somebody writes it. */
function wantsNote(draft: Draft, key: string): boolean {
  const instance = draft.state.instance(key)
  const isAsked = instance !== undefined && demandsAt(draft.state, instance).some(demand => demand.require_note)
  return isAsked || draft.problemsAt(key).some(({ code }) => code === 'note_required')
}
