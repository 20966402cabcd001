import endpoints from 'virtual:endpoints/me'
import type { me } from '#shared/accounts/me.ts'
import { callsOf } from '../lib/api.ts'

export const meApi = callsOf<typeof me>('me', endpoints)
