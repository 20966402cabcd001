import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { AnswerInput } from '../../../answers/AnswerInput.tsx'
import { InFormLanguage } from '../FormLanguage.tsx'
import { useSentences } from '../words/useSentences.ts'
import { BlockFrame } from './BlockFrame.tsx'
import styles from './QuestionBlock.module.css'
import { useQuestionWithChoices } from './useQuestionWithChoices.ts'

type Props = {
  question: Question
  number: number
  isSelected: boolean
  isWrong: boolean
  language: Locale
  fallback: Locale
}

/** One question as it will look, with what it means in words. It is drawn again only when it changes itself. */
export const QuestionBlock = memo(function QuestionBlock({ question: stored, language, ...frame }: Props) {
  const { t } = useTranslation()
  const question = useQuestionWithChoices(stored)
  const sentences = useSentences(text => textIn(text, language, frame.fallback).text)(question)
  const isAsked = question.type !== 'calculated' && question.type !== 'hidden'
  return (
    <BlockFrame
      {...frame}
      element={question}
      facts={[isAsked && !question.required && !question.required_if && t('formEditor.optional')]}
      sentences={sentences}
    >
      {labelId => (
        <div className={styles.answer} inert>
          <InFormLanguage>
            <AnswerInput question={question} labelId={labelId} />
          </InFormLanguage>
        </div>
      )}
    </BlockFrame>
  )
})
