import { useTranslation } from 'react-i18next'
import type { Scoring } from '#shared/forms/definition.ts'
import { useFormat } from '../../lib/format.ts'

/** How a form is scored, as sentences. */
export function useScoringWords(): (scoring: Scoring | undefined) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = (value: number) => format.percent(value / 100, 2)
  return scoring => {
    if (!scoring) return [t('forms.says.noScore')]
    const { bands, pass_percent } = scoring
    const bounds = t('forms.says.bands', { good: percent(bands.good), attention: percent(bands.attention) })
    return pass_percent === undefined
      ? [bounds]
      : [bounds, t('forms.says.passMark', { percent: percent(pass_percent) })]
  }
}
