import endpoints from 'virtual:endpoints/timeline'
import type { timeline } from '#shared/timeline/contract.ts'
import { callsOf } from '../lib/api.ts'

export const timelineApi = callsOf<typeof timeline>('timeline', endpoints)
