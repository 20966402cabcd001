/**
 * A condition to pick: which answers it asks about, how, and with what they are compared, as a sentence below. The expression that it
 * is stands under it, and can be written by whoever prefers that; what cannot be picked is only written.
 */
import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionItem } from './ConditionItem.tsx'
import { type Condition, type Conditions, readConditions, writeConditions } from './conditions.ts'
import { ExpressionField } from './ExpressionField.tsx'
import styles from './Logic.module.css'
import { useConditionWords } from './useConditionWords.ts'
import { useFirstCondition } from './useFirstCondition.ts'

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
  // "Is", with nothing to compare yet, is written like "is not answered": what was picked stands for as long as it says the same.
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
