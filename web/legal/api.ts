import endpoints from 'virtual:endpoints/legal'
import type { legal } from '#shared/legal/contract.ts'
import { callsOf } from '../lib/api.ts'

export const legalApi = callsOf<typeof legal>('legal', endpoints)
