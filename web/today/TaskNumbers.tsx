import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SentTaskState } from '#shared/tasks/sentTaskStates.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { tasksApi } from '../tasks/api.ts'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

/** How many tasks stand how; each number leads to the tasks that it counts. */
export function TaskNumbers({ open, overdue }: { open: number; overdue: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useUser()?.company_id ?? 0
  const done = useQuery(tasksApi.company.query({ id, state: 'done', per_page: 5 })).data?.meta.total
  const skipped = useQuery(tasksApi.company.query({ id, state: 'skipped', per_page: 5 })).data?.meta.total
  const numbers: [SentTaskState, number | undefined][] = [
    ['open', open],
    ['overdue', overdue],
    ['done', done],
    ['skipped', skipped],
  ]
  return (
    <Section title={t('today.numbers')}>
      <RowList
        rows={numbers.map(([state, number]) => ({
          key: state,
          to: state === 'open' ? '/company/tasks' : `/company/tasks?state=${state}`,
          title: t(`tasks.filters.${state}`),
          end: <strong className="tabular">{number === undefined ? '…' : format.number(number)}</strong>,
        }))}
      />
    </Section>
  )
}
