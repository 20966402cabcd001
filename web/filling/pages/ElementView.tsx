import type { Element } from '#shared/forms/definition.ts'
import { useDraft, useRows } from '../../answers/draft/DraftContext.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { GroupView } from './GroupView.tsx'
import { InstructionView } from './InstructionView.tsx'
import { QuestionCard } from './QuestionCard.tsx'

const RepeatView = lazyPart(() => import('../rows/RepeatView.tsx').then(part => part.RepeatView))

/** A part of a section or of a row, whatever it is. */
export function ElementView({ element }: { element: Element }) {
  const draft = useDraft()
  const rows = useRows()
  switch (element.type) {
    case 'instruction':
      return <InstructionView instruction={element} />
    case 'group':
      return <GroupView group={element} />
    case 'repeat':
      return <RepeatView repeat={element} />
    default:
      return <QuestionCard question={draft.asked(element, rows.at(-1))} />
  }
}
