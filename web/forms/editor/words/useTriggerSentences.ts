import { useTranslation } from 'react-i18next'
import type { FormCondition, FormTrigger } from '#shared/forms/consequences.ts'
import { allElements } from '#shared/forms/elements.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { useConditionWords } from '../logic/useConditionWords.ts'
import { useElementNames } from '../properties/useElementNames.ts'
import { useReading } from '../ReadingContext.tsx'
import { useConsequenceWords } from './useConsequenceWords.ts'

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
