import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import { canFail, maxPoints } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { useFormat } from '../../../lib/format.ts'
import type { RangedQuestion } from '../properties/answers/RangesField.tsx'
import { useConsequenceWords } from './useConsequenceWords.ts'
import { useRepeatSentences } from './useRepeatSentences.ts'

/** What a question means beyond its words: a line on what is good and what it is worth, one on what a failed answer sets in motion. */
export function useSentences(read: (text: LocalizedText) => string): (element: Element) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const consequences = useConsequenceWords(read)
  const repeatSentences = useRepeatSentences()

  const named = (choices: Choice[], isMeant: (choice: Choice) => boolean | undefined) =>
    format.list(choices.filter(isMeant).map(choice => read(choice.label)))

  function judgement(question: Question): (string | false | undefined)[] {
    if (question.type === 'yes_no')
      return [question.good && t('formLogic.says.good', { answer: t(`submissions.answers.${question.good}`) })]
    if ('ranges' in question) return [ranges(question)]
    if (!('choices' in question)) return []
    const { choices } = question
    return [
      canFail(question) &&
        t('formLogic.says.fails', { answers: named(choices, choice => choice.fails && !choice.not_applicable) }),
      choices.some(choice => choice.not_applicable) &&
        t('formLogic.says.outside', { answers: named(choices, choice => choice.not_applicable) }),
    ]
  }

  function ranges({ ranges = [] }: RangedQuestion): string | false {
    const words = ranges.map(({ up_to, below, fails }) => {
      const bound =
        up_to !== undefined
          ? t('formLogic.says.upTo', { number: format.number(up_to) })
          : below !== undefined
            ? t('formLogic.says.below', { number: format.number(below) })
            : t('formLogic.says.above')
      return t(fails ? 'formLogic.says.rangeFails' : 'formLogic.says.rangePasses', { range: bound })
    })
    return words.length > 0 && format.list(words)
  }

  return element => {
    if (!isQuestion(element)) return element.type === 'repeat' ? repeatSentences(element) : []
    const question = element
    const points = maxPoints(question)
    const whenFailed = 'when_failed' in question ? question.when_failed : undefined
    const facts = [
      ...judgement(question),
      points > 0 && t('formEditor.points', { count: points, number: format.number(points) }),
      'critical' in question && question.critical && t('formLogic.says.critical'),
    ].filter(fact => typeof fact === 'string')
    const follows = whenFailed && consequences(whenFailed)
    return [facts.join(' · '), follows ? t('formLogic.says.ifFails', { consequences: follows }) : ''].filter(Boolean)
  }
}
