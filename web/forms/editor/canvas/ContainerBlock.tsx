import { useTranslation } from 'react-i18next'
import type { Group, Repeat } from '#shared/forms/definition.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useSentences } from '../words/useSentences.ts'
import { AddElement } from './AddElement.tsx'
import { BlockFrame } from './BlockFrame.tsx'
import { type Around, ElementList } from './ElementBlock.tsx'
import styles from './SectionBlock.module.css'

type Props = Around & { element: Group | Repeat; number: number }

/** A group or repeat with what stands in it, and the way to add to that. */
export function ContainerBlock({ element, number, ...around }: Props) {
  const { t } = useTranslation()
  const sentences = useSentences(text => textIn(text, around.language, around.fallback).text)
  const { id, questions } = element
  return (
    <BlockFrame
      element={element}
      number={number}
      facts={[t('forms.questionCount', { count: questions.length })]}
      sentences={sentences(element)}
      isSelected={around.selected === id}
      isWrong={around.wrong.has(id)}
      fallback={around.fallback}
      inside={
        <div className={styles.nested}>
          <ElementList parent={id} elements={questions} className={styles.questions} {...around} />
          <AddElement
            size="compact-sm"
            place={{ parent: id, index: questions.length }}
            text={t(element.type === 'repeat' ? 'formEditor.addToRepeat' : 'formEditor.addToGroup')}
          />
        </div>
      }
    />
  )
}
