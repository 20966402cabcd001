import endpoints from 'virtual:endpoints/findings'
import type { findings } from '#shared/findings/contract.ts'
import { callsOf } from '../lib/api.ts'

export const findingsApi = callsOf<typeof findings>('findings', endpoints)
