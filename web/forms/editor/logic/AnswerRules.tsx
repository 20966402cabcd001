import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Question } from '#shared/forms/questions.ts'
import { useFormat } from '../../../lib/format.ts'
import { useFieldError } from '../EditingContext.tsx'
import styles from '../properties/Properties.module.css'
import { ConditionField, useFirstCondition } from './ConditionField.tsx'
import { writeConditions } from './conditions.ts'

/** The most that a question can have of them. */
const most = 20

type Props<Rule> = {
  question: Question
  rules: readonly Rule[]
  /** The property of the question that holds them, and what in one is asked of the answer: "constraints", "holds". */
  field: string
  part: string
  label: (number: string) => string
  addText: string
  conditionOf: (rule: Rule) => string
  keyOf: (rule: Rule, index: number) => string | number
  onPut: (rules: Rule[], field?: string) => void
  withCondition: (condition: string, before?: Rule) => Rule
  /** What belongs to one besides its condition. */
  children: (rule: Rule, index: number) => ReactNode
}

/**
 * Conditions on the answer of one question, each with what belongs to it; taking the condition away takes it all away.
 */
export function AnswerRules<Rule>({ question, rules, field, part, onPut, withCondition, ...props }: Props<Rule>) {
  const format = useFormat()
  const errorAt = useFieldError(question.id)
  const first = useFirstCondition(question.id, 'own_answer')
  const condition = writeConditions({ all: true, conditions: [first] }) ?? ''
  return (
    <>
      {rules.map((rule, index) => {
        const place = `${field}.${index}.${part}`
        return (
          <fieldset key={props.keyOf(rule, index)} className={styles.item}>
            <ConditionField
              label={props.label(format.number(index + 1))}
              field={place}
              element={question.id}
              use="own_answer"
              value={props.conditionOf(rule)}
              error={errorAt(place)}
              onChange={next =>
                next === undefined
                  ? onPut(rules.toSpliced(index, 1))
                  : onPut(rules.with(index, withCondition(next, rule)), place)
              }
            />
            {props.children(rule, index)}
          </fieldset>
        )
      })}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={18} />}
          disabled={rules.length >= most}
          onClick={() => onPut([...rules, withCondition(condition)])}
        >
          {props.addText}
        </Button>
      </div>
    </>
  )
}
