import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ListFooter } from '../ui/list/ListFooter.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { FindingList } from './FindingList.tsx'
import styles from './Findings.module.css'

/** What is open, the worst first; and what came to its end, with who saw to that and why. */
export function FindingsPage() {
  const { t } = useTranslation()
  const list = useList(api.findings.list)
  const state = list.search.state === 'closed' ? 'closed' : 'open'
  return (
    <>
      <PageHeader title={t('findings.title')} count={list.page?.meta} back={{ to: '/tasks', text: t('today.title') }} />
      <SegmentedControl
        className={styles.states}
        aria-label={t('findings.state')}
        value={state}
        data={(['open', 'closed'] as const).map(value => ({ value, label: t(`findings.states.${value}`) }))}
        onChange={value => list.change({ state: value === 'open' ? undefined : value })}
      />
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : !list.page ? (
        <PageSkeleton />
      ) : list.page.data.length === 0 ? (
        <EmptyState drawing={<ClipboardDrawing />} title={t(`findings.none.${state}`)} text={t('findings.noneText')} />
      ) : (
        <>
          <FindingList findings={list.page.data} label={t('findings.title')} />
          <ListFooter meta={list.page.meta} change={list.change} />
        </>
      )}
    </>
  )
}
