import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useConditionWords } from './logic/useConditionWords.ts'
import { useReading } from './ReadingContext.tsx'
import { useConsequenceWords } from './useConsequenceWords.ts'

/** When an element is shown, what its answer depends on and sets in motion, as sentences: "Shown only if “Lame” is yes". */
export function useLogicSentences(): (element: Element) => string[] {
  const { t } = useTranslation()
  const words = useConditionWords()
  const { definition, language } = useReading()
  const consequences = useConsequenceWords(text => textIn(text, language, definition.default_language).text)
  const line = (label: string, source: string | undefined, own?: string) =>
    source !== undefined && t('forms.says.rule', { rule: label, condition: words(source, own) })

  const questionLines = (question: Question) => [
    line(t('forms.requiredIf'), question.required_if),
    question.read_only && t('forms.readOnly'),
    line(t('forms.readOnlyIf'), question.read_only_if),
    line(t('forms.calculate'), question.calculate),
    question.default &&
      question.default.from !== 'fixed' &&
      t('forms.says.rule', { rule: t('forms.default'), condition: t(`forms.defaults.${question.default.from}`) }),
    'choice_filter' in question && line(t('forms.choiceFilter'), question.choice_filter),
    ...(question.constraints ?? []).map(({ holds }) => line(t('forms.addConstraint'), holds, question.id)),
    line(t('forms.endsFormIf'), question.ends_form_if),
    ...(question.triggers ?? []).map(trigger =>
      t('forms.says.ifSo', {
        condition: words(trigger.when, question.id),
        consequences: consequences(trigger) || t('forms.says.nothing'),
      }),
    ),
  ]

  return element =>
    [line(t('forms.visibleIf'), element.visible_if), ...(isQuestion(element) ? questionLines(element) : [])].filter(
      sentence => typeof sentence === 'string',
    )
}
