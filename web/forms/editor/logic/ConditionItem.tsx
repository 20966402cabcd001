import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import { useFormat } from '../../../lib/format.ts'
import { useElementNames } from '../properties/useElementNames.ts'
import { ComparedField } from './ComparedField.tsx'
import type { Condition, Operand, Operator } from './conditions.ts'
import styles from './Logic.module.css'
import { type AnswerKind, kindOf, needsCompared, newCondition, operatorsFor, usualCompared } from './operators.ts'
import { type Known, useKnown } from './useSurroundings.ts'

type Props = {
  condition: Condition
  number: number
  element: string
  use: 'condition' | 'own_answer' | 'filter'
  onChange: (condition: Condition) => void
  onRemove: (() => void) | undefined
}

/** One condition: of what, how, with what. */
export function ConditionItem({ condition, number, element, use, onChange, onRemove }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useElementNames()
  const known = useKnown()
  const { operand, operator, compared } = condition
  const asked = askedIn(known, operand, element)
  const kind: AnswerKind = operand.of === 'attribute' ? 'column' : ((asked && kindOf(asked)) ?? 'presence')
  const offered = [...known.values()].filter(one => one.id !== element && kindOf(one))
  const isGone = operand.of !== 'self' && operand.of !== 'attribute' && !known.has(operand.name)

  function ask(value: string) {
    if (value === '.') return onChange(newCondition({ of: 'self' }, kindOfSelf(known, element), known.get(element)))
    const found = known.get(value)
    if (found)
      onChange(
        newCondition(
          { of: found.type === 'repeat' ? 'rows' : 'question', name: found.id },
          kindOf(found) ?? 'text',
          found,
        ),
      )
  }

  function operate(next: Operator) {
    const { compared: _, ...rest } = condition
    onChange({
      ...rest,
      operator: next,
      ...(needsCompared(next) && { compared: compared ?? usualCompared(kind, asked) }),
    })
  }

  return (
    <div className={styles.condition}>
      <div className={styles.line}>
        {operand.of === 'attribute' ? (
          <TextInput
            label={t('formLogic.column')}
            description={t('formLogic.columnHelp')}
            dir="ltr"
            value={operand.name}
            error={isColumn(operand.name) ? undefined : t('problem.field.wrong_format')}
            onChange={event => {
              const name = event.currentTarget.value.trim()
              if (isColumn(name)) onChange({ ...condition, operand: { of: 'attribute', name } })
            }}
          />
        ) : (
          <NativeSelect
            aria-label={t('formLogic.askedAbout', { number: format.number(number) })}
            value={operand.of === 'self' ? '.' : operand.name}
            error={isGone ? t('problem.field.unknown_reference', { name: operand.name }) : undefined}
            data={[
              ...(use === 'own_answer' ? [{ value: '.', label: t('formLogic.thisAnswer') }] : []),
              ...(isGone ? [{ value: operand.name, label: t('formLogic.gone') }] : []),
              ...offered.map(({ id, type }) => ({
                value: id,
                label: type === 'repeat' ? t('formLogic.rowsOf', { name: nameOf(id) }) : nameOf(id),
              })),
            ]}
            onChange={event => ask(event.currentTarget.value)}
          />
        )}
        {onRemove && (
          <ActionIcon
            aria-label={t('formLogic.removeConditionNumber', { number: format.number(number) })}
            title={t('formEditor.remove')}
            onClick={onRemove}
          >
            <IconTrash size={20} />
          </ActionIcon>
        )}
      </div>
      <NativeSelect
        aria-label={t('formLogic.askedHow', { number: format.number(number) })}
        value={operator}
        data={[...new Set([...operatorsFor(kind, operand), operator])].map(value => ({
          value,
          label: t(`formLogic.operators.${value}`),
        }))}
        onChange={event => operate(event.currentTarget.value as Operator)}
      />
      {compared && needsCompared(operator) && (
        <ComparedField
          compared={compared}
          kind={kind}
          asked={asked}
          except={element}
          number={number}
          onChange={next => onChange({ ...condition, compared: next })}
        />
      )}
    </div>
  )
}

const isColumn = (name: string) => /^[A-Za-z_][\w.-]{0,63}$/.test(name)

const askedIn = (known: Known, operand: Operand, element: string): Element | undefined =>
  known.get(operand.of === 'self' || operand.of === 'attribute' ? element : operand.name)

const kindOfSelf = (known: Known, element: string): AnswerKind => {
  const own = known.get(element)
  return (own && kindOf(own)) ?? 'text'
}
