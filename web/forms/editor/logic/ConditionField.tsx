/**
 * A condition to pick: answers, comparison and value, with a sentence below. Its expression is shown under it and can
 * be typed; conditions that cannot be picked are only typed.
 */
import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import { useFormat } from '../../../lib/format.ts'
import { useElementNames } from '../EditingContext.tsx'
import { ComparedField } from './ComparedField.tsx'
import {
  type Condition,
  type Conditions,
  type Operand,
  type Operator,
  readConditions,
  writeConditions,
} from './conditions.ts'
import { ExpressionField } from './ExpressionField.tsx'
import styles from './Logic.module.css'
import { type AnswerKind, kindOf, needsCompared, newCondition, operatorsFor, usualCompared } from './operators.ts'
import { useConditionWords } from './useConditionWords.ts'
import { type Known, useKnown } from './useSurroundings.ts'

type Props = {
  label: string
  field: string
  element: string
  value: string | undefined
  /** Undefined when there is no condition any more. */
  onChange: (expression: string | undefined) => void
  use?: 'condition' | 'own_answer' | 'filter'
  error?: string | undefined
}

export function ConditionField({ label, field, element, value, onChange, use = 'condition', error }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const words = useConditionWords()
  const first = useFirstCondition(element, use)
  // "Is", with nothing to compare yet, is written like "is not answered": the choice stays while it says the same.
  const [picked, setPicked] = useState<Conditions | null>(null)
  const read = value === undefined ? null : standing(picked, value)
  function put(next: Conditions) {
    setPicked(next)
    onChange(writeConditions(next))
  }

  if (value === undefined)
    return (
      <div data-field={field}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={18} />}
          onClick={() => put({ all: true, conditions: [first] })}
        >
          {label}
        </Button>
      </div>
    )

  const change = (index: number, condition: Condition) =>
    read && put({ ...read, conditions: read.conditions.with(index, condition) })
  return (
    <fieldset aria-labelledby={titleId} className={styles.conditions} data-field={field}>
      <div className={styles.line}>
        <p id={titleId} className={styles.title}>
          {label}
        </p>
        <ActionIcon
          aria-label={t('formLogic.removeCondition', { name: label })}
          title={t('formEditor.remove')}
          onClick={() => onChange(undefined)}
        >
          <IconTrash size={20} />
        </ActionIcon>
      </div>
      {error && read && <p className={styles.problem}>{error}</p>}
      {read && read.conditions.length > 1 && (
        <NativeSelect
          size="sm"
          aria-label={t('formLogic.howMany')}
          value={read.all ? 'all' : 'any'}
          data={(['all', 'any'] as const).map(one => ({ value: one, label: t(`formLogic.joint.${one}`) }))}
          onChange={event => put({ ...read, all: event.currentTarget.value === 'all' })}
        />
      )}
      {read?.conditions.map((condition, index) => (
        <ConditionItem
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is what it is by its place
          key={index}
          condition={condition}
          number={index + 1}
          element={element}
          use={use}
          onChange={next => change(index, next)}
          onRemove={
            read.conditions.length > 1
              ? () => put({ ...read, conditions: read.conditions.toSpliced(index, 1) })
              : undefined
          }
        />
      ))}
      {read ? (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={18} />}
            onClick={() => put({ ...read, conditions: [...read.conditions, first] })}
          >
            {t('formLogic.addCondition')}
          </Button>
        </Group>
      ) : (
        <p className={styles.sentence}>{t('formLogic.onlyWritten')}</p>
      )}
      <p className={styles.sentence}>{words(value)}</p>
      <details className={styles.details} open={read ? undefined : true}>
        <summary>{t('formLogic.expression')}</summary>
        <ExpressionField
          label={t('formLogic.expressionOf', { name: label })}
          field={`${field}.expression`}
          element={element}
          use={use}
          value={value}
          onChange={onChange}
        />
      </details>
    </fieldset>
  )
}

const standing = (picked: Conditions | null, value: string): Conditions | null =>
  picked && writeConditions(picked) === value ? picked : readConditions(value)

type ConditionItemProps = {
  condition: Condition
  number: number
  element: string
  use: 'condition' | 'own_answer' | 'filter'
  onChange: (condition: Condition) => void
  onRemove: (() => void) | undefined
}

/** One condition: of what, how, with what. */
function ConditionItem({ condition, number, element, use, onChange, onRemove }: ConditionItemProps) {
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

/** The initial condition: about the answer itself where that is meant, else about the question before the element. */
export function useFirstCondition(element: string, use: 'condition' | 'own_answer' | 'filter'): Condition {
  const known = useKnown()
  const all = [...known.values()]
  const own = known.get(element)
  if (use === 'own_answer') return newCondition({ of: 'self' }, (own && kindOf(own)) ?? 'text', own)
  if (use === 'filter')
    return { operand: { of: 'attribute', name: 'name' }, operator: 'is', compared: { kind: 'text', value: '' } }
  const before = all.slice(0, own ? all.indexOf(own) : all.length).findLast(one => kindOf(one))
  const asked = before ?? all.find(one => one !== own && kindOf(one))
  if (!asked) return { operand: { of: 'question', name: element }, operator: 'answered' }
  const of = asked.type === 'repeat' ? 'rows' : 'question'
  return newCondition({ of, name: asked.id }, kindOf(asked) ?? 'text', asked)
}
