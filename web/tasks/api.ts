import endpoints from 'virtual:endpoints/tasks'
import type { tasks } from '#shared/tasks/contract.ts'
import { callsOf } from '../lib/api.ts'
import { logFailedCalls } from '../lib/failedCalls.ts'

const actions = {
  list: 'load tasks',
  company: 'load tasks',
  sent: 'load tasks',
  get: 'load task',
  getSent: 'load task',
  create: 'create task',
  update: 'update task',
  remove: 'delete task',
  restore: 'restore task',
  newCount: 'load new task count',
  calendar: 'load calendar',
  companyCalendar: 'load calendar',
  completeSent: 'complete task',
  skipSent: 'skip task',
}

export const tasksApi = callsOf<typeof tasks>('tasks', endpoints, logFailedCalls(actions))
