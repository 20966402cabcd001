import { useTranslation } from 'react-i18next'
import type { Scoring } from '#shared/forms/definition.ts'
import { useFormat } from '../../../lib/format.ts'

/** How a form is scored, as sentences. */
export function useScoringWords(): (scoring: Scoring | undefined) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = (value: number) => format.percent(value / 100, 2)
  return scoring => {
    if (!scoring) return [t('formLogic.says.noScore')]
    const { bands, pass_percent, critical_cap } = scoring
    const bounds = t('formLogic.says.bands', { good: percent(bands.good), attention: percent(bands.attention) })
    return [
      bounds,
      ...(pass_percent === undefined ? [] : [t('formLogic.says.passMark', { percent: percent(pass_percent) })]),
      ...(critical_cap === undefined ? [] : [t('formLogic.says.criticalCap', { percent: percent(critical_cap) })]),
    ]
  }
}
