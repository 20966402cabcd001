import endpoints from 'virtual:endpoints/imports'
import type { imports } from '#shared/imports/contract.ts'
import { callsOf } from '../lib/api.ts'

export const importsApi = callsOf<typeof imports>('imports', endpoints)
