import endpoints from 'virtual:endpoints/notices'
import type { notices } from '#shared/notices/contract.ts'
import { callsOf } from '../lib/api.ts'

export const noticesApi = callsOf<typeof notices>('notices', endpoints)
