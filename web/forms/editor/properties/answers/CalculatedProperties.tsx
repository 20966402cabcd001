import { useTranslation } from 'react-i18next'
import type { CalculatedQuestion } from '#shared/forms/questions.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import styles from '../Properties.module.css'
import { Toggle } from '../Toggle.tsx'
import { FigureShape } from './FigureShape.tsx'
import { RangesField } from './RangesField.tsx'

/** How the value is shown, and which values are good; what it is made of is said with the logic. */
export function CalculatedProperties({ question }: { question: CalculatedQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.calculated')}</legend>
      <Toggle
        label={t('formProperties.hiddenValue')}
        checked={question.hidden === true}
        onChange={hidden => change(before => patched(before, { hidden: hidden || undefined }))}
      />
      <FigureShape question={question} />
      <RangesField question={question} />
    </fieldset>
  )
}
