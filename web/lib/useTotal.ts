import { useTranslation } from 'react-i18next'
import type { PageMeta } from '#shared/lib/paging.ts'
import { useFormat } from './format.ts'

/** How many rows a list has, as far as they were counted. */
export type Total = Pick<PageMeta, 'total' | 'total_is_lower_bound' | 'is_first_found'>

/** What says it: "37", "more than 10,000". */
export function useTotal(): (of: Total) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ total, total_is_lower_bound: isMore }) => {
    const figure = format.number(total)
    return isMore ? t('common.moreThan', { figure }) : figure
  }
}
