import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import type { Column } from '../../ui/list/DataTable.tsx'
import type { TaskEnd } from '../ends/endKind.ts'
import { withEnd } from '../ends/taskEnds.ts'
import { SubjectLinks } from '../SubjectLinks.tsx'
import { TaskState } from '../TaskState.tsx'
import { stateOf } from '../taskState.ts'
import { useNow } from '../useNow.ts'
import { useWhen } from '../useWhen.ts'

/** The columns of the company's tasks; what was just ended here shows already as what it will be. */
export function useSentTaskColumns(ends: readonly TaskEnd[]): Column<SentTask>[] {
  const { t } = useTranslation()
  const when = useWhen()
  const now = useNow()
  return [
    { key: 'title', title: t('tasks.what'), cell: row => <bdi>{taskTitle(row)}</bdi> },
    {
      key: 'state',
      title: t('tasks.state'),
      cell: row => <TaskState state={stateOf(withEnd(row, ends), now)} />,
      width: '9rem',
    },
    { key: 'user_name', title: t('tasks.person'), cell: row => <bdi>{row.user_name}</bdi>, width: '12rem' },
    {
      key: 'subjects',
      title: t('tasks.subjects'),
      cell: row => <SubjectLinks subjects={row.subjects} />,
      width: '14rem',
      wideOnly: true,
    },
    {
      key: 'due_at',
      title: t('tasks.due'),
      cell: row => <time dateTime={row.due_at}>{when(row.due_at, now)}</time>,
      sortable: true,
      width: '13rem',
    },
  ]
}
