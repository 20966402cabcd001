import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { AnswerInput } from '../../answers/AnswerInput.tsx'
import { DraftProvider } from '../../answers/draft/DraftContext.tsx'
import styles from './PublicLinkSheet.module.css'
import type { GivenAnswersState as Answers } from './useGivenAnswers.ts'

type Props = { answers: Answers; errors: Record<string, string[]> }

/** What the link answers in place of visitors, and what else it could. */
export function GivenAnswers({ answers, errors }: Props) {
  const { t, i18n } = useTranslation()
  const { draft, questions, rest, add, remove } = answers
  const nameOf = ({ id, label }: Question) =>
    plainText(textIn(label, toLocale(i18n.language), draft.definition.default_language).text) || id
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>{t('publicLink.answers')}</legend>
      <p className={styles.text}>{t('publicLink.answersText')}</p>
      <DraftProvider draft={draft}>
        {questions.map(question => (
          <fieldset key={question.id} className={styles.answer} aria-labelledby={`given-${question.id}`}>
            <div className={styles.question}>
              <h4 id={`given-${question.id}`} className={styles.label}>
                {nameOf(question)}
              </h4>
              <ActionIcon
                aria-label={t('publicLink.removeAnswer', { question: nameOf(question) })}
                onClick={() => remove(question.id)}
              >
                <IconX size={20} />
              </ActionIcon>
            </div>
            <AnswerInput question={question} labelId={`given-${question.id}`} />
            {errors[`prefill.${question.id}`] && (
              <p className={styles.error} role="alert">
                {errors[`prefill.${question.id}`]?.join(' ')}
              </p>
            )}
          </fieldset>
        ))}
      </DraftProvider>
      {rest.length > 0 && (
        <NativeSelect
          aria-label={t('publicLink.addAnswer')}
          value=""
          data={[
            { value: '', label: t('publicLink.addAnswer') },
            ...rest.map(question => ({ value: question.id, label: nameOf(question) })),
          ]}
          onChange={event => event.currentTarget.value && add(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}
