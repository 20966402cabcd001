import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContextKey, Default } from '#shared/forms/elementFields.ts'
import type { Question } from '#shared/forms/questions.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useToday } from '../../../shell/company.ts'
import { useChangeElement, useShown } from '../EditingContext.tsx'
import { FigureField } from '../properties/fields.tsx'
import styles from '../properties/Properties.module.css'
import { findChoiceSet } from '../structure/choiceSets.ts'
import { patched } from '../structure/content.ts'
import { ExpressionField } from './ExpressionField.tsx'
import { contextKeysFor } from './operators.ts'

/** What can be written there beforehand; the others come from somewhere. */
const fixable = new Set<Question['type']>([
  'yes_no',
  'single_choice',
  'number',
  'slider',
  'rating',
  'text',
  'barcode',
  'date',
  'time',
  'hidden',
])
/** What a file is cannot be known before there is one. */
const withoutDefault = new Set<Question['type']>(['photo', 'file', 'signature'])

/** The default of a question. */
export function DefaultField({ question: stored }: { question: Question }) {
  const { t } = useTranslation()
  const today = useToday()
  const question = useQuestionWithSet(stored)
  const change = useChangeElement<Question>(stored)
  const { default: given } = question
  if (withoutDefault.has(question.type)) return null
  const put = (next: Default | undefined, field?: string) =>
    change(before => patched(before, { default: next }), field && `default.${field}`)
  const known = contextKeysFor(question.type)
  const sources = [
    'none',
    ...(fixable.has(question.type) ? ['fixed'] : []),
    ...(known.length > 0 ? ['context'] : []),
    'last_answer',
    'expression',
  ] as const

  function take(from: string) {
    if (from === 'fixed') return put({ from, value: usualValue(question, today) })
    if (from === 'context' && known[0]) return put({ from, key: known[0] })
    if (from === 'expression') return put({ from, expression: "''" })
    put(from === 'last_answer' ? { from } : undefined)
  }

  return (
    <div className={styles.items} data-field="default">
      <NativeSelect
        label={t('formLogic.default')}
        value={given?.from ?? 'none'}
        data={[...new Set([...sources, given?.from ?? 'none'])].map(value => ({
          value,
          label: t(`formLogic.defaults.${value as Default['from'] | 'none'}`),
        }))}
        onChange={event => take(event.currentTarget.value)}
      />
      {given?.from === 'fixed' && (
        <FixedValue
          question={question}
          value={given.value}
          onChange={value => put({ from: 'fixed', value }, 'value')}
        />
      )}
      {given?.from === 'context' && (
        <NativeSelect
          aria-label={t('formLogic.contextKey')}
          value={given.key}
          data={[...new Set([...known, given.key])].map(value => ({ value, label: t(`formLogic.context.${value}`) }))}
          onChange={event => put({ from: 'context', key: event.currentTarget.value as ContextKey })}
        />
      )}
      {given?.from === 'expression' && (
        <ExpressionField
          label={t('formLogic.expression')}
          field="default.expression"
          element={question.id}
          value={given.expression}
          onChange={expression => expression && put({ from: 'expression', expression }, 'expression')}
        />
      )}
    </div>
  )
}

type Fixed = Extract<Default, { from: 'fixed' }>['value']

function usualValue(question: Question, today: string): Fixed {
  switch (question.type) {
    case 'yes_no':
      return question.good ?? 'yes'
    case 'single_choice':
      return question.choices[0]?.id ?? ''
    case 'number':
    case 'slider':
      return question.min ?? 0
    case 'rating':
      return 1
    case 'date':
      return today
    case 'time':
      return '08:00'
    default:
      return ''
  }
}

type FixedProps = { question: Question; value: Fixed; onChange: (value: Fixed) => void }

function FixedValue({ question, value, onChange }: FixedProps) {
  const { t } = useTranslation()
  const { state } = useShown()
  const label = t('formLogic.fixedValue')
  if (question.type === 'number' || question.type === 'slider' || question.type === 'rating')
    return (
      <FigureField
        label={label}
        field="default.value"
        value={typeof value === 'number' ? value : undefined}
        onChange={figure => figure !== undefined && onChange(figure)}
      />
    )
  const answers =
    question.type === 'yes_no'
      ? (['yes', 'no'] as const).map(one => ({ value: one as string, label: t(`submissions.answers.${one}`) }))
      : question.type === 'single_choice'
        ? question.choices.map(choice => ({
            value: choice.id,
            label: textIn(choice.label, state.language, state.content.definition.default_language).text || choice.id,
          }))
        : null
  if (answers)
    return (
      <NativeSelect
        label={label}
        value={String(value)}
        data={answers}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      label={label}
      type={question.type === 'date' || question.type === 'time' ? question.type : 'text'}
      maxLength={5_000}
      value={typeof value === 'string' ? value : ''}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** The question with the choices of its set, where it takes one. */
function useQuestionWithSet(question: Question): Question {
  const { definition } = useShown().state.content
  if (!('choices' in question) || question.choice_set === undefined) return question
  return { ...question, choices: findChoiceSet(definition, question.choice_set)?.choices ?? [] }
}
