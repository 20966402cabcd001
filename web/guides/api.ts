import endpoints from 'virtual:endpoints/guides'
import type { guides } from '#shared/guides/contract.ts'
import { callsOf } from '../lib/api.ts'

export const guidesApi = callsOf<typeof guides>('guides', endpoints)
