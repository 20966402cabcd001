import type { Question } from '#shared/forms/questions.ts'
import { asksForRows } from '#shared/forms/registerTypes.ts'
import { formatAnswer } from '#shared/submissions/formatter.ts'
import { lazyParts } from '../ui/lazyPart.tsx'
import { ChoiceAnswer, YesNoAnswer } from './choices/ChoiceAnswer.tsx'
import { useDraft, useDraftVersion, useFormTexts } from './draft/DraftContext.tsx'
import { PhotoAnswer } from './photos/PhotoAnswer.tsx'
import styles from './TypedAnswer.module.css'
import { NumberAnswer, TextAnswer } from './TypedAnswer.tsx'

const rare = lazyParts(() => import('./RareAnswer.tsx'))
const RareAnswer = rare(parts => parts.RareAnswer)
const RegisterAnswer = rare(parts => parts.RegisterAnswer)

/** The means of answering a question. `labelId` is the element that says the question. */
export function AnswerInput({ question, labelId }: { question: Question; labelId: string }) {
  if (asksForRows(question)) return <RegisterAnswer question={question} labelId={labelId} />
  switch (question.type) {
    case 'yes_no':
      return <YesNoAnswer question={question} labelId={labelId} />
    case 'single_choice':
    case 'multiple_choice':
      return <ChoiceAnswer question={question} labelId={labelId} />
    case 'number':
      return <NumberAnswer question={question} labelId={labelId} />
    case 'text':
      return <TextAnswer question={question} labelId={labelId} />
    case 'photo':
      return <PhotoAnswer question={question} />
    case 'date':
    case 'time':
    case 'date_time':
    case 'slider':
    case 'rating':
    case 'file':
    case 'signature':
    case 'barcode':
    case 'place':
    case 'shape':
      return <RareAnswer question={question} labelId={labelId} />
    case 'calculated':
    case 'hidden':
      return <ReadOnlyValue question={question} />
  }
}

/** The present value of a question that nobody answers by hand. */
export function ReadOnlyValue({ question }: { question: Question }) {
  const draft = useDraft()
  const words = useFormTexts()
  useDraftVersion(question.id)
  const value = draft.state.value(question.id)
  const said = value === undefined ? null : formatAnswer(question, { value }, words)
  return (
    <output className={styles.value} data-empty={!said || undefined}>
      {said || '–'}
    </output>
  )
}
