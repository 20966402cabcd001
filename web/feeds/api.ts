import endpoints from 'virtual:endpoints/feeds'
import type { feeds } from '#shared/feeds/contract.ts'
import { callsOf } from '../lib/api.ts'

export const feedsApi = callsOf<typeof feeds>('feeds', endpoints)
