import { useTranslation } from 'react-i18next'
import { roles } from '#shared/lib/roles.ts'
import type { Task } from '#shared/tasks/contract.ts'

export type Assignee = Task['assignees'][number]

/** The roles that can be given a task. */
export const taskRoles = [roles.employee, roles.manager]

/** The same in a list, whoever it is. */
export function keyOfAssignee(assignee: Assignee): string {
  if ('user_id' in assignee) return `user ${assignee.user_id}`
  return 'location_id' in assignee ? `location ${assignee.location_id}` : `role ${assignee.role_id}`
}

/** As it is sent. */
export function withoutName(assignee: Assignee) {
  if ('user_id' in assignee) return { user_id: assignee.user_id }
  return 'location_id' in assignee ? { location_id: assignee.location_id } : { role_id: assignee.role_id }
}

/** Names who gets a task, in the reader's language. */
export function useAssigneeName(): (assignee: Assignee) => string {
  const { t } = useTranslation()
  return assignee => {
    if ('user_id' in assignee) return assignee.name
    if ('location_id' in assignee) return t('tasks.responsibleFor', { place: assignee.name })
    if (assignee.role_id === roles.employee) return t('tasks.roles.employees')
    if (assignee.role_id === roles.manager) return t('tasks.roles.managers')
    return t('tasks.roles.other', { id: String(assignee.role_id) })
  }
}
