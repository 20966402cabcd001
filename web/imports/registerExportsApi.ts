import endpoints from 'virtual:endpoints/registerExports'
import type { registerExports } from '#shared/imports/contract.ts'
import { callsOf } from '../lib/api.ts'

export const registerExportsApi = callsOf<typeof registerExports>('registerExports', endpoints)
