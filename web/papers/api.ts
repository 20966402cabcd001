import endpoints from 'virtual:endpoints/papers'
import type { papers } from '#shared/papers/contract.ts'
import { callsOf } from '../lib/api.ts'

export const papersApi = callsOf<typeof papers>('papers', endpoints)
