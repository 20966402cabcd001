import { useTranslation } from 'react-i18next'
import type { Repeat } from '#shared/forms/definition.ts'
import { useFormat } from '../../../lib/format.ts'

/** Where the rows of a repeat come from and how many there may be, as sentences. */
export function useRepeatSentences(): (repeat: Repeat) => string[] {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ rows, min_rows, max_rows, measures = [] }) => {
    const sample = rows && 'sample' in rows ? rows.sample : undefined
    return [
      t(`formLogic.says.rows.${rows?.from ?? 'person'}`),
      sample &&
        t('formLogic.says.sample', {
          precision: format.number(sample.precision),
          confidence: format.percent(sample.confidence / 100),
        }),
      min_rows !== undefined && t('formLogic.says.minRows', { count: min_rows }),
      max_rows !== undefined && t('formLogic.says.maxRows', { count: max_rows }),
      measures.length > 0 && t('formLogic.says.measures', { count: measures.length }),
    ].filter(line => typeof line === 'string')
  }
}
