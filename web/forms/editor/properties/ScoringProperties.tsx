import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withChoices } from '#shared/forms/choiceSets.ts'
import type { Scoring } from '#shared/forms/definition.ts'
import { questionsOf } from '#shared/forms/elements.ts'
import { maxPoints } from '#shared/forms/judge.ts'
import { useFormat } from '../../../lib/format.ts'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { PointsSheet } from '../PointsSheet.tsx'
import { patched } from '../structure/patched.ts'
import { FigureField } from './FigureField.tsx'
import styles from './Properties.module.css'
import { Toggle } from './Toggle.tsx'
import { useFieldError } from './useFieldError.ts'

const usualScoring: Scoring = { bands: { good: 80, attention: 60 } }
const share = { min: 0, max: 100, suffix: '%' }

/** What the points of a form come to: the bands in which a result is read, and the mark that has to be reached. */
export function ScoringProperties() {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeDefinition()
  const errorAt = useFieldError('form')
  const { definition } = useShown().state.content
  const { scoring } = definition
  const [isTableOpen, setTableOpen] = useState(false)
  const most = questionsOf(withChoices(definition)).reduce((sum, question) => sum + maxPoints(question), 0)

  const put = (edit: (scoring: Scoring) => Scoring, field: string) =>
    change(before => (before.scoring ? { ...before, scoring: edit(before.scoring) } : before), `form ${field}`)
  const putBand = (band: keyof Scoring['bands'], value: number | undefined) =>
    // A band without a limit is none: what was there stays until there is another figure.
    value !== undefined && put(before => ({ ...before, bands: { ...before.bands, [band]: value } }), band)

  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.scoring')}</legend>
      <p className={styles.help}>{t('formProperties.maxPoints', { count: most, number: format.number(most) })}</p>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTable size={18} />}
          onClick={() => setTableOpen(true)}
        >
          {t('formEditor.allPoints.open')}
        </Button>
      </div>
      {isTableOpen && <PointsSheet onClosed={() => setTableOpen(false)} />}
      <Toggle
        label={t('formProperties.useBands')}
        help={t('formProperties.useBandsHelp')}
        checked={scoring !== undefined}
        onChange={isScored => change(before => patched(before, { scoring: isScored ? usualScoring : undefined }))}
      />
      {scoring && (
        <>
          <div className={styles.row} data-field="scoring.bands">
            <FigureField
              {...share}
              label={t('formProperties.goodFrom')}
              field="scoring.bands.good"
              value={scoring.bands.good}
              error={errorAt('scoring.bands')}
              onChange={value => putBand('good', value)}
            />
            <FigureField
              {...share}
              label={t('formProperties.attentionFrom')}
              field="scoring.bands.attention"
              value={scoring.bands.attention}
              onChange={value => putBand('attention', value)}
            />
          </div>
          <p className={styles.help}>{t('formProperties.actBelow')}</p>
          <FigureField
            {...share}
            label={t('formProperties.passMark')}
            field="scoring.pass_percent"
            value={scoring.pass_percent}
            error={errorAt('scoring.pass_percent')}
            onChange={pass_percent => put(before => patched(before, { pass_percent }), 'pass_percent')}
          />
          <FigureField
            {...share}
            label={t('formProperties.criticalCap')}
            help={t('formProperties.criticalCapHelp')}
            field="scoring.critical_cap"
            value={scoring.critical_cap}
            onChange={critical_cap => put(before => patched(before, { critical_cap }), 'critical_cap')}
          />
        </>
      )}
    </fieldset>
  )
}
