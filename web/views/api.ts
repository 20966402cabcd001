import endpoints from 'virtual:endpoints/views'
import type { views } from '#shared/views/contract.ts'
import { callsOf } from '../lib/api.ts'

export const viewsApi = callsOf<typeof views>('views', endpoints)
