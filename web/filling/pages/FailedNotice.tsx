import type { Question } from '#shared/forms/questions.ts'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'

const Demands = lazyPart(() => import('./Demands.tsx').then(part => part.Demands))

/** What an answer asks for and sets in motion: said at once, while the person still stands in front of it. */
export function FailedNotice({ question }: { question: Question }) {
  const { definition } = useDraft()
  const isDemanded = definition.triggers?.some(({ demand }) => question.id.split('@')[0] === demand?.question)
  const canDemand = isDemanded || question.triggers?.length || ('when_failed' in question && question.when_failed)
  return canDemand ? <Demands question={question} /> : null
}
