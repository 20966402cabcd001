import endpoints from 'virtual:endpoints/exports'
import type { exports } from '#shared/exports/contract.ts'
import { callsOf } from '../lib/api.ts'

export const exportsApi = callsOf<typeof exports>('exports', endpoints)
