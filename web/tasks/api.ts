import endpoints from 'virtual:endpoints/tasks'
import type { tasks } from '#shared/tasks/contract.ts'
import { callsOf } from '../lib/api.ts'
import { logFailedCall } from './failedCalls.ts'

export const tasksApi = callsOf<typeof tasks>('tasks', endpoints, logFailedCall)
