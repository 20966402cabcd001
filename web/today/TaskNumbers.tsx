import { useTranslation } from 'react-i18next'
import type { Today } from '#shared/today/contract.ts'
import { useTotal } from '../lib/useTotal.ts'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

const states = ['open', 'overdue', 'done', 'skipped'] as const

/** How many tasks stand how; each number leads to the tasks that it counts. */
export function TaskNumbers({ tasks }: { tasks: NonNullable<Today['tasks']> }) {
  const { t } = useTranslation()
  const inWords = useTotal()
  return (
    <Section title={t('today.numbers')}>
      <RowList
        rows={states.map(state => ({
          key: state,
          to: state === 'open' ? '/company/tasks' : `/company/tasks?state=${state}`,
          title: t(`tasks.filters.${state}`),
          end: <strong className="tabular">{inWords(tasks[state])}</strong>,
        }))}
      />
    </Section>
  )
}
