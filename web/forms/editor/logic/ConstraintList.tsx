import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Constraint } from '#shared/forms/elementFields.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useFormat } from '../../../lib/format.ts'
import { useChangeElement } from '../EditingContext.tsx'
import { patched } from '../patched.ts'
import styles from '../properties/Properties.module.css'
import { useFieldError } from '../properties/useFieldError.ts'
import { WordsField } from '../properties/WordsField.tsx'
import { ConditionField } from './ConditionField.tsx'
import { writeConditions } from './conditions.ts'
import { useFirstCondition } from './useFirstCondition.ts'

/** What an answer must meet, each with the words for whoever gives one that does not. */
export function ConstraintList({ question }: { question: Question }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeElement<Question>(question)
  const errorAt = useFieldError(question.id)
  const first = useFirstCondition(question.id, 'own_answer')
  const { constraints = [] } = question

  const put = (next: Constraint[], field?: string) =>
    change(before => patched(before, { constraints: next.length > 0 ? next : undefined }), field)
  const holds = writeConditions({ all: true, conditions: [first] }) ?? ''

  return (
    <div className={styles.items} data-field="constraints">
      {constraints.map((constraint, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: what must hold has no name but its place
          key={index}
          className={styles.item}
        >
          <ConditionField
            label={t('forms.mustHold', { number: format.number(index + 1) })}
            field={`constraints.${index}.holds`}
            element={question.id}
            use="own_answer"
            value={constraint.holds}
            error={errorAt(`constraints.${index}.holds`)}
            onChange={next =>
              put(
                next === undefined
                  ? constraints.toSpliced(index, 1)
                  : constraints.with(index, { ...constraint, holds: next }),
                `constraints.${index}.holds`,
              )
            }
          />
          <WordsField
            label={t('forms.constraintMessage')}
            field={`constraints.${index}.message`}
            text={constraint.message}
            error={errorAt(`constraints.${index}.message`)}
            onChange={message =>
              put(constraints.with(index, patched(constraint, { message })), `constraints.${index}.message`)
            }
          />
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={18} />}
          disabled={constraints.length >= 20}
          onClick={() => put([...constraints, { holds }])}
        >
          {t('forms.addConstraint')}
        </Button>
      </div>
    </div>
  )
}
