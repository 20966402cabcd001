import { Pagination, type PaginationProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'

/** The way to the other pages of a list, each button with its name; nothing where there is one page. */
export function Pages(props: Pick<PaginationProps, 'total' | 'value' | 'onChange' | 'mt'>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (props.total < 2) return null
  return (
    <Pagination
      siblings={1}
      {...props}
      getItemProps={page => ({ 'aria-label': t('common.page', { page: format.number(page) }) })}
      getControlProps={control => ({
        'aria-label': control === 'next' ? t('common.nextPage') : t('common.previousPage'),
      })}
    />
  )
}
