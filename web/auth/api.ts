import endpoints from 'virtual:endpoints/auth'
import type { auth } from '#shared/accounts/contract.ts'
import { callsOf } from '../lib/api.ts'

export const authApi = callsOf<typeof auth>('auth', endpoints)
