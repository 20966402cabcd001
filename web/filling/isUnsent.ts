import { type Entry, isUnderway } from '../lib/offline/entry.ts'

/** Whether something of an entry is on this device alone. */
export const isUnsent = (entry: Entry): boolean =>
  isUnderway(entry) || entry.state === 'refused' || (entry.state === 'draft' && entry.change > entry.sent_change)
