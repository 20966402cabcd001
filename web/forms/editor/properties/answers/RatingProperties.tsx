import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RatingQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import styles from '../Properties.module.css'
import { RangesField } from './RangesField.tsx'

const levels = [2, 3, 4, 5, 6, 7, 8, 9, 10]

/** How many levels there are, and which of them are good. */
export function RatingProperties({ question }: { question: RatingQuestion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeElement(question)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.types.rating')}</legend>
      <NativeSelect
        label={t('formProperties.levels')}
        value={String(question.levels)}
        data={levels.map(count => ({ value: String(count), label: format.number(count) }))}
        onChange={event => {
          const count = Number(event.currentTarget.value)
          change(before => ({ ...before, levels: count }))
        }}
      />
      <RangesField question={question} />
    </fieldset>
  )
}
