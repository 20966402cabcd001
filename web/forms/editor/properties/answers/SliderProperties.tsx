import { useTranslation } from 'react-i18next'
import type { SliderQuestion } from '#shared/forms/questions.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import { FigureField } from '../FigureField.tsx'
import styles from '../Properties.module.css'
import { WordsField } from '../text/WordsField.tsx'
import { useFieldError } from '../useFieldError.ts'
import { RangesField } from './RangesField.tsx'

const ends = [
  ['min', 'min_label'],
  ['max', 'max_label'],
] as const

/** Between which ends, in what steps, and which stretches are good. */
export function SliderProperties({ question }: { question: SliderQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  const put = (changes: Partial<SliderQuestion>, field: string) => change(before => patched(before, changes), field)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.slider')}</legend>
      {ends.map(([end, label]) => (
        <div key={end} className={styles.row}>
          <FigureField
            label={t(end === 'min' ? 'formProperties.smallest' : 'formProperties.largest')}
            field={end}
            value={question[end]}
            error={errorAt(end)}
            // A slider has both ends: what was there stays until there is another figure.
            onChange={value => value !== undefined && put({ [end]: value }, end)}
          />
          <WordsField
            label={t(end === 'min' ? 'formProperties.smallestLabel' : 'formProperties.largestLabel')}
            field={label}
            text={question[label]}
            error={errorAt(label)}
            onChange={text => put({ [label]: text }, label)}
          />
        </div>
      ))}
      <div className={styles.row}>
        <FigureField
          label={t('formProperties.step')}
          field="step"
          value={question.step}
          error={errorAt('step')}
          min={0.000001}
          onChange={step => step !== undefined && put({ step }, 'step')}
        />
        <WordsField
          label={t('formProperties.unit')}
          field="unit"
          text={question.unit}
          error={errorAt('unit')}
          onChange={unit => put({ unit }, 'unit')}
        />
      </div>
      <RangesField question={question} />
    </fieldset>
  )
}
