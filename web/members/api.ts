import endpoints from 'virtual:endpoints/workers'
import type { workers } from '#shared/accounts/workers.ts'
import { callsOf } from '../lib/api.ts'

export const workersApi = callsOf<typeof workers>('workers', endpoints)
