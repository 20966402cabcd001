import endpoints from 'virtual:endpoints/me'
import type { me } from '#shared/me/contract.ts'
import { callsOf } from '../lib/api.ts'

export const meApi = callsOf<typeof me>('me', endpoints)
