import { useTranslation } from 'react-i18next'
import { subjectStatuses, uncheckedSince } from '#shared/subjects/registry.ts'
import { ListFilter } from '../../ui/list/ListFilter.tsx'
import type { List } from '../../ui/list/useList.ts'

/** Narrows a register's list to the rows in one state, the worst first, or to those that nobody has looked at for long. */
export function StatusFilter<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  return (
    <>
      <ListFilter
        list={list}
        name="status"
        label={t('subjects.state')}
        all={t('subjects.allStates')}
        choices={subjectStatuses
          .toReversed()
          .map(state => ({ value: state, label: t(`submissions.subjectStates.${state}`) }))}
      />
      <ListFilter
        list={list}
        name="unchecked"
        label={t('common.lastChecked')}
        all={t('subjects.unchecked.all')}
        choices={uncheckedSince.map(since => ({ value: since, label: t(`subjects.unchecked.${since}`) }))}
      />
    </>
  )
}
