import { useTranslation } from 'react-i18next'
import { roles } from '#shared/lib/roles.ts'
import type { Task } from '#shared/tasks/contract.ts'

export type Assignee = Task['assignees'][number]

/** The roles that can be given a task. */
export const taskRoles = [roles.employee, roles.manager]

/** Names who gets a task, in the reader's language. */
export function useAssigneeName(): (assignee: Assignee) => string {
  const { t } = useTranslation()
  return assignee => {
    if ('user_id' in assignee) return assignee.name
    if (assignee.role_id === roles.employee) return t('tasks.roles.employees')
    if (assignee.role_id === roles.manager) return t('tasks.roles.managers')
    return t('tasks.roles.other', { id: String(assignee.role_id) })
  }
}
