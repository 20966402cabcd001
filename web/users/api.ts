import endpoints from 'virtual:endpoints/users'
import type { users } from '#shared/accounts/users.ts'
import { callsOf } from '../lib/api.ts'

export const usersApi = callsOf<typeof users>('users', endpoints)
