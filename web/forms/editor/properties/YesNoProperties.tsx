import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { YesNoQuestion } from '#shared/forms/definition.ts'
import { useChangeQuestion } from '../EditingContext.tsx'
import { patched } from '../patched.ts'
import { FigureField } from './FigureField.tsx'
import styles from './Properties.module.css'
import { Toggle } from './Toggle.tsx'
import { useFieldError } from './useFieldError.ts'

/** Which of the two answers is the good one, and what it is worth. */
export function YesNoProperties({ question }: { question: YesNoQuestion }) {
  const { t } = useTranslation()
  const goodId = useId()
  const change = useChangeQuestion(question)
  const errorAt = useFieldError(question.id)
  return (
    <fieldset className={styles.group}>
      <legend>{t('forms.answers')}</legend>
      <div>
        <div id={goodId} className={styles.help}>
          {t('forms.goodAnswer')}
        </div>
        <SegmentedControl
          fullWidth
          aria-labelledby={goodId}
          value={question.good ?? 'none'}
          data={[
            { value: 'yes', label: t('submissions.answers.yes') },
            { value: 'no', label: t('submissions.answers.no') },
            { value: 'none', label: t('forms.noneGood') },
          ]}
          onChange={value =>
            change(before =>
              value === 'yes' || value === 'no'
                ? { ...before, good: value }
                : patched(before, { good: undefined, points: undefined }),
            )
          }
        />
      </div>
      {(question.good || question.points !== undefined) && (
        <FigureField
          label={t('forms.goodPoints')}
          field="points"
          value={question.points}
          min={0}
          max={1_000}
          error={errorAt('points')}
          onChange={points => change(before => patched(before, { points }), 'points')}
        />
      )}
      <Toggle
        label={t('forms.offerNotApplicable')}
        help={t('forms.notApplicableHelp')}
        checked={question.not_applicable === true}
        onChange={offered => change(before => patched(before, { not_applicable: offered || undefined }))}
      />
    </fieldset>
  )
}
