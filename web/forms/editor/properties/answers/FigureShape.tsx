import { useTranslation } from 'react-i18next'
import type { CalculatedQuestion, NumberQuestion } from '#shared/forms/questions.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import styles from '../Properties.module.css'
import { WordsField } from '../text/WordsField.tsx'
import { useFieldError } from '../useFieldError.ts'
import { DecimalsField } from './DecimalsField.tsx'

/** How a figure is written: its unit and its decimals. */
export function FigureShape({ question }: { question: NumberQuestion | CalculatedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement<NumberQuestion | CalculatedQuestion>(question)
  const errorAt = useFieldError(question.id)
  return (
    <div className={styles.row}>
      <WordsField
        label={t('formProperties.unit')}
        field="unit"
        text={question.unit}
        error={errorAt('unit')}
        onChange={unit => change(before => patched(before, { unit }), 'unit')}
      />
      <DecimalsField value={question.decimals} onChange={decimals => change(before => patched(before, { decimals }))} />
    </div>
  )
}
