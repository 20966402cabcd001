import { useTranslation } from 'react-i18next'
import type { Question, TextQuestion } from '#shared/forms/questions.ts'
import { useChangeQuestion } from '../EditingContext.tsx'
import { patched } from '../patched.ts'
import { ChoicesProperties } from './ChoicesProperties.tsx'
import { NumberProperties } from './NumberProperties.tsx'
import { Toggle } from './Toggle.tsx'
import { YesNoProperties } from './YesNoProperties.tsx'

/** How a question is answered. Dates and photos need no more words. */
export function AnswerProperties({ question }: { question: Question }) {
  switch (question.type) {
    case 'yes_no':
      return <YesNoProperties question={question} />
    case 'single_choice':
    case 'multiple_choice':
      return <ChoicesProperties question={question} />
    case 'number':
      return <NumberProperties question={question} />
    case 'text':
      return <TextProperties question={question} />
    case 'date':
    case 'photo':
      return null
  }
}

function TextProperties({ question }: { question: TextQuestion }) {
  const { t } = useTranslation()
  const change = useChangeQuestion(question)
  return (
    <Toggle
      label={t('forms.longText')}
      checked={question.long === true}
      onChange={long => change(before => patched(before, { long: long || undefined }))}
    />
  )
}
