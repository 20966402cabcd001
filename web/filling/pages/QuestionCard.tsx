import { InputBase } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconNote } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFiles } from '#shared/forms/answers/answerKey.ts'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import type { GuideLink } from '#shared/forms/elementFields.ts'
import { demandsAt } from '#shared/forms/evaluation/problemsOf.ts'
import type { Question } from '#shared/forms/questions.ts'
import { canFail } from '#shared/forms/scoreAnswer.ts'
import { AnswerInput, ReadOnlyValue, TypedTextarea } from '../../answers/AnswerInput.tsx'
import type { Draft } from '../../answers/draft/Draft.ts'
import {
  useAnswerPart,
  useDraft,
  useDraftVersion,
  useEvaluated,
  useLocalizedText,
} from '../../answers/draft/DraftContext.tsx'
import { anchorOf } from '../../answers/draft/pages.ts'
import { problemOf, type ShownProblem } from '../../answers/draft/problemOf.ts'
import type { AnswerRow, PhotoRow } from '../../answers/draft/rows.ts'
import { AddButton } from '../../answers/photos/AddButton.tsx'
import { PhotoButton, PhotoStrip } from '../../answers/photos/PhotoAnswer.tsx'
import { FormPicture, FormText, HintButton } from '../../answers/texts/FormText.tsx'
import { useFormat } from '../../lib/format.ts'
import { asWritten } from '../../theme/theme.ts'
import { flushAndFocus } from '../../ui/keyboard.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './QuestionCard.module.css'

type Props = { question: Question }

/** One question with its answer, note, photos and problems, while it is asked. */
export const QuestionCard = memo(function QuestionCard({ question }: Props) {
  const isShown = useEvaluated(question.id, state => state.isVisible(question.id))
  const isHidden = question.type === 'hidden' || (question.type === 'calculated' && question.hidden)
  return isShown && !isHidden ? <Card question={question} /> : null
})

/** It is drawn again for itself alone. */
function Card({ question }: Props) {
  const { t } = useTranslation()
  const { id } = question
  const labelId = `${anchorOf(id)}-label`
  const isReadOnly = useEvaluated(id, state => state.isReadOnly(id))
  const isOptional = useEvaluated(id, state => !state.isRequired(id)) && !isReadOnly
  return (
    <fieldset id={anchorOf(id)} className={styles.question} aria-labelledby={labelId}>
      <div className={styles.head}>
        <h3 id={labelId} className={styles.label}>
          <FormText text={question.label} />
          {isOptional && <span className={styles.optional}>{t('filling.optional')}</span>}
        </h3>
        {(question.hint || question.source || question.guide) && (
          <HintButton about={question.label} hint={question.hint} source={question.source}>
            {question.guide && <GuideBeside link={question.guide} />}
          </HintButton>
        )}
      </div>
      {question.picture && <FormPicture picture={question.picture} />}
      {isReadOnly ? <ReadOnlyValue question={question} /> : <AnswerInput question={question} labelId={labelId} />}
      <QuestionProblem at={id} />
      {'choice_filter' in question && <ClearedChoicesNotice question={question} />}
      <FailedNotice question={question} />
      {question.type !== 'calculated' && <Beside question={question} />}
    </fieldset>
  )
}

const noPhotos: FileReference[] = []

/** What a person adds to an answer: photos and a note. A photo question has its photos as the answer. */
function Beside({ question }: { question: Question }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const isNoted = useAnswerPart(question.id, answer => Boolean(answer.note))
  const photos = useAnswerPart(question.id, answer => answer.photos ?? noPhotos)
  const isNoteWanted = useEvaluated(question.id, () => wantsNote(draft, question.id))
  const [isOpen, setOpen] = useState(false)
  const note = useRef<HTMLTextAreaElement>(null)
  const takesPhotos = !['photo', 'file', 'signature'].includes(question.type)
  // A text is a note already.
  const canNote = question.type !== 'text'
  const hasNote = isOpen || isNoted || isNoteWanted

  const changePhotos = (change: (photos: FileReference[]) => FileReference[], photo?: PhotoRow) =>
    draft.setPhotos(question, change(photosOf(draft, question)), photo)

  function openNote() {
    flushAndFocus(
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

/** The mistake at a key as it is now. A missing answer is no mistake before the person has been to the end. */
export function QuestionProblem({ at }: { at: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  // By its content: the same problem after another letter is not drawn again.
  const found = useEvaluated(at, () => JSON.stringify(problemOf(draft, at)))
  const problem: ShownProblem | undefined = found && JSON.parse(found)
  if (!problem || (problem.isGap && !draft.hasSeenEnd)) return null
  return (
    <p className={styles.problem} data-status="attention" role="alert">
      <IconAlertTriangle size={18} />
      <span>{problem.own ? <FormText text={problem.own} /> : t(problem.text, problem.values)}</span>
    </p>
  )
}

/** A section of a guide, fetched when somebody opens it beside the question. */
export const GuideBeside = lazyPart<{ link: GuideLink }>(() =>
  import('../../guides/GuideBeside.tsx').then(part => part.GuideBeside),
)

/** Consequences of an answer, shown at once, while the person can still act on them. */
function FailedNotice({ question }: { question: Question }) {
  const { definition } = useDraft()
  const isDemanded = definition.triggers?.some(({ demand }) => question.id.split('@')[0] === demand?.question)
  const canDemand = isDemanded || question.triggers?.length || canFail(question)
  return canDemand ? <Demands question={question} /> : null
}

/** Says which choices were taken away here, because another answer keeps them from being offered. */
function ClearedChoicesNotice({ question }: { question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const draft = useDraft()
  const read = useLocalizedText()
  useDraftVersion(question.id)
  const taken = draft.clearedAt(question.id)
  if (taken.length === 0 || !('choices' in question)) return null
  const words = question.choices.filter(({ id }) => taken.includes(id)).map(({ label }) => read(label))
  return (
    <p className={styles.problem} data-status="attention" role="status">
      <IconInfoCircle size={18} />
      <span>{t('filling.choiceTaken', { choices: format.list(words) })}</span>
    </p>
  )
}

/** That an answer failed, and the notes, photos and tasks that it asks for, by the present answers of the form. */
function Demands({ question }: { question: Question }) {
  const { id } = question
  const { t } = useTranslation()
  const read = useLocalizedText()
  const draft = useDraft()
  useDraftVersion(id)
  const instance = draft.state.instance(id)
  if (!instance?.isVisible) return null
  const demands = demandsAt(draft.state, instance)
  const codes = draft.problemsAt(id).map(({ code }) => code)
  const needs = [
    codes.includes('note_required') && t('filling.needsNote'),
    codes.includes('photo_required') && t('filling.needsPhoto'),
  ].filter(text => typeof text === 'string')
  const tasks = demands.flatMap(({ task }) => (task ? [t('filling.opensTask', { title: read(task.title) })] : []))
  const { failed } = draft.state.judgementAt(id)
  const isCritical = 'critical' in question && question.critical
  const judged = failed ? [t(isCritical ? 'filling.failedCritical' : 'filling.failed')] : []
  const lines = [...new Set([...judged, ...needs, ...tasks])]
  if (lines.length === 0) return null
  return (
    <Notice kind={failed ? 'stop' : needs.length > 0 ? 'attention' : 'info'}>
      {lines.map(line => (
        <div key={line}>{line}</div>
      ))}
    </Notice>
  )
}
