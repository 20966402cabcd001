import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import { useFormat } from '../../../lib/format.ts'
import { useChangeElement, useElementNames, useFieldError } from '../EditingContext.tsx'
import { patched } from '../structure/content.ts'
import {
  type Calculation,
  type CalculationName,
  calculationNames,
  calculations,
  readCalculation,
} from './calculations.ts'
import { ExpressionField } from './ExpressionField.tsx'
import styles from './Logic.module.css'
import { kindOf } from './operators.ts'
import { useConditionWords } from './useConditionWords.ts'
import { useKnown } from './useSurroundings.ts'

const calculable = new Set<Question['type']>(['calculated', 'hidden', 'number', 'text', 'date'])

/** What an answer is worked out from: picked from what is calculated most, or written. */
export function CalculationField({ question }: { question: Question }) {
  const { t } = useTranslation()
  const change = useChangeElement<Question>(question)
  const errorAt = useFieldError(question.id)
  const words = useConditionWords()
  const known = useKnown()
  const { calculate } = question
  const isNeeded = question.type === 'calculated'
  if (!calculable.has(question.type)) return null
  // A calculated value without a calculation is none: what was there stays until there is another.
  const put = (next: string | undefined) =>
    (next !== undefined || !isNeeded) && change(before => patched(before, { calculate: next }), 'calculate')
  if (calculate === undefined)
    return (
      <div data-field="calculate">
        <Button variant="default" size="compact-sm" leftSection={<IconPlus size={18} />} onClick={() => put('0')}>
          {t('formLogic.calculate')}
        </Button>
      </div>
    )

  const read = readCalculation(calculate)
  const fitting = (name: CalculationName) =>
    [...known.values()].filter(
      one => one.id !== question.id && one.type !== 'repeat' && kindOf(one) === calculations[name].takes,
    )
  const offered = calculationNames.filter(name => fitting(name).length >= calculations[name].least)
  return (
    <div className={styles.conditions} data-field="calculate">
      <div className={styles.line}>
        <NativeSelect
          label={t('formLogic.calculate')}
          error={errorAt('calculate')}
          value={read?.name ?? ''}
          data={[
            { value: '', label: t('formLogic.calculations.written') },
            ...[...new Set([...offered, ...(read ? [read.name] : [])])].map(name => ({
              value: name as string,
              label: t(`formLogic.calculations.${name}`),
            })),
          ]}
          onChange={event => {
            const name = calculationNames.find(one => one === event.currentTarget.value)
            if (name)
              put(
                calculations[name].write(
                  fitting(name)
                    .slice(0, calculations[name].least)
                    .map(({ id }) => id),
                ),
              )
          }}
        />
        {!isNeeded && (
          <ActionIcon
            aria-label={t('formLogic.removeCondition', { name: t('formLogic.calculate') })}
            title={t('formEditor.remove')}
            onClick={() => put(undefined)}
          >
            <IconTrash size={20} />
          </ActionIcon>
        )}
      </div>
      {read && <Operands {...read} offered={fitting(read.name).map(({ id }) => id)} onChange={put} />}
      <p className={styles.sentence}>{words(calculate)}</p>
      <details className={styles.details} open={read ? undefined : true}>
        <summary>{t('formLogic.expression')}</summary>
        <ExpressionField
          label={t('formLogic.expressionOf', { name: t('formLogic.calculate') })}
          field="calculate.expression"
          element={question.id}
          value={calculate}
          onChange={put}
        />
      </details>
    </div>
  )
}

type OperandsProps = {
  name: CalculationName
  names: string[]
  offered: string[]
  onChange: (expression: string) => void
}

function Operands({ name, names, offered, onChange }: OperandsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useElementNames()
  const calculation: Calculation = calculations[name]
  const unused = offered.find(id => !names.includes(id))
  const put = (next: string[]) => onChange(calculation.write(next))
  return (
    <>
      {names.map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an operand is what it is by its place
        <div key={index} className={styles.line}>
          <NativeSelect
            aria-label={t('formLogic.operandNumber', { number: format.number(index + 1) })}
            value={id}
            data={[...new Set([id, ...offered])]
              // The same answer twice could not be told from another calculation.
              .filter(one => one === id || !names.includes(one))
              .map(one => ({ value: one, label: nameOf(one) }))}
            onChange={event => put(names.with(index, event.currentTarget.value))}
          />
          {names.length > calculation.least && (
            <ActionIcon
              aria-label={t('formLogic.removeOperand', { number: format.number(index + 1) })}
              title={t('formEditor.remove')}
              onClick={() => put(names.toSpliced(index, 1))}
            >
              <IconTrash size={20} />
            </ActionIcon>
          )}
        </div>
      ))}
      {calculation.open && unused && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={18} />}
            onClick={() => put([...names, unused])}
          >
            {t('formLogic.addOperand')}
          </Button>
        </div>
      )}
    </>
  )
}
