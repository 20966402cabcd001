import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Task } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { Can } from '../../lib/ability.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'

/** Pauses a series, lets it go on, or ends it; each can be taken back by the others. */
export function SeriesActions({ task }: { task: Task }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (how: 'pause' | 'resume' | 'end') => api.tasks[how]({ id: task.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.tasks.key }),
  })
  if (task.recurrence === null || task.archived_at) return null
  const button = (how: 'pause' | 'resume' | 'end') => (
    <Button variant="default" loading={act.isPending && act.variables === how} onClick={() => act.mutate(how)}>
      {t(`tasks.series.${how}`)}
    </Button>
  )
  return (
    <>
      {task.paused_at && <Notice kind="attention">{t('tasks.series.paused')}</Notice>}
      {task.ended_at && <Notice kind="info">{t('tasks.series.ended')}</Notice>}
      {act.error && (
        <Notice kind="stop">
          <ProblemText error={act.error} />
        </Notice>
      )}
      <Can I="update" a="Task" row={task}>
        <Group gap="sm" mb="md">
          {task.is_active ? button('pause') : button('resume')}
          {!task.ended_at && button('end')}
        </Group>
      </Can>
    </>
  )
}
