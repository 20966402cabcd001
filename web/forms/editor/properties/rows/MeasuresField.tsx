import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Measure, Repeat } from '#shared/forms/definition.ts'
import { questionsIn } from '#shared/forms/elements.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useChangeElement, useElementNames, useFieldError } from '../../EditingContext.tsx'
import { patched } from '../../structure/content.ts'
import { newId } from '../../structure/newElements.ts'
import { FigureField, WordsField } from '../fields.tsx'
import styles from '../Properties.module.css'

/** Answers that can be bad to a degree. */
const gradable = ['yes_no', 'single_choice', 'multiple_choice', 'number', 'slider', 'rating', 'calculated']

/** Which shares of the animals are found bad, apart from points: "lame, grade 2 or worse". */
export function MeasuresField({ repeat }: { repeat: Repeat }) {
  const { t } = useTranslation()
  const change = useChangeElement(repeat)
  const nameOf = useElementNames()
  const errorAt = useFieldError(repeat.id)
  const { measures = [] } = repeat
  const questions = questionsIn(repeat.questions).filter(({ type }) => gradable.includes(type))
  const [first] = questions

  const put = (next: Measure[], field?: string) =>
    change(before => patched(before, { measures: next.length > 0 ? next : undefined }), field)

  return (
    <fieldset className={styles.group} data-field="measures">
      <legend>{t('formProperties.measures')}</legend>
      <p className={styles.help}>{t(first ? 'formProperties.measuresHelp' : 'formProperties.measuresLater')}</p>
      {measures.map((measure, index) => (
        <MeasureItem
          key={measure.id}
          measure={measure}
          index={index}
          questions={questions.map(({ id }) => ({ value: id, label: nameOf(id) }))}
          errorAt={field => errorAt(`measures.${index}.${field}`)}
          onChange={(next, field) => put(measures.with(index, next), field && `measures.${measure.id}.${field}`)}
          onRemove={() => put(measures.toSpliced(index, 1))}
        />
      ))}
      {first && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} />}
          disabled={measures.length >= 50}
          onClick={() => put([...measures, { id: newId(), label: first.label, question: first.id, at_least: 1 }])}
        >
          {t('formProperties.addMeasure')}
        </Button>
      )}
    </fieldset>
  )
}

type ItemProps = {
  measure: Measure
  index: number
  questions: { value: string; label: string }[]
  errorAt: (field: string) => string | undefined
  onChange: (measure: Measure, field?: string) => void
  onRemove: () => void
}

const usualLimits = { good: 5, attention: 15 }

function MeasureItem({ measure, index, questions, errorAt, onChange, onRemove }: ItemProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { limits } = measure
  const limit = (name: 'good' | 'attention') => ({
    field: `measures.${index}.limits.${name}`,
    value: limits?.[name],
    min: 0,
    max: 100,
    suffix: '%',
    onChange: (value: number | undefined) =>
      onChange(
        // Both or neither: emptied, the measure is only told and not rated.
        patched(measure, { limits: value === undefined ? undefined : { ...(limits ?? usualLimits), [name]: value } }),
        `limits.${name}`,
      ),
  })
  return (
    <fieldset className={styles.item}>
      <WordsField
        label={t('formProperties.measureName')}
        field={`measures.${index}.label`}
        text={measure.label}
        error={errorAt('label')}
        onChange={(label = {}) => onChange({ ...measure, label }, 'label')}
      />
      <NativeSelect
        label={t('formProperties.measured')}
        value={measure.question}
        error={errorAt('question')}
        data={questions}
        onChange={event => onChange({ ...measure, question: event.currentTarget.value })}
      />
      <FigureField
        label={t('formProperties.gradeFrom')}
        field={`measures.${index}.at_least`}
        value={measure.at_least}
        onChange={at_least => at_least !== undefined && onChange({ ...measure, at_least }, 'at_least')}
      />
      <div className={styles.row} data-field={`measures.${index}.limits`}>
        <FigureField label={t('formProperties.goodUpTo')} error={errorAt('limits')} {...limit('good')} />
        <FigureField label={t('formProperties.attentionUpTo')} {...limit('attention')} />
      </div>
      <div className={styles.tools}>
        <ActionIcon
          aria-label={t('formProperties.removeMeasure', { number: format.number(index + 1) })}
          title={t('formEditor.remove')}
          onClick={onRemove}
        >
          <IconTrash size={20} />
        </ActionIcon>
      </div>
    </fieldset>
  )
}
