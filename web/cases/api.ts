import endpoints from 'virtual:endpoints/cases'
import type { cases } from '#shared/cases/contract.ts'
import { callsOf } from '../lib/api.ts'

export const casesApi = callsOf<typeof cases>('cases', endpoints)
