import { useTranslation } from 'react-i18next'
import type { CalculatedQuestion, NumberQuestion } from '#shared/forms/questions.ts'
import { useChangeElement } from '../EditingContext.tsx'
import { patched } from '../patched.ts'
import { DecimalsField } from './DecimalsField.tsx'
import styles from './Properties.module.css'
import { useFieldError } from './useFieldError.ts'
import { WordsField } from './WordsField.tsx'

/** How a figure is written: its unit and its decimals. */
export function FigureShape({ question }: { question: NumberQuestion | CalculatedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement<NumberQuestion | CalculatedQuestion>(question)
  const errorAt = useFieldError(question.id)
  return (
    <div className={styles.row}>
      <WordsField
        label={t('forms.unit')}
        field="unit"
        text={question.unit}
        error={errorAt('unit')}
        onChange={unit => change(before => patched(before, { unit }), 'unit')}
      />
      <DecimalsField value={question.decimals} onChange={decimals => change(before => patched(before, { decimals }))} />
    </div>
  )
}
