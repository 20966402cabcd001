import { NativeSelect, Pagination, type PaginationProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultPageSize, fitsEveryPage, pageSizes } from '#shared/lib/limits.ts'
import type { PageMeta } from '#shared/lib/paging.ts'
import { useFormat } from '../../lib/format.ts'
import { useFormattedCount } from '../page/PageHeader.tsx'
import styles from './ListToolbar.module.css'
import type { List } from './useList.ts'

type Props = { meta: PageMeta; change: List<unknown>['change'] }

/** Which rows of how many are shown, and the way to the others; nothing where there are no others. */
export function ListFooter({ meta, change }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [from, to] = [meta.from ?? 0, meta.to ?? 0].map(figure => format.number(figure))
  const total = useFormattedCount()(meta)
  if (fitsEveryPage(meta.total)) return null
  return (
    <nav className={styles.footer} aria-label={t('common.pages')}>
      <span className={styles.range}>{t('common.range', { from, to, total })}</span>
      <NativeSelect
        className={styles.size}
        size="sm"
        aria-label={t('common.rowsPerPage')}
        value={meta.per_page}
        onChange={event => {
          const size = Number(event.currentTarget.value)
          change({ per_page: size === defaultPageSize ? undefined : size })
        }}
        data={pageSizes.map(size => ({ value: String(size), label: t('common.perPage', { count: size }) }))}
      />
      <Pages
        total={meta.last_page}
        value={meta.current_page}
        onChange={page => change({ page: page === 1 ? undefined : page })}
      />
    </nav>
  )
}

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
