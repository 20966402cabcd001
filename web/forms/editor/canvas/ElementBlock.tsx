import { Fragment, memo } from 'react'
import type { Element } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Locale } from '#shared/lib/language.ts'
import { ContainerBlock } from './ContainerBlock.tsx'
import { DropPlace } from './dragging.tsx'
import { InstructionBlock } from './InstructionBlock.tsx'
import { QuestionBlock } from './QuestionBlock.tsx'

/** What every block of the canvas needs to know around its element. */
export type Around = {
  selected: string
  language: Locale
  fallback: Locale
  /** The elements with mistakes. */
  wrong: ReadonlySet<string>
}

type ListProps = Around & { parent: string; elements: readonly Element[]; className: string | undefined }

/** Elements that stand together, one below the other. */
export function ElementList({ parent, elements, className, ...around }: ListProps) {
  return (
    <ol className={className}>
      {elements.map((element, index) => (
        <Fragment key={element.id}>
          <DropPlace parent={parent} index={index} />
          <ElementBlock element={element} number={index + 1} {...around} />
        </Fragment>
      ))}
      <DropPlace parent={parent} index={elements.length} />
    </ol>
  )
}

type Props = Around & { element: Element; number: number }

/** One element as it will look. What holds others hears of every selection; the rest only of its own. */
function ElementBlock({ element, number, selected, wrong, language, fallback }: Props) {
  const block = { number, isSelected: selected === element.id, isWrong: wrong.has(element.id), language, fallback }
  if (isQuestion(element)) return <QuestionBlock question={element} {...block} />
  if (element.type === 'instruction') return <InstructionBlock instruction={element} {...block} />
  return (
    <Nested
      element={element}
      number={number}
      selected={selected}
      wrong={wrong}
      language={language}
      fallback={fallback}
    />
  )
}

const Nested = memo(ContainerBlock)
