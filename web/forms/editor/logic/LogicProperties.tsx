import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import type { Constraint } from '#shared/forms/elementFields.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useChangeElement, useFieldError, useShown } from '../EditingContext.tsx'
import { Fold } from '../properties/Fold.tsx'
import { Toggle, WordsField } from '../properties/fields.tsx'
import styles from '../properties/Properties.module.css'
import { patched } from '../structure/content.ts'
import { repeatsAround } from '../structure/structure.ts'
import { AnswerRules } from './AnswerRules.tsx'
import { CalculationField } from './CalculationField.tsx'
import { ConditionField } from './ConditionField.tsx'
import { DefaultField } from './DefaultField.tsx'

/** Logic of an element that has some. */
const parts = [
  ...['visible_if', 'required_if', 'required_message', 'read_only', 'read_only_if', 'default', 'calculation'],
  ...['choice_filter', 'constraints', 'ends_form_if'],
]

/** When an element is shown; of a question also what its answer depends on. What is not used is one button each. */
export function LogicProperties({ element }: { element: Element }) {
  const { t } = useTranslation()
  const change = useChangeElement<Element>(element)
  const errorAt = useFieldError(element.id)
  return (
    <Fold
      part="logic"
      title={t('formLogic.logic')}
      isUsed={element.type === 'calculated' || parts.some(part => part in element)}
    >
      <ConditionField
        label={t('formLogic.visibleIf')}
        field="visible_if"
        element={element.id}
        value={element.visible_if}
        error={errorAt('visible_if')}
        onChange={visible_if => change(before => patched(before, { visible_if }), 'visible_if')}
      />
      {isQuestion(element) && <QuestionLogic question={element} />}
    </Fold>
  )
}

function QuestionLogic({ question }: { question: Question }) {
  const { t } = useTranslation()
  const change = useChangeElement<Question>(question)
  const errorAt = useFieldError(question.id)
  const { definition } = useShown().state.content
  const put = (changes: Partial<Question>, field?: string) =>
    change(before => patched(before, changes as Partial<typeof before>), field)
  const isAsked = question.type !== 'calculated' && question.type !== 'hidden'
  const isRequired = question.required === true || question.required_if !== undefined
  return (
    <>
      {isAsked && question.required !== true && (
        <ConditionField
          label={t('formLogic.requiredIf')}
          field="required_if"
          element={question.id}
          value={question.required_if}
          error={errorAt('required_if')}
          onChange={required_if => put({ required_if }, 'required_if')}
        />
      )}
      {isAsked && isRequired && (
        <WordsField
          label={t('formLogic.requiredMessage')}
          field="required_message"
          text={question.required_message}
          error={errorAt('required_message')}
          onChange={required_message => put({ required_message }, 'required_message')}
        />
      )}
      {isAsked && (
        <Toggle
          label={t('formLogic.readOnly')}
          field="read_only"
          checked={question.read_only === true}
          onChange={isReadOnly => put({ read_only: isReadOnly || undefined, read_only_if: undefined })}
        />
      )}
      {isAsked && question.read_only !== true && (
        <ConditionField
          label={t('formLogic.readOnlyIf')}
          field="read_only_if"
          element={question.id}
          value={question.read_only_if}
          error={errorAt('read_only_if')}
          onChange={read_only_if => put({ read_only_if }, 'read_only_if')}
        />
      )}
      {question.type !== 'calculated' && <DefaultField question={question} />}
      <CalculationField question={question} />
      {'choices' in question && (
        <ConditionField
          label={t('formLogic.choiceFilter')}
          field="choice_filter"
          element={question.id}
          use="filter"
          value={question.choice_filter}
          error={errorAt('choice_filter')}
          onChange={choice_filter => put({ choice_filter } as Partial<Question>, 'choice_filter')}
        />
      )}
      {isAsked && <ConstraintList question={question} />}
      {repeatsAround(definition, question.id).length === 0 && (
        <ConditionField
          label={t('formLogic.endsFormIf')}
          field="ends_form_if"
          element={question.id}
          use="own_answer"
          value={question.ends_form_if}
          error={errorAt('ends_form_if')}
          onChange={ends_form_if => put({ ends_form_if }, 'ends_form_if')}
        />
      )}
    </>
  )
}

/** Rules for an answer, each with the text for people whose answer breaks it. */
function ConstraintList({ question }: { question: Question }) {
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
