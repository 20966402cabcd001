import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { Element } from '#shared/forms/definition.ts'
import { answerInWords } from '#shared/submissions/formatter.ts'
import { RowsProvider, useDraft, useWords } from '../../answers/draft/DraftContext.tsx'
import { useRowName } from '../rows/useRowName.ts'
import styles from './AgainQuestions.module.css'

type Props = {
  at: string
  former: Answer | undefined
  /** How the form shows a question. */
  View: ComponentType<{ element: Element }>
}

/** One question that is asked again, in its row, with what was answered before. */
export function AskedAgain({ at, former, View }: Props) {
  const { t } = useTranslation()
  const { state } = useDraft()
  const words = useWords()
  const rowName = useRowName()
  const instance = state.instance(at)
  const element = instance?.part.element
  if (!instance || !element) return null
  const repeat = instance.part.repeats.at(-1)?.repeat
  const { question } = instance.part
  const photos =
    former?.photos?.length ?? (question?.type === 'photo' && Array.isArray(former?.value) ? former.value.length : 0)
  const said = [
    question && question.type !== 'photo' && answerInWords(question, former, words),
    former?.note,
    photos > 0 && t('filling.photos', { count: photos }),
  ].filter(Boolean)
  return (
    <div className={styles.asked}>
      {repeat && <p className={styles.place}>{rowName(repeat, instance.rows)}</p>}
      <RowsProvider rows={instance.rows}>
        <View element={element} />
      </RowsProvider>
      {said.length > 0 && (
        <p className={styles.former}>
          {t('filling.again.former')}: <strong>{said.map(one => String(one)).join(' · ')}</strong>
        </p>
      )}
    </div>
  )
}
