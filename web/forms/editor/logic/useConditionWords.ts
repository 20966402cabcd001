import { useTranslation } from 'react-i18next'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import { referencesIn } from '#shared/forms/expressions/references.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { useElementNames, useReading } from '../EditingContext.tsx'
import { type Compared, type Condition, isAlways, type Operand, readConditions, shortened } from './conditions.ts'
import { useKnown } from './useSurroundings.ts'

/**
 * An expression as people say it: "Lame is yes and Age is at least 2". What cannot be said so is shown with the words
 * of its questions. `own` is the question whose answer it speaks of as its own.
 */
export function useConditionWords(): (source: string, own?: string) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const known = useKnown()
  const nameOf = useElementNames()
  const { definition, language } = useReading()
  const quoted = (words: string) => t('formLogic.quoted', { words: shortened(words) })
  const named = (id: string) => quoted(known.has(id) ? nameOf(id) : t('formLogic.gone'))

  function operandWords(operand: Operand): string {
    switch (operand.of) {
      case 'self':
        return t('formLogic.thisAnswer')
      case 'attribute':
        return operand.name === 'name' ? t('formLogic.thisChoice') : operand.name
      case 'rows':
        return t('formLogic.rowsOf', { name: named(operand.name) })
      case 'question':
        return named(operand.name)
    }
  }

  function comparedWords(compared: Compared | undefined, operand: Operand, own: string): string {
    switch (compared?.kind) {
      case 'number':
        return format.number(compared.value)
      case 'today':
        return t('formLogic.compared.today')
      case 'date':
        return format.date(compared.value)
      case 'answer':
        return named(compared.name)
      case 'text': {
        const name = operand.of === 'self' ? own : operand.of === 'question' ? operand.name : ''
        const asked = known.get(name)
        if (asked?.type === 'yes_no' && isAnswer(compared.value)) return t(`submissions.answers.${compared.value}`)
        const choice = asked && 'choices' in asked && asked.choices.find(({ id }) => id === compared.value)
        const words = choice && textIn(choice.label, language, definition.default_language).text
        return quoted(words || compared.value)
      }
      default:
        return ''
    }
  }

  const conditionWords = ({ operand, operator, compared }: Condition, own: string) =>
    t('formLogic.conditionWords', {
      asked: operandWords(operand),
      how: t(`formLogic.operators.${operator}`),
      compared: comparedWords(compared, operand, own),
    }).trim()

  return (source, own = '') => {
    if (isAlways(source)) return t('formLogic.says.always')
    const read = readConditions(source)
    if (read)
      return format.list(
        read.conditions.map(condition => conditionWords(condition, own)),
        read.all ? 'conjunction' : 'disjunction',
      )
    return withNames(source, named)
  }
}

const isAnswer = (value: string) => value === 'yes' || value === 'no' || value === 'na'

/**
 * The expression with the texts of the questions in place of their names. It runs from left to right in every language,
 * and each name in its own direction.
 */
function withNames(source: string, named: (id: string) => string): string {
  const { tree } = parseExpression(source)
  if (!tree) return source
  const words = referencesIn(tree)
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { name, at, end }) => `${text.slice(0, at)}\u2068${named(name)}\u2069${text.slice(end)}`, source)
  return `\u2066${words}\u2069`
}
