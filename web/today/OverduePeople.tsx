import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { LocalTime } from '../ui/LocalTime.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

/** Who has overdue work, whoever waits longest first. */
export function OverduePeople({ overdue: { data, meta } }: { overdue: Page<SentTask> }) {
  const { t } = useTranslation()
  if (data.length === 0) return null
  const people = Map.groupBy(data, sent => sent.user_id)
  return (
    <Section
      title={t('today.overdue')}
      more={{ to: '/company/tasks?state=overdue', text: t('today.allOverdue', { count: meta.total }) }}
    >
      <RowList
        rows={[...people].map(([id, tasks]) => ({
          key: id,
          to: `/company/tasks?state=overdue&user_id=${id}`,
          title: <bdi>{tasks[0]?.user_name}</bdi>,
          text: (
            <>
              {t('today.oldest', { title: tasks[0]?.title })} ·{' '}
              <LocalTime value={tasks[0]?.due_at ?? ''} as="relative" />
            </>
          ),
          end: <StatusBadge status="stop">{t('today.overdueCount', { count: tasks.length })}</StatusBadge>,
        }))}
      />
    </Section>
  )
}
