import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { Question } from '#shared/forms/questions.ts'
import { toLocale } from '#shared/lib/language.ts'
import { formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import { useUser } from '../lib/session/session.ts'

type Props = { question: Question; definition: Definition; answer: Answer | undefined }

/** An answer in a list, as text. A choice that the form no longer offers is shown as it was stored. */
export function AnswerCell({ question, definition, answer }: Props) {
  const { i18n } = useTranslation()
  const timeZone = useUser()?.time_zone
  if (answer?.value === undefined) return null
  const words = formatterFor({ locale: toLocale(i18n.language), timeZone, t: i18n.t as never }, definition)
  const set =
    'choice_set' in question && question.choice_set
      ? definition.choice_sets?.find(({ id }) => id === question.choice_set)
      : undefined
  const asked = set ? ({ ...question, choices: set.choices } as Question) : question
  return <bdi>{formatAnswer(asked, answer, words) || String(answer.value)}</bdi>
}
