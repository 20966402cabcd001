import endpoints from 'virtual:endpoints/messaging'
import type { messaging } from '#shared/messaging/contract.ts'
import { callsOf } from '../lib/api.ts'

export const messagingApi = callsOf<typeof messaging>('messaging', endpoints)
