import type { Question } from '#shared/forms/questions.ts'
import { asksForRows } from '#shared/forms/registerTypes.ts'
import { formatAnswer } from '#shared/submissions/formatter.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { ChoiceAnswer, YesNoAnswer } from './choices/ChoiceAnswer.tsx'
import { useDraft, useLook, useWords } from './draft/DraftContext.tsx'
import { PhotoAnswer } from './photos/PhotoAnswer.tsx'
import styles from './TypedAnswer.module.css'
import { NumberAnswer, TextAnswer } from './TypedAnswer.tsx'

const BarcodeAnswer = lazyPart(() => import('./BarcodeAnswer.tsx').then(part => part.BarcodeAnswer))

const SliderAnswer = lazyPart(() => import('./SliderAnswer.tsx').then(part => part.SliderAnswer))
const RatingAnswer = lazyPart(() => import('./SliderAnswer.tsx').then(part => part.RatingAnswer))
const DateAnswer = lazyPart(() => import('./DateAnswer.tsx').then(part => part.DateAnswer))
const TimeAnswer = lazyPart(() => import('./DateAnswer.tsx').then(part => part.TimeAnswer))
const DateTimeAnswer = lazyPart(() => import('./DateAnswer.tsx').then(part => part.DateTimeAnswer))
const SignatureAnswer = lazyPart(() => import('./photos/SignatureAnswer.tsx').then(part => part.SignatureAnswer))
const FileAnswer = lazyPart(() => import('./photos/FileAnswer.tsx').then(part => part.FileAnswer))
const PlaceAnswer = lazyPart(() => import('./PlaceAnswer.tsx').then(part => part.PlaceAnswer))
const ShapeAnswer = lazyPart(() => import('./PlaceAnswer.tsx').then(part => part.ShapeAnswer))
const RegisterAnswer = lazyPart(() => import('./RegisterAnswer.tsx').then(part => part.RegisterAnswer))

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
    case 'slider':
      return <SliderAnswer question={question} labelId={labelId} />
    case 'rating':
      return <RatingAnswer question={question} labelId={labelId} />
    case 'date':
      return <DateAnswer question={question} labelId={labelId} />
    case 'time':
      return <TimeAnswer question={question} labelId={labelId} />
    case 'date_time':
      return <DateTimeAnswer question={question} />
    case 'text':
      return <TextAnswer question={question} labelId={labelId} />
    case 'photo':
      return <PhotoAnswer question={question} />
    case 'file':
      return <FileAnswer question={question} />
    case 'signature':
      return <SignatureAnswer question={question} labelId={labelId} />
    case 'barcode':
      return <BarcodeAnswer question={question} labelId={labelId} />
    case 'place':
      return <PlaceAnswer question={question} />
    case 'shape':
      return <ShapeAnswer question={question} />
    case 'calculated':
    case 'hidden':
      return <ShownValue question={question} />
  }
}

/** What stands there now, for what nobody answers by hand. */
export function ShownValue({ question }: { question: Question }) {
  const draft = useDraft()
  const words = useWords()
  useLook(question.id)
  const value = draft.state.value(question.id)
  const said = value === undefined ? null : formatAnswer(question, { value }, words)
  return (
    <output className={styles.value} data-empty={!said || undefined}>
      {said || '–'}
    </output>
  )
}
