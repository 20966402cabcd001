import { useTranslation } from 'react-i18next'
import type { Choice } from '#shared/forms/choices.ts'
import type { WhenFailed } from '#shared/forms/consequences.ts'
import type { Element } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import { canFail, mostPoints } from '#shared/forms/judge.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { useFormat } from '../../lib/format.ts'
import type { RangedQuestion } from './properties/RangesField.tsx'
import { useDurationWords } from './useDurationWords.ts'
import { useRepeatSentences } from './useRepeatSentences.ts'

/** What a question means beyond its words: a line on what is good and what it is worth, one on what a failed answer sets in motion. */
export function useSentences(read: (text: LocalizedText) => string): (element: Element) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDurationWords()
  const repeatSentences = useRepeatSentences()

  const named = (choices: Choice[], isMeant: (choice: Choice) => boolean | undefined) =>
    format.list(choices.filter(isMeant).map(choice => read(choice.label)))

  function judgement(question: Question): (string | false | undefined)[] {
    if (question.type === 'yes_no')
      return [question.good && t('forms.says.good', { answer: t(`submissions.answers.${question.good}`) })]
    if ('ranges' in question) return [ranges(question)]
    if (!('choices' in question)) return []
    const { choices } = question
    return [
      canFail(question) &&
        t('forms.says.fails', { answers: named(choices, choice => choice.fails && !choice.not_applicable) }),
      choices.some(choice => choice.not_applicable) &&
        t('forms.says.outside', { answers: named(choices, choice => choice.not_applicable) }),
    ]
  }

  function ranges({ ranges = [] }: RangedQuestion): string | false {
    const words = ranges.map(({ up_to, below, fails }) => {
      const bound =
        up_to !== undefined
          ? t('forms.says.upTo', { number: format.number(up_to) })
          : below !== undefined
            ? t('forms.says.below', { number: format.number(below) })
            : t('forms.says.above')
      return t(fails ? 'forms.says.rangeFails' : 'forms.says.rangePasses', { range: bound })
    })
    return words.length > 0 && format.list(words)
  }

  function consequences({ require_note, require_photo, task, notify, set_status }: WhenFailed): string | false {
    const parts = [
      require_note && t('forms.says.note'),
      require_photo && t('forms.says.photo'),
      task &&
        t(`forms.says.task.${typeof task.assignee === 'string' ? task.assignee : 'chosen'}`, {
          title: read(task.title),
          duration: duration(task.due_after),
        }),
      notify && t('forms.says.notify'),
      set_status && t(`forms.says.status.${set_status}`),
    ].filter(part => typeof part === 'string')
    return parts.length > 0 && t('forms.says.ifFails', { consequences: format.list(parts) })
  }

  return element => {
    if (!isQuestion(element)) return element.type === 'repeat' ? repeatSentences(element) : []
    const question = element
    const points = mostPoints(question)
    const whenFailed = 'when_failed' in question ? question.when_failed : undefined
    const facts = [
      ...judgement(question),
      points > 0 && t('forms.points', { count: points, number: format.number(points) }),
      'critical' in question && question.critical && t('forms.says.critical'),
    ].filter(fact => typeof fact === 'string')
    return [facts.join(' · '), whenFailed && consequences(whenFailed)].filter(
      line => typeof line === 'string' && line !== '',
    ) as string[]
  }
}
