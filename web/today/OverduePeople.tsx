import { useTranslation } from 'react-i18next'
import type { LatePerson } from '#shared/today/contract.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { type Total, useTotal } from '../lib/useTotal.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

/** Who has overdue work, whoever waits longest first. */
export function OverduePeople({ people, overdue }: { people: LatePerson[]; overdue: Total }) {
  const { t } = useTranslation()
  const inWords = useTotal()
  if (people.length === 0) return null
  const all = overdue.total_is_lower_bound
    ? t('today.allOfMore', { figure: inWords(overdue) })
    : t('today.allOverdue', { count: overdue.total })
  return (
    <Section title={t('today.overdue')} more={{ to: '/company/tasks?state=overdue', text: all }}>
      <RowList
        rows={people.map(({ user_id: id, user_name: name, overdue: count, oldest }) => ({
          key: id,
          to: `/company/tasks?state=overdue&user_id=${id}`,
          title: <bdi>{name}</bdi>,
          text: (
            <>
              <bdi>{t('today.oldest', { title: taskTitle(oldest) })}</bdi> ·{' '}
              <LocalTime value={oldest.due_at} as="relative" />
            </>
          ),
          end: <StatusBadge status="stop">{t('today.overdueCount', { count })}</StatusBadge>,
        }))}
      />
    </Section>
  )
}
