import { useTranslation } from 'react-i18next'
import type { NumberQuestion } from '#shared/forms/questions.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import { FigureField } from '../FigureField.tsx'
import styles from '../Properties.module.css'
import { useFieldError } from '../useFieldError.ts'
import { FigureShape } from './FigureShape.tsx'
import { RangesField } from './RangesField.tsx'

/** Which numbers there can be, and which of them are good. */
export function NumberProperties({ question }: { question: NumberQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.number')}</legend>
      <FigureShape question={question} />
      <div className={styles.row}>
        <FigureField
          label={t('formProperties.smallest')}
          field="min"
          value={question.min}
          onChange={min => change(before => patched(before, { min }), 'min')}
        />
        <FigureField
          label={t('formProperties.largest')}
          field="max"
          value={question.max}
          error={errorAt('max')}
          onChange={max => change(before => patched(before, { max }), 'max')}
        />
      </div>
      <RangesField question={question} />
    </fieldset>
  )
}
