import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useConditionWords } from './logic/useConditionWords.ts'

/** When an element is shown and what its answer depends on, as sentences: "Shown only if “Lame” is yes". */
export function useLogicSentences(): (element: Element) => string[] {
  const { t } = useTranslation()
  const words = useConditionWords()
  const line = (label: string, source: string | undefined) =>
    source !== undefined && t('forms.says.rule', { rule: label, condition: words(source) })

  const questionLines = (question: Question) => [
    line(t('forms.requiredIf'), question.required_if),
    question.read_only && t('forms.readOnly'),
    line(t('forms.readOnlyIf'), question.read_only_if),
    line(t('forms.calculate'), question.calculate),
    question.default &&
      question.default.from !== 'fixed' &&
      t('forms.says.rule', { rule: t('forms.default'), condition: t(`forms.defaults.${question.default.from}`) }),
    'choice_filter' in question && line(t('forms.choiceFilter'), question.choice_filter),
    ...(question.constraints ?? []).map(({ holds }) => line(t('forms.addConstraint'), holds)),
    line(t('forms.endsFormIf'), question.ends_form_if),
  ]

  return element =>
    [line(t('forms.visibleIf'), element.visible_if), ...(isQuestion(element) ? questionLines(element) : [])].filter(
      sentence => typeof sentence === 'string',
    )
}
