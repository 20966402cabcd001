import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { AnswerInput } from '../../filling/answers/AnswerInput.tsx'
import { useFormat } from '../../lib/format.ts'
import { typeIcons } from '../questionTypes.ts'
import { ElementButton } from './ElementButton.tsx'
import { ElementName } from './ElementName.tsx'
import { ElementTools } from './ElementTools.tsx'
import { InFormLanguage } from './FormLanguage.tsx'
import styles from './QuestionBlock.module.css'
import { useSentences } from './useSentences.ts'

type Props = {
  question: Question
  number: number
  isSelected: boolean
  isWrong: boolean
  language: Locale
  fallback: Locale
}

/** One question as it will look, with what it means in words. It is drawn again only when it changes itself. */
export const QuestionBlock = memo(function QuestionBlock(props: Props) {
  const { question, number, isSelected, isWrong, language, fallback } = props
  const { t } = useTranslation()
  const format = useFormat()
  const labelId = useId()
  const sentences = useSentences(text => textIn(text, language, fallback).text)(question)
  const Icon = typeIcons[question.type]
  return (
    <li className={styles.question} data-selected={isSelected || undefined}>
      <p className={styles.type}>
        <Icon size={16} aria-hidden />
        {[t(`forms.types.${question.type}`), !question.required && t('forms.optional')].filter(Boolean).join(' · ')}
      </p>
      <h3 id={labelId} className={styles.label}>
        <ElementName
          text={question.label}
          fallback={fallback}
          nameless={t('forms.namelessQuestion', { number: format.number(number) })}
          isWrong={isWrong}
        />
      </h3>
      <div className={styles.answer} inert>
        <InFormLanguage>
          <AnswerInput question={question} labelId={labelId} />
        </InFormLanguage>
      </div>
      {sentences.length > 0 && (
        <ul className={styles.sentences}>
          {sentences.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <ElementButton id={question.id} labelledBy={labelId} isSelected={isSelected} field="label" />
      {isSelected && <ElementTools id={question.id} kind="question" />}
    </li>
  )
})
