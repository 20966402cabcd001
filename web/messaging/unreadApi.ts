import endpoints from 'virtual:endpoints/messaging/unreadCount'
import type { messaging } from '#shared/messaging/contract.ts'
import { callsOf } from '../lib/api.ts'
import { logFailedCalls } from '../lib/failedCalls.ts'

/** The calls of the shell on every screen, without the rest of messaging. */
export const unreadApi = callsOf<Pick<typeof messaging, 'unreadCount'>>(
  'messaging',
  endpoints,
  logFailedCalls({ unreadCount: 'load unread count' }),
)
