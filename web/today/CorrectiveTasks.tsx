import { useTranslation } from 'react-i18next'
import type { Today } from '#shared/today/contract.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { DueTime } from '../tasks/DueTime.tsx'
import { JoinedTexts } from '../ui/texts/JoinedTexts.tsx'
import { RowList } from './RowList.tsx'
import { Section } from './Section.tsx'

type Corrective = NonNullable<Today['tasks']>['corrective']

/** Tasks that findings opened and nobody has done yet. */
export function CorrectiveTasks({ corrective: { data, total } }: { corrective: Corrective }) {
  const { t } = useTranslation()
  const now = Date.now()
  if (data.length === 0) return null
  return (
    <Section title={t('today.corrective', { count: total })}>
      <RowList
        rows={data.map(sent => ({
          key: sent.id,
          to: `/tasks/${sent.id}`,
          title: <bdi>{taskTitle(sent)}</bdi>,
          text: <JoinedTexts texts={[sent.user_name, ...sent.subjects.map(({ name }) => name)]} />,
          end: <DueTime sent={sent} now={now} />,
        }))}
      />
    </Section>
  )
}
