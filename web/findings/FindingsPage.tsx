import { useTranslation } from 'react-i18next'
import { severities } from '#shared/findings/rules.ts'
import { subjectFilters } from '#shared/subjects/registry.ts'
import { api } from '../api.ts'
import { ExportButton } from '../imports/RegisterActions.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { SubjectFilter } from '../subjects/SubjectFilter.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListFooter } from '../ui/list/ListFooter.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { FindingList } from './FindingList.tsx'

/** Open findings, the worst first; and closed ones, with who closed them and why. */
export function FindingsPage() {
  const { t } = useTranslation()
  const can = useAbility()
  const me = useUser()?.id
  const list = useList(api.findings.list)
  const state = list.search.state === 'closed' ? 'closed' : 'open'
  return (
    <>
      <PageHeader
        title={t('findings.title')}
        count={list.page?.meta}
        actions={<ExportButton list={list} title={t('findings.title')} fetchFile={api.findings.export} />}
      />
      <ListToolbar list={list}>
        <ListFilter
          list={list}
          name="state"
          label={t('findings.state')}
          all={t('findings.states.open')}
          choices={[{ value: 'closed', label: t('findings.states.closed') }]}
        />
        <ListFilter
          list={list}
          name="severity"
          label={t('findings.severity')}
          all={t('findings.everySeverity')}
          choices={severities.map(value => ({ value, label: t(`findings.severities.${value}`) }))}
        />
        <ListFilter
          list={list}
          name="assignee_id"
          label={t('findings.assignee')}
          all={t('findings.everybody')}
          choices={[{ value: String(me), label: t('findings.withMe') }]}
        />
        {can('read', 'Location') && <SubjectFilter list={list} type="location" all={t('books.everywhere')} />}
        <ListFilter
          list={list}
          name="sort"
          label={t('findings.order')}
          all={t('findings.worst')}
          choices={[
            { value: 'found_at', label: t('findings.oldest') },
            { value: '-found_at', label: t('findings.newest') },
          ]}
        />
      </ListToolbar>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : !list.page ? (
        <PageSkeleton />
      ) : list.page.data.length === 0 ? (
        <ListEmpty
          list={list}
          filters={['severity', 'assignee_id', ...subjectFilters]}
          drawing={<ClipboardDrawing />}
          title={t(`findings.none.${state}`)}
          text={t('findings.noneText')}
        />
      ) : (
        <>
          <FindingList findings={list.page.data} label={t('findings.title')} />
          <ListFooter meta={list.page.meta} change={list.change} />
        </>
      )}
    </>
  )
}
