import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { DueTime } from '../tasks/DueTime.tsx'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

const shown = 5

/** Tasks that findings opened and nobody has done yet. */
export function CorrectiveTasks({ tasks }: { tasks: SentTask[] }) {
  const { t } = useTranslation()
  const now = Date.now()
  if (tasks.length === 0) return null
  return (
    <Section title={t('today.corrective', { count: tasks.length })}>
      <RowList
        rows={tasks.slice(0, shown).map(sent => ({
          key: sent.id,
          to: `/tasks/${sent.id}`,
          title: <bdi>{taskTitle(sent)}</bdi>,
          text: [sent.user_name, ...sent.subjects.map(({ name }) => name)].join(' · '),
          end: <DueTime sent={sent} now={now} />,
        }))}
      />
    </Section>
  )
}
