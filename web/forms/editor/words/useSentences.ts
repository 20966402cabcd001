import { useTranslation } from 'react-i18next'
import type { FormCondition, FormTrigger, WhenFailed } from '#shared/forms/consequences.ts'
import type { Element, Repeat, Scoring } from '#shared/forms/definition.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import { allElements, isQuestion } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { canFail, maxPoints } from '#shared/forms/scoreAnswer.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { useElementNames, useReading } from '../EditingContext.tsx'
import { useConditionWords } from '../logic/useConditionWords.ts'
import type { RangedQuestion } from '../properties/answers/RangesField.tsx'

/**
 * Describes a question beyond its words: a line on good answers and their points, one on the effects of a failed
 * answer.
 */
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

/**
 * When an element is shown, what its answer depends on and sets in motion, as sentences: "Shown only if “Lame” is yes".
 */
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

/** What the result of a form sets in motion, as a sentence: "If a critical question fails: …". */
export function useTriggerSentences(): (trigger: FormTrigger) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useConditionWords()
  const nameOf = useElementNames()
  const { definition, language } = useReading()
  const read = (text: Parameters<typeof textIn>[0]) => textIn(text, language, definition.default_language).text
  const consequences = useConsequenceWords(read)
  const percent = (value: number) => format.percent(value / 100, 2)

  function measureName(id: string): string {
    const measures = definition.sections
      .flatMap(({ questions }) => allElements(questions))
      .flatMap(element => ('measures' in element ? (element.measures ?? []) : []))
    return read(measures.find(measure => measure.id === id)?.label) || t('formLogic.gone')
  }

  function condition(when: FormCondition): string {
    switch (when.on) {
      case 'answers':
        return words(when.holds)
      case 'critical':
        return t('formLogic.says.results.critical')
      case 'band':
        return t(`formLogic.says.results.${when.band}`)
      case 'score': {
        const { section } = when
        const part =
          section === undefined ? t('formProperties.wholeForm') : t('formLogic.quoted', { words: nameOf(section) })
        return t('formLogic.says.results.score', { part, percent: percent(when.below) })
      }
      case 'measure':
        return t('formLogic.says.results.measure', {
          measure: measureName(when.measure),
          percent: percent(when.at_least),
        })
    }
  }

  function demandsOf({ demand }: FormTrigger): string[] {
    if (!demand) return []
    const question = nameOf(demand.question)
    return [
      demand.note && t('formLogic.says.noteAt', { question }),
      demand.photo && t('formLogic.says.photoAt', { question }),
    ].filter(line => typeof line === 'string')
  }

  return trigger =>
    t('formLogic.says.ifSo', {
      condition: condition(trigger.when),
      consequences: consequences(trigger, demandsOf(trigger)) || t('formLogic.says.nothing'),
    })
}

/**
 * What an answer or a result demands and sets in motion, as one line; empty where that is nothing. `demands` says what
 * only the result of a whole form can ask for: it names other questions, and what follows those is drawn again with
 * each of their words.
 */
function useConsequenceWords(
  read: (text: LocalizedText) => string,
): (consequences: WhenFailed, demands?: string[]) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useDurationWords()
  return ({ require_note, require_photo, task, notify, set_status }, demands = []) => {
    const parts = [
      require_note && t('formLogic.says.note'),
      require_photo && t('formLogic.says.photo'),
      ...demands,
      task &&
        t(`formLogic.says.task.${typeof task.assignee === 'string' ? task.assignee : 'chosen'}`, {
          title: read(task.title),
          duration: duration(task.due_after),
        }),
      notify && t('formLogic.says.notify'),
      set_status && t(`formLogic.says.status.${set_status}`),
    ].filter(part => typeof part === 'string')
    return format.list(parts)
  }
}

const units: Record<string, string> = { W: 'week', D: 'day', TH: 'hour', TM: 'minute' }

/** A duration of one unit ("PT4H") as people say it, "4 hours"; any other as it is written. */
export function useDurationWords(): (duration: string) => string {
  const format = useFormat()
  return duration => {
    const [, time = '', count, sign = ''] = /^P(T?)(\d+)([WDHM])$/.exec(duration) ?? []
    const unit = units[time + sign]
    return unit ? format.number(Number(count), { style: 'unit', unit, unitDisplay: 'long' }) : duration
  }
}

/** Where the rows of a repeat come from and how many there may be, as sentences. */
function useRepeatSentences(): (repeat: Repeat) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ rows, min_rows, max_rows, measures = [] }) => {
    const sample = rows && 'sample' in rows ? rows.sample : undefined
    return [
      t(`formLogic.says.rows.${rows?.from ?? 'person'}`),
      sample &&
        t('formLogic.says.sample', {
          precision: format.number(sample.precision),
          confidence: format.percent(sample.confidence / 100),
        }),
      min_rows !== undefined && t('formLogic.says.minRows', { count: min_rows }),
      max_rows !== undefined && t('formLogic.says.maxRows', { count: max_rows }),
      measures.length > 0 && t('formLogic.says.measures', { count: measures.length }),
    ].filter(line => typeof line === 'string')
  }
}

/** How a form is scored, as sentences. */
export function useScoringWords(): (scoring: Scoring | undefined) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = (value: number) => format.percent(value / 100, 2)
  return scoring => {
    if (!scoring) return [t('formLogic.says.noScore')]
    const { bands, pass_percent, critical_cap } = scoring
    const bounds = t('formLogic.says.bands', { good: percent(bands.good), attention: percent(bands.attention) })
    return [
      bounds,
      ...(pass_percent === undefined ? [] : [t('formLogic.says.passMark', { percent: percent(pass_percent) })]),
      ...(critical_cap === undefined ? [] : [t('formLogic.says.criticalCap', { percent: percent(critical_cap) })]),
    ]
  }
}
