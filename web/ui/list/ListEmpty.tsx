import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseSite } from '../../lib/site.ts'
import { EmptyState } from '../EmptyState.tsx'
import type { List } from './useList.ts'

type Props<Row> = {
  list: List<Row>
  /** The list's own filters. */
  filters: string[]
  drawing: ReactNode
  /** Said when there is nothing at all yet. */
  title: string
  text: string
}

/** What an empty list says: that there is nothing yet, at this site, or that fits what was looked for. */
export function ListEmpty<Row>({ list, filters, drawing, title, text }: Props<Row>) {
  const { t } = useTranslation()
  const isNarrowed = ['search', 'archived', ...filters].some(name => list.search[name])
  const isAtSite = list.site !== null
  return isNarrowed || isAtSite ? (
    <EmptyState
      drawing={drawing}
      title={t('common.nothingFound')}
      text={t(isAtSite ? 'common.nothingAtSite' : 'common.nothingFoundText')}
      action={
        isAtSite && (
          <Button variant="default" onClick={() => chooseSite(null)}>
            {t('common.showAllSites')}
          </Button>
        )
      }
    />
  ) : (
    <EmptyState drawing={drawing} title={title} text={text} />
  )
}
