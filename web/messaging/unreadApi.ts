import endpoints from 'virtual:endpoints/messaging/unreadCount'
import type { messaging } from '#shared/messaging/contract.ts'
import { callsOf } from '../lib/api.ts'

/** What the shell asks on every screen, without the other calls. */
export const unreadApi = callsOf<Pick<typeof messaging, 'unreadCount'>>('messaging', endpoints)
