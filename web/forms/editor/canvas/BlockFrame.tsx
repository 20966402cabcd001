import { type ReactNode, use, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'
import { useFormat } from '../../../lib/format.ts'
import { typeIcons } from '../../questionTypes.ts'
import { PickButton } from '../several/PickButton.tsx'
import { PicksContext } from '../several/picks.ts'
import { DragHandle } from './dragging.tsx'
import { ElementButton } from './ElementButton.tsx'
import { ElementName } from './ElementName.tsx'
import { ElementTools } from './ElementTools.tsx'
import { LogicSentences } from './LogicSentences.tsx'
import styles from './QuestionBlock.module.css'

type Props = {
  element: Element
  number: number
  /** What stands beside the name of the type. */
  facts: (string | false)[]
  sentences: string[]
  isSelected: boolean
  isWrong: boolean
  fallback: Locale
  /** How it is answered, given the element that says its name. */
  children?: ((labelId: string) => ReactNode) | undefined
  /** What stands in it, outside of what can be pressed to choose it. */
  inside?: ReactNode
}

/** The card of an element on the canvas: its type, its words, what it means; pressed, it is chosen. */
export function BlockFrame({ element, number, facts, sentences, isSelected, isWrong, fallback, ...parts }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const labelId = useId()
  const { isPicking } = use(PicksContext)
  const Icon = typeIcons[element.type]
  return (
    <li className={styles.question} data-selected={isSelected || undefined}>
      <div className={styles.head}>
        <p className={styles.type}>
          <Icon size={16} />
          {[t(`forms.types.${element.type}`), ...facts].filter(Boolean).join(' · ')}
        </p>
        <h3 id={labelId} className={styles.label}>
          <ElementName
            text={element.label}
            fallback={fallback}
            nameless={t('formEditor.namelessQuestion', { number: format.number(number) })}
            isWrong={isWrong}
          />
        </h3>
        {parts.children?.(labelId)}
        <ul className={styles.sentences}>
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
          <LogicSentences element={element} />
        </ul>
        {isPicking ? (
          <PickButton id={element.id} labelledBy={labelId} />
        ) : (
          <>
            <ElementButton id={element.id} labelledBy={labelId} isSelected={isSelected} field="label" />
            <DragHandle id={element.id} />
            {isSelected && <ElementTools id={element.id} kind="element" />}
          </>
        )}
      </div>
      {parts.inside}
    </li>
  )
}
