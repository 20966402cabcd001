/** All work of a person on this device, latest first, read again after each change of it. */
import { useLiveResult } from '../useLive.ts'
import { type QueueItem, readQueue } from './queueActions.ts'

/**
 * Reads in the same step: Dexie watches no read that comes after a part of the app was loaded, so this is not among the
 * actions of `useQueue`.
 */
export const useQueueItems = (userId: number) => useLiveResult(() => latestFirst(userId), [userId])

const latestFirst = async (userId: number): Promise<QueueItem[]> =>
  (await readQueue(userId)).sort((one, other) => other.entry.updated_at.localeCompare(one.entry.updated_at))
