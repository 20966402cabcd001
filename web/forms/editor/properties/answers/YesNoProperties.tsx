import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { YesNoQuestion } from '#shared/forms/questions.ts'
import { useChangeElement } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import { FigureField } from '../FigureField.tsx'
import styles from '../Properties.module.css'
import { Toggle } from '../Toggle.tsx'
import { useFieldError } from '../useFieldError.ts'

/** Which of the two answers is the good one, and what it is worth. */
export function YesNoProperties({ question }: { question: YesNoQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const errorAt = useFieldError(question.id)
  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.answers')}</legend>
      <NativeSelect
        label={t('formProperties.goodAnswer')}
        value={question.good ?? ''}
        data={[
          { value: 'yes', label: t('submissions.answers.yes') },
          { value: 'no', label: t('submissions.answers.no') },
          { value: '', label: t('formProperties.noneGood') },
        ]}
        onChange={event => {
          const { value } = event.currentTarget
          change(before =>
            value === 'yes' || value === 'no'
              ? { ...before, good: value }
              : patched(before, { good: undefined, points: undefined }),
          )
        }}
      />
      {(question.good || question.points !== undefined) && (
        <FigureField
          label={t('formProperties.goodPoints')}
          field="points"
          value={question.points}
          min={0}
          max={1_000}
          error={errorAt('points')}
          onChange={points => change(before => patched(before, { points }), 'points')}
        />
      )}
      <Toggle
        label={t('formProperties.offerNotApplicable')}
        help={t('formProperties.notApplicableHelp')}
        checked={question.not_applicable === true}
        onChange={offered => change(before => patched(before, { not_applicable: offered || undefined }))}
      />
    </fieldset>
  )
}
