import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import { momentAt } from '#shared/lib/momentAt.ts'
import type { CalendarEntry } from '#shared/tasks/calendar.ts'
import type { EditScope } from '#shared/tasks/rules.ts'
import { api } from '../../api.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { tellProblem, tellUndo } from '../../ui/toast.tsx'

/** `takeBack` takes back what the screen shows: an undo may come before the move itself was read again. */
type Move = (entry: CalendarEntry, to: string, scope: EditScope, takeBack?: () => void) => Promise<void>

/**
 * Moves an occurrence, or its series with it, to a time on the company's wall; for a few seconds it can be undone.
 */
export function useMoveEntry(): Move {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const queries = useQueryClient()
  const show = () => queries.invalidateQueries({ queryKey: api.tasks.key })
  return async (entry, to, scope, takeBack) => {
    const { task_id: id, starts_at: occurrence, is_series } = entry
    const from = localTime(Date.parse(occurrence), format.timeZone)
    try {
      const moved = await api.tasks.update({ id, starts_at: to, ...(is_series && { scope, occurrence }) })
      // Of what is still a series, the same occurrence goes back, and the rest with it.
      const there = moved.recurrence !== null && new Date(momentAt(to, format.timeZone)).toISOString()
      const undo = () =>
        api.tasks
          .update({ id: moved.id, starts_at: from, ...(there && { scope: 'all' as const, occurrence: there }) })
          .then(takeBack, tellProblem)
          .finally(show)
      tellUndo(t('tasks.calendar.moved', { title: taskTitle(entry) }), t('common.undo'), undo)
    } catch (error) {
      tellProblem(error)
      throw error
    } finally {
      show()
    }
  }
}
