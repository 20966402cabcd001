import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useConditionWords } from '../logic/useConditionWords.ts'
import { useReading } from '../ReadingContext.tsx'
import { useConsequenceWords } from './useConsequenceWords.ts'

/** When an element is shown, what its answer depends on and sets in motion, as sentences: "Shown only if “Lame” is yes". */
export function useLogicSentences(): (element: Element) => string[] {
  const { t } = useTranslation()
  const words = useConditionWords()
  const { definition, language } = useReading()
  const consequences = useConsequenceWords(text => textIn(text, language, definition.default_language).text)
  const line = (label: string, source: string | undefined, own?: string) =>
    source !== undefined && t('formLogic.says.rule', { rule: label, condition: words(source, own) })

  const questionLines = (question: Question) => [
    line(t('formLogic.requiredIf'), question.required_if),
    question.read_only && t('formLogic.readOnly'),
    line(t('formLogic.readOnlyIf'), question.read_only_if),
    line(t('formLogic.calculate'), question.calculate),
    question.default &&
      question.default.from !== 'fixed' &&
      t('formLogic.says.rule', {
        rule: t('formLogic.default'),
        condition: t(`formLogic.defaults.${question.default.from}`),
      }),
    'choice_filter' in question && line(t('formLogic.choiceFilter'), question.choice_filter),
    ...(question.constraints ?? []).map(({ holds }) => line(t('formLogic.addConstraint'), holds, question.id)),
    line(t('formLogic.endsFormIf'), question.ends_form_if),
    ...(question.triggers ?? []).map(trigger =>
      t('formLogic.says.ifSo', {
        condition: words(trigger.when, question.id),
        consequences: consequences(trigger) || t('formLogic.says.nothing'),
      }),
    ),
  ]

  return element =>
    [line(t('formLogic.visibleIf'), element.visible_if), ...(isQuestion(element) ? questionLines(element) : [])].filter(
      sentence => typeof sentence === 'string',
    )
}
