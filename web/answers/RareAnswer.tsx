/** Answers that not every form asks for; they are fetched together when a question first needs one. */
import type { Question } from '#shared/forms/questions.ts'
import { BarcodeAnswer } from './BarcodeAnswer.tsx'
import { DateAnswer, DateTimeAnswer, TimeAnswer } from './DateAnswer.tsx'
import { PlaceAnswer, ShapeAnswer } from './PlaceAnswer.tsx'
import { FileAnswer } from './photos/FileAnswer.tsx'
import { SignatureAnswer } from './photos/SignatureAnswer.tsx'
import { RatingAnswer, SliderAnswer } from './SliderAnswer.tsx'

export { RankAnswer } from './choices/RankAnswer.tsx'

type RareQuestion = Extract<
  Question,
  { type: 'date' | 'time' | 'date_time' | 'slider' | 'rating' | 'file' | 'signature' | 'barcode' | 'place' | 'shape' }
>

/** The means of answering a question of a rare type. `labelId` is the element that says the question. */
export function RareAnswer({ question, labelId }: { question: RareQuestion; labelId: string }) {
  switch (question.type) {
    case 'date':
      return <DateAnswer question={question} labelId={labelId} />
    case 'time':
      return <TimeAnswer question={question} labelId={labelId} />
    case 'date_time':
      return <DateTimeAnswer question={question} />
    case 'slider':
      return <SliderAnswer question={question} labelId={labelId} />
    case 'rating':
      return <RatingAnswer question={question} labelId={labelId} />
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
  }
}
