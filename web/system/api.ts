import endpoints from 'virtual:endpoints/system'
import type { system } from '#shared/system/contract.ts'
import { callsOf } from '../lib/api.ts'

export const systemApi = callsOf<typeof system>('system', endpoints)
