import endpoints from 'virtual:endpoints/search'
import type { search } from '#shared/search/contract.ts'
import { callsOf } from '../lib/api.ts'

export const searchApi = callsOf<typeof search>('search', endpoints)
