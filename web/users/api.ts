import endpoints from 'virtual:endpoints/users'
import type { users } from '#shared/users/contract.ts'
import { callsOf } from '../lib/api.ts'

export const usersApi = callsOf<typeof users>('users', endpoints)
