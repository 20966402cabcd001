import type { ChoiceQuestion } from '#shared/forms/questions.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { MultipleAnswer } from './MultipleAnswer.tsx'
import { SingleAnswer } from './SingleAnswer.tsx'

const RankAnswer = lazyPart(() => import('./RankAnswer.tsx').then(part => part.RankAnswer))
const ListAnswer = lazyPart(() => import('./ListAnswer.tsx').then(part => part.ListAnswer))

/** More choices than fit on a screen as buttons are searched instead. */
const maxButtons = 12

/** Choices as the form wants them, else as fits their number. */
export function ChoiceAnswer({ question, labelId }: { question: ChoiceQuestion; labelId: string }) {
  const isList =
    question.layout === 'list' ||
    (!question.layout && (question.table !== undefined || question.choices.length > maxButtons))
  if (question.type === 'multiple_choice' && question.ranked)
    return <RankAnswer question={question} labelId={labelId} />
  if (isList) return <ListAnswer question={question} labelId={labelId} />
  return question.type === 'single_choice' ? (
    <SingleAnswer question={question} labelId={labelId} />
  ) : (
    <MultipleAnswer question={question} />
  )
}
