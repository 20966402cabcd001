import { isUnderway } from '../../lib/offline/outboxHandler.ts'
import type { Entry } from './entry.ts'

/** Whether something of an entry is on this device alone. */
export const isUnsent = (entry: Entry): boolean =>
  isUnderway(entry) || entry.state === 'refused' || (entry.state === 'draft' && entry.change > entry.sent_change)
