import { useTranslation } from 'react-i18next'
import type { CalculatedQuestion } from '#shared/forms/questions.ts'
import { useChangeElement } from '../EditingContext.tsx'
import { patched } from '../patched.ts'
import { DecimalsField } from './DecimalsField.tsx'
import styles from './Properties.module.css'
import { RangesField } from './RangesField.tsx'
import { Toggle } from './Toggle.tsx'
import { useFieldError } from './useFieldError.ts'
import { WordsField } from './WordsField.tsx'

/** How the value is shown, and which values are good; what it is made of is said with the logic. */
export function CalculatedProperties({ question }: { question: CalculatedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.calculated')}</legend>
      <Toggle
        label={t('forms.hiddenValue')}
        checked={question.hidden === true}
        onChange={hidden => change(before => patched(before, { hidden: hidden || undefined }))}
      />
      <div className={styles.row}>
        <WordsField
          label={t('forms.unit')}
          field="unit"
          text={question.unit}
          error={errorAt('unit')}
          onChange={unit => change(before => patched(before, { unit }), 'unit')}
        />
        <DecimalsField
          value={question.decimals}
          onChange={decimals => change(before => patched(before, { decimals }))}
        />
      </div>
      <RangesField question={question} />
    </fieldset>
  )
}
