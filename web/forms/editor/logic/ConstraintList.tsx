import { useTranslation } from 'react-i18next'
import type { Constraint } from '#shared/forms/elementFields.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useChangeElement } from '../EditingContext.tsx'
import styles from '../properties/Properties.module.css'
import { WordsField } from '../properties/text/WordsField.tsx'
import { useFieldError } from '../properties/useFieldError.ts'
import { patched } from '../structure/patched.ts'
import { AnswerRules } from './AnswerRules.tsx'

/** What an answer must meet, each with the words for whoever gives one that does not. */
export function ConstraintList({ question }: { question: Question }) {
  const { t } = useTranslation()
  const change = useChangeElement<Question>(question)
  const errorAt = useFieldError(question.id)
  const { constraints = [] } = question

  const put = (next: Constraint[], field?: string) =>
    change(before => patched(before, { constraints: next.length > 0 ? next : undefined }), field)

  return (
    <div className={styles.items} data-field="constraints">
      <AnswerRules
        question={question}
        rules={constraints}
        field="constraints"
        part="holds"
        label={number => t('formLogic.mustHold', { number })}
        addText={t('formLogic.addConstraint')}
        conditionOf={({ holds }) => holds}
        // What must hold has no name but its place.
        keyOf={(_, index) => index}
        onPut={put}
        withCondition={(holds, before) => ({ ...before, holds })}
      >
        {(constraint, index) => {
          const field = `constraints.${index}.message`
          return (
            <WordsField
              label={t('formLogic.constraintMessage')}
              field={field}
              text={constraint.message}
              error={errorAt(field)}
              onChange={message => put(constraints.with(index, patched(constraint, { message })), field)}
            />
          )
        }}
      </AnswerRules>
    </div>
  )
}
