import type { Question } from '#shared/forms/questions.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { DateAnswer } from './DateAnswer.tsx'
import { MultipleAnswer } from './MultipleAnswer.tsx'
import { NumberAnswer } from './NumberAnswer.tsx'
import { PhotoAnswer } from './PhotoAnswer.tsx'
import { SingleAnswer } from './SingleAnswer.tsx'
import { TextAnswer } from './TextAnswer.tsx'
import { YesNoAnswer } from './YesNoAnswer.tsx'

const ListAnswer = lazyPart(() => import('./ListAnswer.tsx').then(part => part.ListAnswer))

/** More choices than fit on a screen as buttons are searched instead. */
const mostButtons = 12

/** The means of answering a question. `labelId` is the element that says the question. */
export function AnswerInput({ question, labelId }: { question: Question; labelId: string }) {
  switch (question.type) {
    case 'yes_no':
      return <YesNoAnswer question={question} labelId={labelId} />
    case 'single_choice':
    case 'multiple_choice':
      if (question.choices.length > mostButtons) return <ListAnswer question={question} labelId={labelId} />
      return question.type === 'single_choice' ? (
        <SingleAnswer question={question} labelId={labelId} />
      ) : (
        <MultipleAnswer question={question} />
      )
    case 'number':
      return <NumberAnswer question={question} labelId={labelId} />
    case 'date':
      return <DateAnswer question={question} labelId={labelId} />
    case 'text':
      return <TextAnswer question={question} labelId={labelId} />
    case 'photo':
      return <PhotoAnswer question={question} />
  }
}
